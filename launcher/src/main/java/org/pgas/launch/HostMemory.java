package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory this process may use: the host's, or less where a control group says so.
 *
 * <p>Read from the files of {@code /proc} and {@code /sys/fs/cgroup}, which costs less than asking the JVM's management
 * beans.
 */
final class HostMemory {
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final Path root;

    /** @param root "/", or a directory that stands for it in tests */
    HostMemory(Path root) {
        this.root = root;
    }

    static HostMemory ofThisHost() {
        return new HostMemory(Path.of("/"));
    }

    /** Bytes; {@link Long#MAX_VALUE} when nothing says. */
    long bytes() {
        return Math.min(installed(), controlGroupLimit());
    }

    private long installed() {
        for (String line : lines(root.resolve("proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        return UNKNOWN;
    }

    /** The lowest limit of this process's group and of those around it, of either version of control groups. */
    private long controlGroupLimit() {
        long limit = UNKNOWN;
        Path mounts = root.resolve("sys/fs/cgroup");
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                limit = Math.min(limit, lowest(mounts, parts[2], "memory.max"));
            } else if (List.of(parts[1].split(",")).contains("memory")) {
                limit = Math.min(limit, lowest(mounts.resolve("memory"), parts[2], "memory.limit_in_bytes"));
            }
        }
        return limit;
    }

    private static long lowest(Path mount, String group, String file) {
        long limit = UNKNOWN;
        // inside a container the path may be the host's; only the mount itself is visible there
        for (Path directory = mount.resolve(group.substring(1)); directory != null
                && directory.startsWith(mount); directory = directory.getParent()) {
            limit = Math.min(limit, limit(directory.resolve(file)));
        }
        return limit;
    }

    private static long limit(Path file) {
        for (String line : lines(file)) {
            if (!line.isEmpty() && line.chars().allMatch(Character::isDigit) && line.length() < 19) {
                return Long.parseLong(line);
            }
        }
        return UNKNOWN;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
