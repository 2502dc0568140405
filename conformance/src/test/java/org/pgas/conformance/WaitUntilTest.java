package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.LocalWords;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.WordSet;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Waits and tests on local words that other ranks change. */
@RankDefaults(segment = "64k")
@Optimised
@AcrossNeighbourhoods
class WaitUntilTest {
    private static final long SIZE = 64 << 10;
    private static final long WORD = 64;

    /** One word for each peer, and one for its answer, in lines of their own. */
    private static final long SLOTS = 4096;
    private static final long ANSWER = 8192;
    private static final int LINE = 128;
    private static final long BUSY_NANOS = 400_000_000;

    private static long slot(int rank) {
        return SLOTS + (long) rank * LINE;
    }

    private static void inEveryMode(Job job, Runnable body) {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            job.world().barrier();
            body.run();
            job.world().barrier();
        }
    }

    /** Puts of every order, which ring no bell, and atomic operations and signals, which do. */
    @RankTest
    void shouldNoticeEveryKindOfChange(Job job) {
        Rma rma = job.world().rma();
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        LocalWords words = job.endpoint().words();
        int peer = 1 - job.rank();
        inEveryMode(job, () -> {
            rma.putLong(job.rank(), WORD, 0);
            job.world().barrier();
            for (int round = 1; round <= 40; round += 4) {
                if (job.rank() == 1) {
                    words.waitUntilLong(WORD, WaitCondition.EQ, round);
                    rma.putLong(peer, WORD, round);
                    words.waitUntilInt(WORD, WaitCondition.EQ, round + 1);
                    rma.putInt(peer, WORD, round + 1);
                    words.waitUntilLong(WORD, WaitCondition.GE, round + 2);
                    rma.putLongRelease(peer, WORD, round + 2);
                    words.waitUntilLong(WORD, WaitCondition.GE, round + 3);
                    atomics.set(peer, WORD, round + 3);
                } else {
                    rma.putLong(peer, WORD, round);
                    words.waitUntilLong(WORD, WaitCondition.EQ, round);
                    rma.putInt(peer, WORD, round + 1);
                    words.waitUntilInt(WORD, WaitCondition.EQ, round + 1);
                    atomics.fetchAdd(peer, WORD, 1);
                    words.longs(WORD).waitUntilAll(WaitCondition.GE, round + 2);
                    atomics.fetchCompareAndSwap(peer, WORD, round + 2, round + 3);
                    words.waitUntilLongNb(WORD, WaitCondition.GE, round + 3).await();
                }
            }
        });
    }

    /**
     * Every peer's word is answered before it is raised again, so a server that favoured one would still serve all, but
     * not in turn.
     */
    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {2, 4})
    void shouldServeEveryPeerThatSignals(Job job) {
        int rounds = 30;
        inEveryMode(job, () -> {
            if (job.rank() == 0) {
                serve(job, rounds);
            } else {
                for (int round = 1; round <= rounds; round++) {
                    job.world().rma().signal(0, slot(job.rank()), 1, SignalOperation.SET);
                    job.endpoint().words().waitUntilLong(ANSWER, WaitCondition.EQ, round);
                }
                job.world().rma().putLong(job.rank(), ANSWER, 0);
            }
        });
    }

    private static void serve(Job job, int rounds) {
        long[] slots = new long[job.size() - 1];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot(i + 1);
        }
        WordSet set = job.endpoint().words().longs(slots);
        int[] served = new int[slots.length];
        int[] indices = new int[slots.length];
        for (int left = rounds * slots.length; left > 0;) {
            int count = 1;
            if (left % 2 == 0) {
                count = set.waitUntilSome(indices, WaitCondition.ANY, 1);
            } else {
                indices[0] = set.waitUntilAny(WaitCondition.NE, 0);
            }
            for (int i = 0; i < count; i++) {
                int index = indices[i];
                job.world().rma().putLong(0, slots[index], 0);
                job.world().rma().signal(index + 1, ANSWER, ++served[index], SignalOperation.SET);
                if (served[index] == rounds) {
                    set.exclude(index);
                }
            }
            left -= count;
        }
        assertEquals(WordSet.NO_INDEX, set.waitUntilAny(WaitCondition.EQ, 0));
    }

    /** While all words keep fulfilling the condition, each is found once in every turn. */
    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {4})
    void shouldPassOverNobodyWhoKeepsSignalling(Job job) {
        job.world().rma().signal(0, slot(job.rank()), 1 + job.rank(), SignalOperation.SET);
        if (job.rank() == 0) {
            WordSet set = job.endpoint().words().longs(slot(0), slot(1), slot(2), slot(3));
            set.waitUntilAll(WaitCondition.NE, 0);
            for (int turn = 0; turn < 10; turn++) {
                int seen = 0;
                for (int i = 0; i < 4; i++) {
                    seen |= 1 << set.waitUntilAny(WaitCondition.GT, 0);
                }
                assertEquals(0b1111, seen);
            }
        }
        job.world().barrier();
    }

    /** A barrier made of signals and waits for all; what each wrote before is seen after. */
    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {4})
    void shouldWaitForAll(Job job) {
        Rma rma = job.world().rma();
        long[] slots = new long[job.size()];
        for (int rank = 0; rank < slots.length; rank++) {
            slots[rank] = slot(rank);
        }
        WordSet all = job.endpoint().words().longs(slots);
        int[] total = {0};
        inEveryMode(job, () -> {
            for (int round = 0; round < 50; round++) {
                int now = ++total[0];
                for (int peer = 0; peer < job.size(); peer++) {
                    // two places by parity: a rank may be one round ahead of who still reads
                    rma.putInt(peer, slot(job.rank()) + 64 + 4 * (now & 1), now * 10 + job.rank());
                    rma.signal(peer, slot(job.rank()), 1, SignalOperation.ADD);
                }
                all.waitUntilAll(WaitCondition.GE, now);
                assertTrue(all.testAll(WaitCondition.GE, now));
                for (int rank = 0; rank < job.size(); rank++) {
                    assertEquals(now * 10 + rank, rma.getInt(job.rank(), slot(rank) + 64 + 4 * (now & 1)));
                }
            }
        });
    }

    /** Twice, since the first sleep of a process loads what sleeping needs. */
    @RankTest
    void shouldUseLittleProcessorTimeWhileItBlocks(Job job) {
        job.waitMode(WaitMode.BLOCK);
        job.world().barrier();
        for (int round = 1; round <= 2; round++) {
            if (job.rank() == 0) {
                long start = System.nanoTime();
                long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                // the other's time begins here: this rank may have left the barrier late
                Signals.raise(job, 1, WORD, round);
                job.endpoint().words().waitUntilLong(WORD, WaitCondition.GE, round);
                long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
                long waited = System.nanoTime() - start;
                // a look every millisecond costs some hundredths of a core; whoever spins has what there is
                assertTrue(round == 1 || used < waited / 4,
                        "used " + used / 1000 + " us of processor time while it waited for " + waited / 1000 + " us");
            } else {
                Words.compute(job, WORD, round);
                long end = System.nanoTime() + BUSY_NANOS;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                job.world().rma().signal(0, WORD, 1, SignalOperation.ADD);
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldLetAVirtualThreadWait(Job job) throws InterruptedException {
        job.waitMode(WaitMode.BLOCK);
        Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                for (int round = 1; round <= 50; round++) {
                    job.world().rma().signal(1 - job.rank(), WORD, 1, SignalOperation.ADD);
                    job.endpoint().words().waitUntilLong(WORD, WaitCondition.GE, round);
                }
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
        job.world().barrier();
    }

    /** No rank in particular is waited for, so one that leaves ends no wait. */
    @RankTest
    void shouldGoOnWaitingWhenAPeerLeavesAndSayWhatForAtTheDeadline(Job job) {
        if (job.rank() == 0) {
            job.world().rma().putInt(0, WORD, -3);
            for (WaitMode mode : WaitMode.values()) {
                job.waitMode(mode);
                WaitTimeoutException e = InVain.waits(job,
                        () -> job.endpoint().words().waitUntilInt(WORD, WaitCondition.GT, 4));
                for (String part : new String[]{"rank 0:", "LocalWords.waitUntilInt", "offset 64 ", "GT 4", "-3",
                    "50 ms"}) {
                    assertTrue(e.getMessage().contains(part), e.getMessage());
                }
            }
        } else {
            job.close();
        }
    }

    @Test
    void shouldEndWhenTheJobIsClosedByAnotherThread() throws Exception {
        for (WaitMode mode : WaitMode.values()) {
            HostedJobs.alone((job, host) -> {
                job.attach(SIZE);
                job.waitMode(mode);
                job.world().rma().putLong(0, WORD, 5);
                // zeros are what is found in the place of a closed segment
                CompletableFuture<Long> waits = CompletableFuture.supplyAsync(
                        () -> job.endpoint().words().waitUntilLong(WORD, WaitCondition.EQ, 0),
                        task -> Thread.ofPlatform().start(task));
                while (!host.rank(0).activity().equals("waiting for an event") && !waits.isDone()) {
                    Thread.onSpinWait();
                }
                job.close();
                CompletionException e = assertThrows(CompletionException.class, waits::join);
                assertTrue(e.getCause() instanceof PgasException, () -> "" + e.getCause());
            });
        }
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWordsThatAreNotThere(Job job) {
        LocalWords words = job.endpoint().words();
        WaitCondition c = WaitCondition.NE;
        String who = "rank " + job.rank() + ": LocalWords.";
        for (long offset : new long[]{-8, SIZE, Long.MIN_VALUE, Long.MAX_VALUE - 7}) {
            Object[] parts = {"offset " + offset + " ", SIZE + " bytes"};
            assertIllegal("waitUntilLong", () -> words.waitUntilLong(offset, c, 0), who + "waitUntilLong", parts[0],
                    parts[1], "0.." + (SIZE - 8));
            assertIllegal("waitUntilInt", () -> words.waitUntilInt(offset, c, 0), who + "waitUntilInt", parts[0],
                    parts[1], "0.." + (SIZE - 4));
            assertIllegal("testInt", () -> words.testInt(offset, c, 0), who + "testInt", parts[0]);
            assertIllegal("longs", () -> words.longs(8, offset), who + "longs", parts[0]);
            assertIllegal("signal", () -> job.world().rma().signal(1, offset, 1, SignalOperation.ADD),
                    "rank " + job.rank() + ":", parts[0], parts[1], "signal");
        }
        assertIllegal("testLong", () -> words.testLong(12, c, 0), "offset 12 ", "multiples of 8");
        assertFalse(words.testLong(SIZE - 8, c, 0));
        assertFalse(words.testInt(SIZE - 4, c, 0));
    }

    @RankTest(segment = "0")
    void shouldRefuseWordsWithoutSegment(Job job) {
        assertRefused(ErrorCode.NOT_INITIALIZED, "before attach",
                () -> job.endpoint().words().waitUntilLong(0, WaitCondition.EQ, 0), "rank " + job.rank() + ":",
                "LocalWords.waitUntilLong", "attach");
        job.attach(job.rank() == 0 ? SIZE : 0);
        if (job.rank() == 1) {
            assertRefused(ErrorCode.NOT_INITIALIZED, "attached nothing", () -> job.endpoint().words().ints(0),
                    "rank 1:", "LocalWords.ints", "attached 0 bytes");
            assertRefused(ErrorCode.NOT_INITIALIZED, "signal to nothing",
                    () -> job.world().rma().signal(1, 0, 1, SignalOperation.SET), "rank 1", "no segment");
            job.world().rma().signal(0, 0, 1, SignalOperation.SET);
        } else {
            job.endpoint().words().waitUntilLong(0, WaitCondition.EQ, 1);
        }
        job.world().barrier();
    }
}
