package org.pgas.faults.work;

import java.util.concurrent.TimeUnit;

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

    /**
     * Says so and ends the process: nothing that is done afterwards could hide it. This thread does nothing more; those
     * of the library have two seconds to find out and tell why.
     */
    static void wrong(String what) {
        System.out.println("WRONG " + what);
        System.out.flush();
        try {
            TimeUnit.SECONDS.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(CODE);
    }
}
