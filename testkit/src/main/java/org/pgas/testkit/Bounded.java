package org.pgas.testkit;

import java.util.concurrent.TimeUnit;

/** Waits that end in time, even in a thread that was interrupted; the flag is kept. */
final class Bounded {
    private Bounded() {}

    private interface Wait {
        boolean until(long millis) throws InterruptedException;
    }

    static boolean join(Thread thread, long millis) {
        return wait(millis, left -> thread.join(java.time.Duration.ofMillis(left)));
    }

    static boolean join(Process process, long millis) {
        return wait(millis, left -> process.waitFor(left, TimeUnit.MILLISECONDS));
    }

    private static boolean wait(long millis, Wait wait) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean interrupted = false;
        try {
            while (true) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                try {
                    return wait.until(Math.max(left, 1));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
