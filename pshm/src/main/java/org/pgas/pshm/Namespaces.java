package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Where the number and the start of a process mean something: the same number is another process in another container.
 * Source: Linux namespaces(7), pid_namespaces(7), time_namespaces(7).
 *
 * @param boot the first half of the kernel's boot id; 0 when it is not known
 * @param pid what the kernel calls the namespace of process numbers; 0 when that is not known
 * @param time what it calls the namespace of clocks, by which starts are told; 0 where there are none
 */
record Namespaces(long boot, long pid, long time) {
    static final Namespaces UNKNOWN = new Namespaces(0, 0, 0);

    private static final Path PROC = Path.of("/proc");
    private static final Namespaces CURRENT = of(PROC, ProcessHandle.current().pid());

    /** Those of this process. */
    static Namespaces current() {
        return CURRENT;
    }

    /** Whether a number and a start that were told there can be looked up here. */
    boolean isHere() {
        return pid != 0 && equals(CURRENT);
    }

    /** As of any record; what java makes for that when it is first called takes longer than the rest of a join. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Namespaces that && boot == that.boot && pid == that.pid && time == that.time;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(boot) + 31 * (Long.hashCode(pid) + 31 * Long.hashCode(time));
    }

    /** Whether it is known that the kernel has not started anew since. */
    boolean isThisBoot() {
        return boot != 0 && boot == CURRENT.boot;
    }

    /** The namespaces of the process that reads {@code proc} and calls itself {@code self}. */
    static Namespaces of(Path proc, long self) {
        return new Namespaces(bootOf(proc), isOf(proc, self) ? inode(proc.resolve("self/ns/pid")) : 0,
                inode(proc.resolve("self/ns/time")));
    }

    /** Whether these files speak of the numbers that this process knows: a container may see those of its host. */
    private static boolean isOf(Path proc, long self) {
        try {
            return Files.readSymbolicLink(proc.resolve("self")).toString().equals(Long.toString(self));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static long bootOf(Path proc) {
        try {
            String id = Files.readString(proc.resolve("sys/kernel/random/boot_id"), StandardCharsets.US_ASCII).strip();
            return UUID.fromString(id).getMostSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return 0;
        }
    }

    /** The number in a link like {@code pid:[4026531836]}. */
    private static long inode(Path link) {
        try {
            return Long.parseLong(Files.readSymbolicLink(link).toString().replaceAll("\\D", ""));
        } catch (IOException | UnsupportedOperationException | NumberFormatException e) {
            return 0;
        }
    }
}
