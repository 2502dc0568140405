package org.pgas.conformance;

import org.opentest4j.AssertionFailedError;
import org.pgas.Job;

/** Waits on words in a rank's own segment that peers raise with {@code putLongRelease} or an atomic operation. */
final class Signals {
    private Signals() {}

    /**
     * Returns when the word at {@code offset} of this rank is at least {@code value}; an acquire. Ends with the job.
     */
    static void await(Job job, long offset, long value) {
        await(job, job.rank(), offset, value);
    }

    /** As {@link #await(Job, long, long)}, on a word of another rank. */
    static void await(Job job, int rank, long offset, long value) {
        long deadline = System.nanoTime() + Patience.NANOS;
        for (int round = 1; job.world().rma().getLongAcquire(rank, offset) < value; round++) {
            Thread.onSpinWait();
            if (round % 64 == 0) {
                Thread.yield();
                // polls, so that this throws when another rank's failure has ended the job
                job.nbi().tryAwait();
                if (System.nanoTime() > deadline) {
                    throw new AssertionFailedError("rank " + job.rank() + ": the word at offset " + offset + " of rank "
                            + rank + " is " + job.world().rma().getLongAcquire(rank, offset) + " and does not become "
                            + value);
                }
            }
        }
    }

    /** Raises the word at {@code offset} of {@code rank}; a release. */
    static void raise(Job job, int rank, long offset, long value) {
        job.world().rma().putLongRelease(rank, offset, value);
    }
}
