package org.pgas.faults.work;

/** How a workload says that what it got is not what it must be. */
final class Check {
    /** The exit code of a rank that found something wrong. */
    static final int CODE = 86;

    private Check() {}

    /** Prints a line that begins with WRONG and ends the process unless {@code found} is {@code expected}. */
    static void equal(String what, long expected, long found) {
        if (expected != found) {
            wrong(what + ": " + found + " instead of " + expected);
        }
    }

    /** Says so and ends the process at once: nothing that is done afterwards could hide it. */
    static void wrong(String what) {
        System.out.println("WRONG " + what);
        System.out.flush();
        Runtime.getRuntime().halt(CODE);
    }
}
