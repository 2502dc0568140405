package org.pgas.conformance;

import org.pgas.Job;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Between any two shapes of equal volume, in any form, from and to any kind of memory, exactly the right bytes move:
 * held against a model that takes one byte after the other. More of it with {@code -Dpgas.test.batches}.
 */
@RankDefaults(ranks = {1, 2, 4}, segment = "400k", memories = {Memory.MAPPED, Memory.ARRAY,
    Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class VisModelTest {
    private static final int BATCHES = Integer.getInteger("pgas.test.batches", 5);

    @RankTest
    void shouldMoveEveryByteToItsPlaceAndTouchNoOther(Job job) {
        agreeWithTheModel(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldDoSoWithoutChecksToo(Job job) {
        agreeWithTheModel(job);
    }

    private static void agreeWithTheModel(Job job) {
        ShapedTransfers.prepare(job);
        job.world().barrier();
        new ShapedTransfers(job, 1, 0).run(BATCHES);
        job.world().barrier();
        ShapedTransfers.checkReadable(job);
    }
}
