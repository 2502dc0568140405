package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.pgas.ByteSize;

/**
 * Whether the kernel has killed processes for want of memory, by its own counts: of this process's control group, to
 * which ranks belong too, and of the host. Used by one thread.
 */
final class OomKiller {
    /** Thousandths of the memory, by which a rank counts as larger than it is. */
    private static final int PREFERENCE = 500;
    private static final int MOST = 1000;

    private final Path root;
    private final HostMemory memory;
    private final long hostBefore;
    private final long groupBefore;

    /** @param root "/", or a directory that stands for it in tests */
    OomKiller(Path root) {
        this.root = root;
        memory = new HostMemory(root);
        hostBefore = ofHost();
        groupBefore = ofGroup();
    }

    /**
     * Makes it choose this process of ours rather than this JVM, which then can say what has happened. A rank that is
     * the larger would be chosen anyway; where many small ones fill the memory, their launcher is the largest.
     */
    static void prefer(long pid) {
        try {
            int own = Integer.parseInt(Files.readString(Path.of("/proc/self/oom_score_adj")).strip());
            Files.writeString(Path.of("/proc", Long.toString(pid), "oom_score_adj"),
                    Integer.toString(Math.min(own + PREFERENCE, MOST)));
        } catch (IOException | NumberFormatException e) {
            // it has ended already, or the system does not let us: then it chooses as it does
            System.getLogger(OomKiller.class.getName()).log(System.Logger.Level.DEBUG, "no oom_score_adj", e);
        }
    }

    /**
     * What it did since this was made, as the end of a sentence about a process that was killed; empty if it did
     * nothing.
     */
    String deed() {
        if (ofGroup() > groupBefore) {
            return " by the kernel's out-of-memory killer: this control group may have " + ByteSize.text(memory.bytes())
                    + " of memory (docker run --memory=...), for the heaps, about 50 MiB beside each, and all segments";
        }
        if (ofHost() > hostBefore) {
            return ", it seems by the kernel's out-of-memory killer, which has just been at work on this host: see "
                    + "dmesg";
        }
        return "";
    }

    private long ofHost() {
        return count(root.resolve("proc/vmstat"));
    }

    private long ofGroup() {
        Path mounts = root.resolve("sys/fs/cgroup");
        long kills = 0;
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                kills += ofGroup(mounts, parts[2], "memory.events");
            } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
                kills += ofGroup(mounts.resolve("memory"), parts[2], "memory.oom_control");
            }
        }
        return kills;
    }

    private static long ofGroup(Path mount, String group, String file) {
        Path own = mount.resolve(group.substring(1)).normalize().resolve(file);
        // in a container the path may be the host's; only the mount itself is visible there
        return count(own.startsWith(mount) && Files.exists(own) ? own : mount.resolve(file));
    }

    private static long count(Path file) {
        for (String line : lines(file)) {
            if (line.startsWith("oom_kill ")) {
                return Long.parseLong(line.substring(line.indexOf(' ') + 1).strip());
            }
        }
        return 0;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
