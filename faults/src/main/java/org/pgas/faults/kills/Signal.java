package org.pgas.faults.kills;

/** What is sent. */
enum Signal {
    KILL(9), TERM(15), ABRT(6), STOP(19);

    private static final int EXIT_CODE_BASE = 128;

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /** Of a process that it ends. */
    int exitCode() {
        return EXIT_CODE_BASE + number;
    }

    String word() {
        return "SIG" + name();
    }
}
