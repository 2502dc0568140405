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
        String[] stat = stat(pid);
        return new ProcessIdentity(pid, isDead(stat) ? -1 : start(stat));
    }

    /** Whether it still runs. A process that has ended but was not reaped by its parent does not. */
    boolean isAlive() {
        return kernelState() != 0;
    }

    /** The kernel's letter for what it does: R, S, D, T (stopped) and others; 0 when it does not run any more. */
    char kernelState() {
        String[] stat = pid > 0 && start >= 0 ? stat(pid) : null;
        return isDead(stat) || start(stat) != start ? 0 : stat[0].charAt(0);
    }

    /** Whether a signal or a debugger has stopped it, so that it does nothing until it is told to go on. */
    boolean isStopped() {
        char state = kernelState();
        return state == 'T' || state == 't';
    }

    private static boolean isDead(String[] stat) {
        return stat == null || stat[0].equals("Z") || stat[0].equals("X");
    }

    private static long start(String[] stat) {
        return Long.parseLong(stat[19]);
    }

    /**
     * The fields that follow the command, or null for a process that is not there. Reads /proc itself: ProcessHandle counts a zombie as
     * alive.
     */
    private static String[] stat(long pid) {
        try {
            String stat = new String(Files.readAllBytes(Path.of("/proc/" + pid + "/stat")),
                    StandardCharsets.ISO_8859_1);
            // the second field, the command, may itself contain blanks and parentheses
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        } catch (IOException e) {
            return null;
        }
    }
}
