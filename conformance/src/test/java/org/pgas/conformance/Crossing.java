package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * Two ranks each write a word of their own and then read the other's, at about the same moment: in each round, one sees the other's
 * write, or both do. Where no full fence keeps the read behind the write, the write is still on its way, and both miss.
 */
final class Crossing {
    private static final long ARRIVALS = 2048;
    private static final long REPORT = 2176;
    private static final long REPORTED = 2240;

    private Crossing() {}

    interface Store {
        void write(int rank, long offset, int round);
    }

    interface Load {
        long read(int rank, long offset);
    }

    /** The words lie in the first 2 KiB of rank 0's segment, of which this uses 4; all zeros at first. Of two ranks. */
    static void check(Job job, int rounds, Store store, Load load) {
        clear(job);
        long own = 512 + 64L * job.rank();
        long other = 512 + 64L * (1 - job.rank());
        int[] seen = new int[rounds + 1];
        for (int round = 1; round <= rounds; round++) {
            meet(job, round);
            store.write(0, own, round);
            seen[round] = (int) load.read(0, other);
        }
        job.world().barrier();
        compare(job, seen);
    }

    private static void clear(Job job) {
        job.world().barrier();
        job.world().rma().memset(job.rank(), 0, (byte) 0, 4096);
        job.world().barrier();
    }

    private static void meet(Job job, int round) {
        int self = job.rank();
        Rma rma = job.world().rma();
        rma.putLongRelease(0, ARRIVALS + 64L * self, round);
        for (int look = 1; rma.getLongAcquire(0, ARRIVALS + 64L * (1 - self)) < round; look++) {
            Thread.onSpinWait();
            if (look % 64 == 0) {
                Thread.yield();
                job.nbi().tryAwait();
            }
        }
    }

    /** Rank 1 tells rank 0, round by round, what it has seen. */
    private static void compare(Job job, int[] seen) {
        Rma rma = job.world().rma();
        for (int round = 1; round < seen.length; round++) {
            if (job.rank() == 1) {
                rma.putLong(0, REPORT, seen[round]);
                Signals.raise(job, 0, REPORTED, round);
                Signals.await(job, REPORTED, round);
            } else {
                Signals.await(job, REPORTED, round);
                int each = round;
                long theirs = rma.getLong(0, REPORT);
                assertTrue(seen[round] >= round || theirs >= round,
                        () -> "in round " + each + ", rank 0 saw " + seen[each] + " and rank 1 saw " + theirs);
                Signals.raise(job, 1, REPORTED, round);
            }
        }
        job.world().barrier();
    }
}
