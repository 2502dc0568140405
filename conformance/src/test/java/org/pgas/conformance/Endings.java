package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Job;
import org.pgas.JobEndedException;

/** Asserts that the job ends for every rank, with words that say why. */
final class Endings {
    private Endings() {}

    /**
     * Asserts that an access to a file that somebody has truncated is a fault. After the next look of the watch of
     * files, which ends the job, the call may say that instead: this is thrown on.
     */
    static void assertFault(String call, Executable access) {
        Throwable thrown = assertThrows(Throwable.class, access, call);
        if (thrown instanceof JobEndedException ended) {
            throw ended;
        }
        assertInstanceOf(InternalError.class, thrown, call);
    }

    /** Runs the body, then waits for the end, whose message must contain every one of {@code parts}. */
    static void assertEnds(Job job, Executable body, Object... parts) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            body.execute();
            job.blockUntil(() -> false);
        });
        assertEquals(1, e.exitCode(), e.getMessage());
        for (Object part : parts) {
            assertTrue(e.getMessage().contains(part.toString()),
                    () -> "rank " + job.rank() + ": the message does not name '" + part + "': " + e.getMessage());
        }
    }
}
