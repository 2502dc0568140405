package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that cannot be mistaken for a later one with the same number.
 *
 * @param pid its number
 * @param start when it started, in the kernel's clock ticks since boot
 */
record ProcessIdentity(long pid, long start) {
    static final ProcessIdentity NONE = new ProcessIdentity(0, 0);

    static ProcessIdentity current() {
        return of(ProcessHandle.current().pid());
    }

    /** Of a process that runs at this moment; its start is -1 if it does not. */
    static ProcessIdentity of(long pid) {
        return new ProcessIdentity(pid, startOf(pid));
    }

    /** Whether it still runs. A process that has ended but was not reaped by its parent does not. */
    boolean isAlive() {
        return pid > 0 && start >= 0 && startOf(pid) == start;
    }

    /** The start time of a live process, or -1. Reads /proc itself: ProcessHandle counts a zombie as alive. */
    private static long startOf(long pid) {
        String stat;
        try {
            stat = new String(Files.readAllBytes(Path.of("/proc/" + pid + "/stat")), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return -1;
        }
        // the second field, the command, may itself contain blanks and parentheses
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        boolean dead = fields[0].equals("Z") || fields[0].equals("X");
        return dead ? -1 : Long.parseLong(fields[19]);
    }
}
