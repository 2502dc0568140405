package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.pgas.ByteSize;
import org.pgas.Setting;

/**
 * How much memory a job may still reserve: the least of what the file system has free, what the setting allows, what
 * the cgroup allows and, where files are memory, what the host has.
 *
 * @param bytes that much
 * @param limit what sets the limit, for messages
 */
record Room(long bytes, String limit) {
    private static final String SETTING = "setting pgas.room";
    private static final String HOST = "this host's available memory";
    private static final String GROUP = "this cgroup's memory limit";

    static Room of(Path directory, long setting) {
        return of(directory, directory.toAbsolutePath().getParent().getParent(), setting);
    }

    /** For files that are not in the directory of a job. */
    static Room ofFileSystem(Path directory) {
        return of(directory, directory, Long.MAX_VALUE);
    }

    private static Room of(Path directory, Path shown, long setting) {
        Room room = new Room(setting, SETTING);
        try {
            FileStore store = Files.getFileStore(directory);
            String mount = shown + " (" + store.type() + ", " + ByteSize.text(store.getTotalSpace()) + " in all)";
            room = room.least(store.getUsableSpace(), mount);
            if (store.type().equals("tmpfs")) {
                room = room.withinMemory(Path.of("/"));
            }
        } catch (IOException e) {
            return new Room(0, directory + ", which cannot be read: " + e);
        }
        return room;
    }

    /** What memory allows too, by the files of the kernel below {@code root}. */
    Room withinMemory(Path root) throws IOException {
        // a reserve for heaps and page tables: past it the kernel kills processes instead of refusing
        long available = memInfo(root, "MemAvailable:");
        Room room = least(available < 0 ? -1 : available / 16 * 15, HOST);
        long cgroup = cgroupFree(root);
        return room.least(cgroup < 0 ? -1 : cgroup / 16 * 15, GROUP);
    }

    /** What people may do about it, as the end of a sentence. */
    String remedy() {
        return switch (limit) {
            case SETTING -> "set " + Setting.ROOM.key() + " higher";
            case HOST -> "free some memory, give ranks smaller heaps (--heap), or have fewer ranks";
            case GROUP ->
                "allow the group more (docker run --memory=...), give ranks smaller heaps (--heap), or have fewer "
                        + "ranks";
            default -> "free some room there, enlarge the file system (mount -o remount,size=..., docker run "
                    + "--shm-size=...), or choose another with " + Setting.DIR.key();
        };
    }

    private Room least(long other, String otherLimit) {
        return other >= 0 && other < bytes ? new Room(other, otherLimit) : this;
    }

    /** A number of /proc/meminfo in bytes, or -1. */
    private static long memInfo(Path root, String name) throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/meminfo"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()).replace("kB", "").strip()) << 10;
            }
        }
        return -1;
    }

    /** What this process's memory cgroup, of version 1 or 2, leaves; -1 when there is no limit to be seen. */
    private static long cgroupFree(Path root) throws IOException {
        Path mount = root.resolve("sys/fs/cgroup");
        long least = -1;
        for (String line : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields[1].isEmpty()) {
                least = lesser(least, freeOnTheWay(mount, fields[2], "memory.max", "memory.current",
                        ""));
            } else if (List.of(fields[1].split(",")).contains("memory")) {
                least = lesser(least, freeOnTheWay(mount.resolve("memory"), fields[2], "memory.limit_in_bytes",
                        "memory.usage_in_bytes", "total_"));
            }
        }
        return least;
    }

    /**
     * The least that the group and the groups around it leave; in a container, the mount is the container's own group.
     */
    private static long freeOnTheWay(Path mount, String name, String limitName, String usageName, String prefix)
            throws IOException {
        long least = -1;
        Path group = mount.resolve(name.substring(1)).normalize();
        for (Path each = group.startsWith(mount) ? group : mount; each.startsWith(mount); each = each.getParent()) {
            least = lesser(least, free(each, limitName, usageName, prefix));
        }
        return least;
    }

    private static long lesser(long a, long b) {
        return a < 0 ? b : b < 0 ? a : Math.min(a, b);
    }

    private static long free(Path group, String limitName, String usageName, String prefix) throws IOException {
        Path limitFile = group.resolve(limitName);
        if (!Files.isReadable(limitFile)) {
            return -1;
        }
        String limit = Files.readString(limitFile).strip();
        if (limit.equals("max")) {
            return -1;
        }
        long used = Long.parseLong(Files.readString(group.resolve(usageName)).strip());
        return Math.max(0, Long.parseLong(limit) - used + reclaimable(group, prefix));
    }

    /**
     * What of a group's usage the kernel gives up before it kills: files that were read, of those in use a half; no
     * shared memory. To start a JVM alone may read a container's limit, which would leave nothing else.
     */
    private static long reclaimable(Path group, String prefix) throws IOException {
        Path statistics = group.resolve("memory.stat");
        if (!Files.isReadable(statistics)) {
            return 0;
        }
        long bytes = 0;
        for (String line : Files.readAllLines(statistics)) {
            if (line.startsWith(prefix + "inactive_file ")) {
                bytes += number(line);
            } else if (line.startsWith(prefix + "active_file ")) {
                bytes += number(line) / 2;
            }
        }
        return bytes;
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1).strip());
    }
}
