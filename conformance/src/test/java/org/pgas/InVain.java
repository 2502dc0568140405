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
    private static final int MOST_UNANSWERED = 1_000;

    private InVain() {}

    /** Makes the call, which must pass its deadline, and returns what it threw. */
    public static WaitTimeoutException waits(Job job, Executable call) {
        return assertThrows(WaitTimeoutException.class, () -> during(job, call));
    }

    /**
     * As {@link #waits}, of a call that asks the owner of a structure: again, as long as no answer has come before the
     * deadline, since only an answer tells what the call waits for.
     */
    public static WaitTimeoutException waitsForMoreThanAnAnswer(Job job, Executable call) {
        WaitTimeoutException thrown = waits(job, call);
        for (int i = 0; i < MOST_UNANSWERED && thrown.getMessage().contains("has not answered"); i++) {
            thrown = waits(job, call);
        }
        return thrown;
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
