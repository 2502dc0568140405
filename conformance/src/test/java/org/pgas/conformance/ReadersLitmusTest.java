package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Two ranks write and two others read, in one neighbourhood, in two and in four: the readers agree on the order of what
 * was written to one word, and on that of two words when they have a fence between. Ranks 0 and 2 write, 1 and 3 read;
 * of two neighbourhoods each has a writer and a reader. The twins are threads, of which each is caught soonest.
 */
@RankDefaults(ranks = 4, neighbourhoods = {1, 2, 4}, segment = "64k", settings = "pgas.checks=off")
@Optimised
@OnHosts
class ReadersLitmusTest {
    private static final int LOOKS = 150;
    private static final int LOOKS_ELSEWHERE = 30;

    /** Of a twin, which is caught long before. */
    private static final int PASSES = 20_000;

    private static final long WORD = 1024;
    private static final long COPY = 1536;
    private static final long STOP = 2048;
    private static final long REPORT = 4096;

    private interface Write {
        void at(long value);
    }

    /** Coherence: a rank that sees a word change sees the changes in the order that all others see. */
    @RankTest
    void shouldShowTheWritesToOneWordInOneOrder(Job job) {
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        boolean isOne = onOneWord(job, value -> domain.set(1, WORD, value), () -> domain.get(1, WORD));
        assertTrue(isOne, "the readers have seen the writes in different orders");
    }

    /** As if each neighbourhood had a copy of its own. */
    @RankTest(neighbourhoods = {1, 2}, modes = Mode.THREADS)
    void shouldNoticeWritesToCopiesInDifferentOrders(Job job) {
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        boolean isOne = true;
        for (int pass = 0; pass < PASSES && isOne; pass++) {
            isOne = onOneWord(job, value -> {
                domain.set(job.rank() + 1, COPY, value);
                Thread.yield();
                domain.set(3 - job.rank(), COPY, value);
                Thread.yield();
            }, () -> domain.get(job.rank(), COPY));
        }
        assertTrue(!isOne, "the twin was not caught");
    }

    /** Whether the readers agree; the same at all ranks. */
    private static boolean onOneWord(Job job, Write write, LongSupplier read) {
        begin(job);
        long[] seen = new long[looks(job)];
        if (job.rank() % 2 == 0) {
            long value = 0;
            while (!areReadersDone(job)) {
                write.at(2 * ++value + job.rank() / 2);
            }
        } else {
            long last = 0;
            for (int look = 0; look < seen.length; look++) {
                last = await(job, last, read);
                seen[look] = last;
            }
        }
        long[] others = end(job, seen);
        return agree(job, job.rank() != 1 || isOneOrder(seen, others));
    }

    /** Waits for another value, and answers it. */
    private static long await(Job job, long last, LongSupplier read) {
        long value = read.getAsLong();
        for (int look = 1; value == last; look++) {
            if (look % 16 == 0) {
                Thread.yield();
                job.poll();
            }
            value = read.getAsLong();
        }
        return value;
    }

    /** Every value is written once, so each that is seen again is out of order, too. */
    private static boolean isOneOrder(long[] seen, long[] others) {
        Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i < seen.length; i++) {
            if (places.put(seen[i], i) != null) {
                return false;
            }
        }
        int reached = -1;
        for (long value : others) {
            Integer place = places.get(value);
            if (place != null) {
                if (place <= reached) {
                    return false;
                }
                reached = place;
            }
        }
        return true;
    }

    /**
     * Independent reads of independent writes: if one reader sees x new and then y old, the other does not see y new
     * and then x old.
     */
    @RankTest
    void shouldShowTwoWordsInOneOrderToReadersWithAFence(Job job) {
        Rma rma = job.world().rma();
        long worst = onTwoWords(job, value -> rma.putLongRelease(job.rank(), WORD, value), (own, other) -> {
            long[] seen = new long[2];
            seen[0] = rma.getLongAcquire(own, WORD);
            rma.fence();
            seen[1] = rma.getLongAcquire(other, WORD);
            return seen;
        });
        assertEquals(0, worst, "pairs of looks that no order explains");
    }

    /** Each reads the second word, and waits for the first to change before it reads that. */
    @RankTest(neighbourhoods = 2, modes = Mode.THREADS)
    void shouldNoticeReadsThatAreExchanged(Job job) {
        Rma rma = job.world().rma();
        long[] last = new long[1];
        long found = 0;
        for (int pass = 0; pass < PASSES && found == 0; pass++) {
            last[0] = 0;
            found = onTwoWords(job, value -> rma.putLongRelease(job.rank(), WORD, value), (own, other) -> {
                long[] seen = new long[2];
                seen[1] = rma.getLongAcquire(other, WORD);
                seen[0] = await(job, last[0], () -> rma.getLongAcquire(own, WORD));
                last[0] = seen[0];
                return seen;
            });
        }
        assertTrue(found > 0, "the twin was not caught");
    }

    /** What a reader sees of the word of one writer, and then of the other's. */
    private interface Look {
        long[] at(int first, int second);
    }

    /** How many looks of one reader no order explains, beside those of the other; the same at all ranks. */
    private static long onTwoWords(Job job, Write write, Look read) {
        begin(job);
        int looks = looks(job);
        long[] seen = new long[2 * looks];
        if (job.rank() % 2 == 0) {
            long value = 0;
            while (!areReadersDone(job)) {
                write.at(++value);
            }
        } else {
            int first = job.rank() - 1;
            for (int look = 0; look < looks; look++) {
                System.arraycopy(read.at(first, 2 - first), 0, seen, 2 * look, 2);
            }
        }
        long[] others = end(job, seen);
        boolean isExplained = true;
        if (job.rank() == 1) {
            // rank 1 saw x and then y; rank 3 y and then x. Values of a word rise.
            for (int own = 0, other = 0; other < looks; other++) {
                long y = others[2 * other];
                long x = others[2 * other + 1];
                while (own < looks && seen[2 * own] <= x) {
                    own++;
                }
                // the first look that saw x newer than the other reader saw it, behind its y: so it saw that y
                isExplained &= own == looks || seen[2 * own + 1] >= y;
            }
        }
        return agree(job, isExplained) ? 0 : 1;
    }

    private static int looks(Job job) {
        return Repetitions.of(job, LOOKS, LOOKS_ELSEWHERE);
    }

    private static void begin(Job job) {
        job.world().barrier();
        job.world().rma().memset(job.rank(), 0, (byte) 0, REPORT);
        job.world().barrier();
    }

    private static boolean areReadersDone(Job job) {
        job.poll();
        return job.world().rma().getLongAcquire(job.rank(), STOP) != 0
                && job.world().rma().getLongAcquire(job.rank(), STOP + 64) != 0;
    }

    /** Ends the writers; answers what rank 3 has seen. */
    private static long[] end(Job job, long[] seen) {
        Rma rma = job.world().rma();
        if (job.rank() % 2 == 1) {
            Signals.raise(job, 0, STOP + 32 * (job.rank() - 1), 1);
            Signals.raise(job, 2, STOP + 32 * (job.rank() - 1), 1);
            rma.put(1, REPORT + 16 * LOOKS * (job.rank() / 2), seen, 0, seen.length);
        }
        job.world().barrier();
        long[] others = new long[seen.length];
        rma.get(others, 0, 1, REPORT + 16 * LOOKS, others.length);
        return others;
    }

    /** What rank 1 has found. */
    private static boolean agree(Job job, boolean isSo) {
        Rma rma = job.world().rma();
        if (job.rank() == 1) {
            for (int rank = 0; rank < job.size(); rank++) {
                rma.putLong(rank, STOP + 256, isSo ? 1 : 2);
            }
        }
        job.world().barrier();
        return rma.getLong(job.rank(), STOP + 256) == 1;
    }
}
