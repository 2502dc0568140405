package org.pgas.launch;

import java.util.Map;

/** Names of the signals that a process's exit code stands for. */
final class Signals {
    static final int INTERRUPT = 2;
    static final int KILL = 9;
    static final int TERMINATE = 15;

    /** What a shell, and Java, add to a signal's number to make an exit code of it. */
    private static final int EXIT_CODE_BASE = 128;

    /** Linux numbers of the signals that end a process, the same on x86, ARM and RISC-V. */
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(INTERRUPT, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(5, "SIGTRAP"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(KILL, "SIGKILL"),
            Map.entry(10, "SIGUSR1"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(12, "SIGUSR2"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(TERMINATE, "SIGTERM"),
            Map.entry(24, "SIGXCPU"),
            Map.entry(25, "SIGXFSZ"),
            Map.entry(31, "SIGSYS"));

    private Signals() {}

    /** The signal behind an exit code, or null when there is none. */
    static String ofExitCode(int code) {
        return NAMES.get(code - EXIT_CODE_BASE);
    }

    static int exitCode(int signal) {
        return EXIT_CODE_BASE + signal;
    }

    /** The number of a signal given as "SIGTERM", or 0. */
    static int number(String name) {
        for (Map.Entry<Integer, String> entry : NAMES.entrySet()) {
            if (entry.getValue().equals(name)) {
                return entry.getKey();
            }
        }
        return 0;
    }
}
