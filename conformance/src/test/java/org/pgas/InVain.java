package org.pgas;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;

import org.junit.jupiter.api.function.Executable;

/**
 * Calls that wait in vain. Only these waits have a deadline. A deadline for all waits of the job would also end waits
 * that are long because the host has other work.
 */
public final class InVain {
    private static final Duration DEADLINE = Duration.ofMillis(50);

    private InVain() {}

    /** Makes the call, which must pass its deadline, and returns what it threw. */
    public static WaitTimeoutException waits(Job job, Executable call) {
        return assertThrows(WaitTimeoutException.class, () -> during(job, call));
    }

    /** Makes calls, of which any may pass its deadline. */
    public static void during(Job job, Executable calls) throws Throwable {
        job.rooms().waiting.timeout(DEADLINE);
        try {
            calls.execute();
        } finally {
            job.rooms().waiting.timeout(job.settings().duration(Setting.WAIT_TIMEOUT, null));
        }
    }
}
