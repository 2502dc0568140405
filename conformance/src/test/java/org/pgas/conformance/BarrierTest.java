package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.WaitMode;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

@RankDefaults(ranks = {1, 2, 4})
@Optimised
@AcrossNeighbourhoods
@AcrossTheNetwork
class BarrierTest {
    @AcrossThreeNeighbourhoods
    @RankTest
    void shouldNotLetAnyRankOutBeforeAllAreIn(Job job) {
        Rma rma = job.world().rma();
        for (long round = 1; round <= Repetitions.of(job, 5_000, 25); round++) {
            rma.putLong(job.rank(), 0, round);
            job.world().barrier();
            for (int rank = 0; rank < job.size(); rank++) {
                long seen = rma.getLong(rank, 0);
                assertTrue(seen == round || seen == round + 1, "round " + round + ": rank " + rank + " is at " + seen);
            }
        }
        job.world().barrier();
    }

    @AcrossThreeNeighbourhoods
    @RankTest
    void shouldMakeVisibleWhatWasPutBefore(Job job) {
        Rma rma = job.world().rma();
        int next = (job.rank() + 1) % job.size();
        int previous = (job.rank() + job.size() - 1) % job.size();
        long[] block = new long[512];
        for (int round = 0; round < Repetitions.of(job, 500, 10); round++) {
            long base = 4096L * (1 + (round & 1));
            java.util.Arrays.fill(block, (long) round << 32 | job.rank());
            rma.put(next, base, block, 0, block.length);
            job.world().barrier();
            rma.get(block, 0, job.rank(), base, block.length);
            for (long value : block) {
                assertEquals((long) round << 32 | previous, value);
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = {8, 12})
    void shouldWorkWhenRanksAreMoreThanCoresAndWaitInDifferentModes(Job job) {
        job.waitMode(WaitMode.values()[job.rank() % 3]);
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        for (int round = 1; round <= Repetitions.of(job, 200, 2); round++) {
            atomics.fetchAdd(0, 0, 1);
            job.world().barrier();
            assertEquals((long) round * job.size(), atomics.get(0, 0));
            job.world().barrier();
        }
    }

    /** That they are rung is a law of {@code BarrierLaneTest}; here rings meet sleepers at any moment. */
    @AcrossThreeNeighbourhoods
    @RankTest(settings = "pgas.wait=block")
    void shouldWakeSleepersOfABlockingRank(Job job) {
        for (int round = 0; round < Repetitions.of(job, 1_200, 24); round++) {
            job.world().barrier();
        }
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {1, 2, 4, 12})
    void shouldKeepAnyNumberOfBarriersUnderWayAndSynchroniseThemInAnyOrder(Job job) {
        int count = Repetitions.of(job, 10_000, 200);
        Event[] events = new Event[count];
        for (int i = 0; i < count; i++) {
            events[i] = job.world().barrierNb();
        }
        SplittableRandom random = Seed.of("order of rank " + job.rank());
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            Event event = events[i];
            events[i] = events[other];
            events[other] = event;
        }
        for (Event event : events) {
            event.await();
        }
        job.world().barrier();
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {3})
    void shouldCompleteAnEventOnlyWhenTheLastRankHasStartedTheBarrier(Job job) {
        Rma rma = job.world().rma();
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        for (int late = 0; late < job.size(); late++) {
            if (job.rank() != late) {
                Event event = job.world().barrierNb();
                assertFalse(event.test());
                assertFalse(event.tryAwait());
                atomics.fetchAdd(late, 8L * late, 1);
                event.await();
            } else {
                while (rma.getLongAcquire(late, 8L * late) < job.size() - 1) {
                    Thread.onSpinWait();
                }
                job.world().barrierNb().await();
            }
        }
    }
}
