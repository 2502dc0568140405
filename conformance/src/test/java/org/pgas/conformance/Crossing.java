package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.IntFunction;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.testkit.Seed;

/**
 * Two ranks each write a word of their own and then read the other's, at about the same moment: in each round, one sees
 * the other's write, or both do. Where no full fence keeps the read behind the write, the write is still on its way,
 * and both miss.
 */
final class Crossing {
    private static final long ARRIVALS = 2048;
    private static final long REPORT = 4096;

    /** Of ranks that go on at the same moment, one is behind by some nanoseconds, now this and now that. */
    private static final int MOST_SPINS = 6;

    /** Between neighbourhoods rank 0, whose memory has the words, would always be ahead by a message. */
    private static final int MOST_POLLS = 100;

    /** Of a twin: other work may keep the ranks from running at the same time. */
    private static final int PASSES = 200;

    private Crossing() {}

    interface Store {
        void write(int rank, long offset, int round);
    }

    interface Load {
        long read(int rank, long offset);
    }

    /** The word of the rank that has not this one. */
    static long other(long offset) {
        return 2 * 512 + 64 - offset;
    }

    /** The words lie in the first 4 KiB of rank 0's segment, a report of 4 bytes a round behind them. Of two ranks. */
    static void check(Job job, int rounds, Store store, Load load) {
        int[] seen = rounds(job, rounds, store, load);
        compare(job, seen, round -> "in round " + round + ", rank 0 saw " + seen[round]);
    }

    /**
     * As {@link #check}, of what has no fence: both must miss each other now and then, or the test that it is a twin of
     * proves nothing.
     */
    static void checkThatBothMiss(Job job, int rounds, Store store, Load load) {
        int missed = 0;
        for (int pass = 0; missed == 0 && pass < PASSES; pass++) {
            missed = compare(job, rounds(job, rounds, store, load), null);
        }
        assertTrue(missed > 0, "the twin without a fence was not caught");
    }

    private static int[] rounds(Job job, int rounds, Store store, Load load) {
        clear(job);
        SplittableRandom random = Seed.of("delays of rank " + job.rank());
        long own = 512 + 64L * job.rank();
        long other = 512 + 64L * (1 - job.rank());
        boolean isAhead = job.rank() == 0 && job.position().neighbourhoods() > 1;
        int[] seen = new int[rounds + 1];
        for (int round = 1; round <= rounds; round++) {
            meet(job, round);
            for (int spins = random.nextInt(MOST_SPINS); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            for (int polls = isAhead ? random.nextInt(MOST_POLLS) : 0; polls > 0; polls--) {
                job.poll();
            }
            store.write(0, own, round);
            seen[round] = (int) load.read(0, other);
        }
        return seen;
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

    /** Answers on both ranks how often both missed; throws where a description of that is given. */
    private static int compare(Job job, int[] seen, IntFunction<String> miss) {
        Rma rma = job.world().rma();
        if (job.rank() == 1) {
            rma.put(0, REPORT, seen, 0, seen.length);
        }
        job.world().barrier();
        if (job.rank() == 0) {
            int[] theirs = new int[seen.length];
            rma.get(theirs, 0, 0, REPORT, seen.length);
            int missed = 0;
            for (int round = 1; round < seen.length; round++) {
                int each = round;
                boolean both = seen[round] < round && theirs[round] < round;
                missed += both ? 1 : 0;
                assertTrue(!both || miss == null, () -> miss.apply(each) + " and rank 1 saw " + theirs[each]);
            }
            rma.putInt(0, REPORT, missed);
        }
        job.world().barrier();
        int missed = rma.getInt(0, REPORT);
        job.world().barrier();
        return missed;
    }
}
