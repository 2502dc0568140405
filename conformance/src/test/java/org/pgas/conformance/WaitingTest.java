package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;

import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

@RankDefaults(ranks = {2})
class WaitingTest {
    private static final long BUSY_NANOS = 400_000_000;

    /** Twice, since the first sleep of a process loads what sleeping needs. */
    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldUseNoProcessorTimeWhileItBlocks(Job job) {
        job.waitMode(WaitMode.BLOCK);
        for (int round = 1; round <= 2; round++) {
            if (job.rank() == 0) {
                long start = System.nanoTime();
                long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                // the other's time begins here
                Signals.raise(job, 1, 0, round);
                job.world().barrier();
                long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
                long waited = System.nanoTime() - start;
                // a busy host lengthens the wait, never the share of it that a sleeper uses
                assertTrue(round == 1 || used < waited / 8,
                        "used " + used / 1000 + " us of processor time while it waited for " + waited / 1000 + " us");
            } else {
                Signals.await(job, 0, round);
                long end = System.nanoTime() + BUSY_NANOS;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                job.world().barrier();
            }
        }
    }

    /**
     * Among the optimised laws, since the others are tested with a wait mode of their own. Ranks and cores are counted,
     * wherever they are.
     */
    @Optimised
    @RankTest(ranks = {1, 65}, modes = Mode.THREADS, neighbourhoods = 1)
    void shouldSpinOnlyWhenEveryRankCanHaveACore(Job job) {
        boolean shared = job.size() > Runtime.getRuntime().availableProcessors();
        assertEquals(shared ? WaitMode.SPIN_BLOCK : WaitMode.SPIN, job.waitMode());
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldChangeTheWaitModeAtRunTime(Job job) {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            assertEquals(mode, job.waitMode());
            for (int round = 0; round < 50; round++) {
                job.world().barrier();
            }
        }
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldSayForWhomItWaitedWhenTheDeadlinePasses(Job job) {
        if (job.rank() == 0) {
            WaitTimeoutException e = InVain.waits(job, () -> job.world().barrier());
            assertTrue(e.getMessage().contains("barrier 1: 1 of 2 ranks arrived"), e.getMessage());
            String who = job.position().neighbourhoods() == 1 ? "rank 1" : "rank 1 of neighbourhood 1";
            assertTrue(
                    e.getMessage()
                            .contains(who + (job.position().hosts() == 1 ? ", joined, pid" : ", joined on host 1")),
                    e.getMessage());
            job.world().rma().putLongRelease(1, 0, 1);
        } else {
            while (job.world().rma().getLongAcquire(1, 0) == 0) {
                Thread.onSpinWait();
            }
            // completes the barrier that rank 0 gave up waiting for
            job.world().barrier();
        }
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldFailABarrierThatNeedsARankWhichHasLeft(Job job) {
        if (job.rank() == 0) {
            PeerLostException e = assertThrows(PeerLostException.class, () -> job.world().barrier());
            assertEquals(1, e.jobRank());
            assertTrue(e.getMessage().contains("rank 1 is gone"), e.getMessage());
        } else {
            job.close();
        }
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldNotEndAWaitForAnInterrupt(Job job) {
        if (job.rank() == 0) {
            Thread.currentThread().interrupt();
            job.world().rma().putLongRelease(1, 0, 1);
            job.world().barrier();
            assertTrue(Thread.interrupted());
        } else {
            while (job.world().rma().getLongAcquire(1, 0) == 0) {
                Thread.onSpinWait();
            }
            job.world().barrier();
        }
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldLetAVirtualThreadWait(Job job) throws InterruptedException {
        job.waitMode(WaitMode.BLOCK);
        Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                for (int round = 0; round < 100; round++) {
                    job.world().barrier();
                }
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
    }
}
