package org.pgas.conformance.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.GlobalArray;
import org.pgas.arrays.GridDistribution;
import org.pgas.arrays.LongMatrix;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.Repetitions;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Atomic operations on elements. */
@RankDefaults(ranks = 3, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class ArrayAtomicsTest {
    private static final int LENGTH = 7;
    private static final int UPDATES = 2_000;

    /** Every rank adds 1 at random places, in three ways. */
    @RankTest
    void shouldLoseNoUpdateOfAnyRank(Job job) {
        SplittableRandom random = Seed.of("updates of rank " + job.rank());
        int updates = Repetitions.of(job, UPDATES, UPDATES / 10);
        for (GlobalArray array : Elements.ofEveryType(job.world(), Distribution.cyclic(LENGTH))) {
            for (int i = 0; i < updates; i++) {
                int index = random.nextInt(LENGTH);
                switch (random.nextInt(3)) {
                    case 0 -> Elements.add(array, index, 1);
                    case 1 -> assertTrue(Elements.fetchAdd(array, index, 1) >= 0);
                    default -> {
                        long before = Elements.getAcquire(array, index);
                        while (!Elements.compareAndSet(array, index, before, before + 1)) {
                            before = Elements.getAcquire(array, index);
                        }
                    }
                }
            }
            assertEquals((long) updates * job.size(), Elements.folds(array).getFirst().longValue(), array.toString());
            array.close();
        }
    }

    /** Numbers drawn by all ranks are all numbers, each once. */
    @RankTest
    void shouldAnswerEveryValueOnce(Job job) {
        for (GlobalArray array : Elements.ofEveryType(job.world(), Distribution.block(2))) {
            GlobalArray drawn = Elements.ofType(1, job.world(), Distribution.cyclic(200));
            long next = Elements.fetchAdd(array, 1, 1);
            for (; next < 200; next = Elements.fetchAdd(array, 1, 1)) {
                Elements.add(drawn, next, 1);
            }
            drawn.barrier();
            for (int i = 0; i < 200; i++) {
                assertEquals(1, Elements.getAcquire(drawn, i), array + ": " + i);
            }
            drawn.close();
            array.close();
        }
    }

    @RankTest(ranks = 2)
    void shouldSeeWhatWasPutBeforeARelease(Job job) {
        GlobalArray data = Elements.ofType(1, job.world(), Distribution.block(64));
        for (int round = 0; round < Elements.TYPES; round++) {
            GlobalArray flags = Elements.ofType(round, job.world(), Distribution.cyclic(2));
            int peer = 1 - job.rank();
            Elements.put(data, 32L * peer + 3, 41 + job.rank() + 10 * round);
            Elements.putRelease(flags, peer, 1);
            job.blockUntil(() -> Elements.getAcquire(flags, job.rank()) == 1);
            assertEquals(41 + peer + 10 * round, Elements.get(data, 32L * job.rank() + 3));
            assertFalse(Elements.compareAndSet(flags, job.rank(), 2, 3));
            assertTrue(Elements.compareAndSet(flags, job.rank(), 1, 3));
            flags.barrier();
            flags.close();
        }
        data.close();
    }

    @RankTest
    void shouldUpdateElementsOfMatricesToo(Job job) {
        LongMatrix matrix = LongMatrix.create(job.world(), GridDistribution.blockCyclic(5, 6, 2, 1));
        for (int k = 0; k < 300; k++) {
            matrix.add(k % 5, k % 6, 1);
            matrix.fetchAdd(k % 5, k % 6, 2);
        }
        assertEquals(900L * job.size(), matrix.sum());
        matrix.barrier();
        long before = matrix.getAcquire(4, 5);
        matrix.barrier();
        int won = matrix.compareAndSet(4, 5, before, -1) ? 1 : 0;
        matrix.add(0, 0, won);
        assertEquals(900L * job.size() - before, matrix.sum());
        matrix.close();
    }
}
