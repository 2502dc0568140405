package org.pgas.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pgas.Job;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Threads of a rank have transfers in flight at once, and each completes its own. */
@RankDefaults(segment = "400k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class VisFlightTest {
    private static final int BATCHES = Integer.getInteger("pgas.test.batches", 12);

    @RankTest
    void shouldKeepTheTransfersOfTwoThreadsApart(Job job) throws Exception {
        runTwoThreads(job);
    }

    @RankTest(ranks = 3, memories = Memory.ARRAY, segment = "600k", settings = {"pgas.am.ring=8k", "pgas.wait=block"})
    void shouldDoSoWithTheSmallestRingsAndBlockingWaits(Job job) throws Exception {
        runTwoThreads(job);
    }

    private static void runTwoThreads(Job job) throws Exception {
        ShapedTransfers.prepare(job);
        job.world().barrier();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            ShapedTransfers transfers = new ShapedTransfers(job, 2, thread);
            workers.add(CompletableFuture.runAsync(() -> transfers.run(BATCHES),
                    task -> Thread.ofPlatform().start(task)));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new));
        job.blockUntil(all::isDone);
        all.get();
        job.world().barrier();
        ShapedTransfers.checkReadable(job);
    }
}
