package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much memory a job may still reserve: the least of what the file system has free, what the setting allows, what the cgroup
 * allows and, where files are memory, what the host has.
 *
 * @param bytes that much
 * @param limit what sets the limit, for messages
 */
record Room(long bytes, String limit) {
    static Room of(Path directory, long setting) {
        Room room = new Room(setting, "setting pgas.room");
        try {
            FileStore store = Files.getFileStore(directory);
            String mount = directory.getParent().getParent() + " (" + store.type() + ", " + size(store.getTotalSpace())
                    + " in all)";
            room = room.least(store.getUsableSpace(), mount);
            if (store.type().equals("tmpfs")) {
                // a reserve for heaps and page tables: past it the kernel kills processes instead of refusing
                room = room.least(memInfo("MemAvailable:") / 16 * 15, "this host's available memory");
                room = room.least(cgroupFree(), "this cgroup's memory limit");
            }
        } catch (IOException e) {
            return new Room(0, directory + ", which cannot be read: " + e);
        }
        return room;
    }

    private Room least(long other, String otherLimit) {
        return other >= 0 && other < bytes ? new Room(other, otherLimit) : this;
    }

    /** A number of /proc/meminfo in bytes, or -1. */
    private static long memInfo(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()).replace("kB", "").strip()) << 10;
            }
        }
        return -1;
    }

    /** What this process's memory cgroup, of version 1 or 2, leaves; -1 when there is no limit to be seen. */
    private static long cgroupFree() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields[1].isEmpty()) {
                long free = free(Path.of("/sys/fs/cgroup" + fields[2]), "memory.max", "memory.current");
                free = free >= 0 ? free : free(Path.of("/sys/fs/cgroup"), "memory.max", "memory.current");
                if (free >= 0) {
                    return free;
                }
            } else if (List.of(fields[1].split(",")).contains("memory")) {
                Path own = Path.of("/sys/fs/cgroup/memory" + fields[2]);
                Path group = Files.isDirectory(own) ? own : Path.of("/sys/fs/cgroup/memory");
                return free(group, "memory.limit_in_bytes", "memory.usage_in_bytes");
            }
        }
        return -1;
    }

    private static long free(Path group, String limitName, String usageName) throws IOException {
        Path limitFile = group.resolve(limitName);
        if (!Files.isReadable(limitFile)) {
            return -1;
        }
        String limit = Files.readString(limitFile).strip();
        if (limit.equals("max")) {
            return -1;
        }
        return Math.max(0, Long.parseLong(limit) - Long.parseLong(Files.readString(group.resolve(usageName)).strip()));
    }

    /** A number of bytes for people. */
    static String size(long bytes) {
        String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " bytes" : String.format(java.util.Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
