package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.Aggregator;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** What is added arrives, once and in order, and when it was promised to. */
@AcrossNeighbourhoods
@RankDefaults(ranks = {1, 3}, segment = "16k")
class AggregatorTest {
    private static final int THREADS = 4;

    @RankTest
    void shouldDeliverItemsOfEverySizeOnceAndInOrder(Job job) {
        int largest = (int) job.world().am().maxRequestMedium(0, LocalCompletion.NOW, 0, 2);
        int[] sizes = {1, 3, 7, 8, 12, 16, 100, 4096, 4097, largest};
        for (int slot = 0; slot < sizes.length; slot++) {
            ItemLedger ledger = new ItemLedger(job, slot, sizes[slot], 1);
            job.world().barrier();
            try (Aggregator aggregator = job.world().am().aggregator(ledger.handler, sizes[slot])) {
                int count = Math.min(3_000, 300_000 / sizes[slot]);
                for (int i = 0; i < count; i++) {
                    for (int rank = 0; rank < job.size(); rank++) {
                        ledger.add(aggregator, 0, rank);
                    }
                }
                aggregator.complete();
                ledger.assertAllHandled();
                ledger.add(aggregator, 0, job.size() - 1);
            }
            ledger.assertAllHandled();
        }
        job.world().barrier();
    }

    @RankTest
    void shouldSendABatchWhenItIsFull(Job job) {
        ItemLedger ledger = new ItemLedger(job, 0, 8, 1);
        job.world().barrier();
        Aggregator aggregator = job.world().am().aggregator(ledger.handler, 8);
        if (job.rank() == 0) {
            while (ledger.handled() == 0) {
                ledger.add(aggregator, 0, 0);
            }
            long full = ledger.added(0);
            assertTrue(full > 1, "a batch has " + full + " item");
            for (long i = full; i < 5 * full - 1; i++) {
                ledger.add(aggregator, 0, 0);
            }
            assertEquals(4 * full, ledger.handled());
            for (int rank = 1; rank < job.size(); rank++) {
                for (long i = 0; i < 3 * full; i++) {
                    ledger.add(aggregator, 0, rank);
                }
                Signals.raise(job, rank, 0, 3 * full);
            }
        } else {
            Signals.await(job, 0, 1);
            long expected = job.world().rma().getLongAcquire(job.rank(), 0);
            job.blockUntil(() -> ledger.handled() == expected);
        }
        job.world().barrier();
        aggregator.close();
        ledger.assertAllHandled();
        job.world().barrier();
    }

    @RankTest(ranks = 3)
    void shouldSendToTheFlushedRankAlone(Job job) {
        ItemLedger ledger = new ItemLedger(job, 0, 8, 1);
        job.world().barrier();
        Aggregator aggregator = job.world().am().aggregator(ledger.handler, 8);
        if (job.rank() == 0) {
            for (int rank = 0; rank < 3; rank++) {
                ledger.add(aggregator, 0, rank);
            }
            aggregator.flush(1);
        } else if (job.rank() == 1) {
            job.blockUntil(() -> ledger.handled() == 1);
        }
        job.world().barrier();
        job.poll();
        assertEquals(job.rank() == 1 ? 1 : 0, ledger.handled());
        job.world().barrier();
        if (job.rank() == 0) {
            aggregator.flush();
            assertEquals(1, ledger.handled(), "an item for this rank itself is handled before flush returns");
        }
        job.blockUntil(() -> ledger.handled() == 1);
        job.world().barrier();
        aggregator.close();
        job.world().barrier();
    }

    /** The sender computes until its item has been handled: nothing but the delay sends it. */
    @RankTest
    void shouldSendWhatHasWaitedForTheDelay(Job job) {
        ItemLedger ledger = new ItemLedger(job, 0, 16, 1);
        job.world().barrier();
        Aggregator aggregator = job.world().am().aggregator(ledger.handler, 16, Duration.ofMillis(2));
        for (int round = 1; round <= 10; round++) {
            int expected = round;
            if (job.rank() == 0) {
                ledger.add(aggregator, 0, 0);
                Computing.until("an item for this rank itself is handled", () -> ledger.handled() == expected);
                for (int rank = 1; rank < job.size(); rank++) {
                    ledger.add(aggregator, 0, rank);
                    Words.compute(job, 8L * rank, round);
                }
            } else {
                job.blockUntil(() -> ledger.handled() == expected);
                Signals.raise(job, 0, 8L * job.rank(), round);
            }
        }
        aggregator.close();
        ledger.assertAllHandled();
        job.world().barrier();
    }

    @RankTest(ranks = 2, settings = {"pgas.am.ring=8k", "pgas.am.rings=pair"})
    void shouldSendLateItemsWhenTheirWayIsFreeAgain(Job job) {
        ItemLedger ledger = new ItemLedger(job, 0, 8, 1);
        int ignored = job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {}));
        job.world().barrier();
        Aggregator aggregator = job.world().am().aggregator(ledger.handler, 8, Duration.ofMillis(1));
        if (job.rank() == 0) {
            int[] none = {};
            for (int round = 1; round <= 20; round++) {
                while (job.world().am().tryRequestShort(1, ignored, none, 0)) {
                    Thread.onSpinWait();
                }
                ledger.add(aggregator, 0, 1);
                Thread.yield();
                Signals.raise(job, 1, 0, round);
                Words.compute(job, 8, round);
            }
        } else {
            for (int round = 1; round <= 20; round++) {
                int expected = round;
                Words.compute(job, 0, round);
                job.blockUntil(() -> ledger.handled() == expected);
                Signals.raise(job, 0, 8, round);
            }
        }
        aggregator.close();
        ledger.assertAllHandled();
        job.world().barrier();
    }

    /** What waits for a rank that has left stays where it is, and what is for others goes on. */
    @RankTest(ranks = 3, settings = {"pgas.am.ring=8k", "pgas.am.rings=pair"})
    void shouldSendLateItemsWhenAnotherRankHasLeft(Job job) {
        ItemLedger ledger = new ItemLedger(job, 0, 8, 1);
        int ignored = job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {}));
        Aggregator aggregator = job.world().am().aggregator(ledger.handler, 8, Duration.ofMillis(1));
        job.world().barrier();
        switch (job.rank()) {
            case 0 -> {
                assertThrows(PeerLostException.class, () -> {
                    while (true) {
                        job.world().am().requestShort(1, ignored);
                    }
                });
                ledger.add(aggregator, 0, 1);
                for (int round = 1; round <= 10; round++) {
                    ledger.add(aggregator, 0, 2);
                    Words.compute(job, 16, round);
                }
                assertEquals(1, assertThrows(PeerLostException.class, aggregator::complete).jobRank());
            }
            case 1 -> job.close();
            default -> {
                for (int round = 1; round <= 10; round++) {
                    int expected = round;
                    job.blockUntil(() -> ledger.handled() == expected);
                    Signals.raise(job, 0, 16, round);
                }
            }
        }
    }

    @RankTest
    void shouldKeepTheOrderOfEachThreadThatAdds(Job job) throws InterruptedException {
        ItemLedger ledger = new ItemLedger(job, 0, 8, THREADS);
        ItemLedger other = new ItemLedger(job, 1, 24, THREADS);
        job.world().barrier();
        try (Aggregator aggregator = job.world().am().aggregator(ledger.handler, 8, Duration.ofMillis(1));
                Aggregator second = job.world().am().aggregator(other.handler, 24)) {
            Computing.onThreads(THREADS, thread -> {
                for (int i = 0; i < 3_000; i++) {
                    ledger.add(aggregator, thread, (i + thread) % job.size());
                    if (i % 3 == 0) {
                        other.add(second, thread, i % job.size());
                    }
                }
                aggregator.complete();
            });
            ledger.assertAllHandled();
        }
        other.assertAllHandled();
        job.world().barrier();
    }

    /** Two aggregators of one handler are batched, and completed, each on its own. */
    @RankTest
    void shouldKeepAggregatorsApart(Job job) {
        AtomicLong sum = new AtomicLong();
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, items) -> {
            assertEquals(0, token.argumentCount());
            for (int at = 0; at < items.bytes(); at += 8) {
                sum.addAndGet(items.getLong(at));
            }
        }).request().arguments(0));
        Aggregator first = job.world().am().aggregator(handler, 8);
        Aggregator second = job.world().am().aggregator(handler, 8);
        first.add(job.rank(), 1);
        second.add(job.rank(), 10);
        first.complete();
        assertEquals(1, sum.get());
        second.complete();
        assertEquals(11, sum.get());
        first.close();
        second.add(job.rank(), 100);
        second.close();
        second.close();
        assertEquals(111, sum.get());
        job.world().barrier();
    }

    @RankTest
    void shouldCompleteAsleep(Job job) {
        job.waitMode(WaitMode.BLOCK);
        updateAtRandom(job, 1, 3_000);
    }

    @RankTest(ranks = {1, 2, 4})
    void shouldCountWhatARandomModelCounts(Job job) {
        updateAtRandom(job, 1, 20_000);
    }

    @RankTest(ranks = {2, 4}, settings = {"pgas.am.rings=pair", "pgas.am.ring=8k"})
    void shouldFloodTinyRingsOfPairs(Job job) {
        updateAtRandom(job, 2, 8_000);
    }

    @RankTest(ranks = {2, 4}, settings = {"pgas.am.rings=shared", "pgas.am.ring=8k"})
    void shouldFloodTinySharedRings(Job job) {
        updateAtRandom(job, 2, 8_000);
    }

    @RankTest(ranks = 4, settings = {"pgas.am.rings=shared", "pgas.am.ring=8k", "pgas.checks=off",
        "pgas.progress.thread=on"})
    void shouldFloodTinySharedRingsWithProgressThreads(Job job) {
        job.waitMode(WaitMode.BLOCK);
        updateAtRandom(job, 2, 8_000);
    }

    /**
     * Counters that all ranks increment; every rank knows all random numbers, so it knows what its own must come to.
     */
    private static void updateAtRandom(Job job, int threads, int updates) {
        long[] counters = new long[64];
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, items) -> {
            for (int at = 0; at < items.bytes(); at += 8) {
                counters[(int) items.getLong(at)]++;
            }
        }).request().arguments(0));
        job.world().barrier();
        try (Aggregator aggregator = job.world().am().aggregator(handler, 8, Duration.ofMillis(3))) {
            Computing.onThreads(threads, thread -> {
                SplittableRandom random = Seed.of("updates of rank " + job.rank() + " thread " + thread);
                SplittableRandom deeds = Seed.of("deeds of rank " + job.rank() + " thread " + thread);
                for (int i = 0; i < updates; i++) {
                    aggregator.add(random.nextInt(job.size()), random.nextInt(counters.length));
                    switch (deeds.nextInt(1_000)) {
                        case 0 -> aggregator.flush();
                        case 1, 2 -> aggregator.flush(deeds.nextInt(job.size()));
                        case 3 -> aggregator.complete();
                        case 4, 5 -> job.poll();
                        default -> {
                            continue;
                        }
                    }
                }
            });
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while threads added", e);
        }
        job.world().barrier();
        long[] model = new long[counters.length];
        for (int source = 0; source < job.size() * threads; source++) {
            SplittableRandom random = Seed.of("updates of rank " + source / threads + " thread " + source % threads);
            for (int i = 0; i < updates; i++) {
                int rank = random.nextInt(job.size());
                model[random.nextInt(counters.length)] += rank == job.rank() ? 1 : 0;
            }
        }
        assertArrayEquals(model, counters);
        job.world().barrier();
    }

    @RankTest(ranks = 2)
    void shouldSendOrRefuseWhatIsAddedWhileItCloses(Job job) throws InterruptedException {
        AtomicLong handled = new AtomicLong();
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium(
                (token, items) -> handled.addAndGet(items.bytes() / 8)).request().arguments(0));
        job.world().barrier();
        for (int round = 0; round < 50; round++) {
            AtomicLong added = new AtomicLong();
            Aggregator aggregator = job.world().am().aggregator(handler, 8);
            int adds = 20 * round;
            Computing.onThreads(3, thread -> {
                if (thread == 0) {
                    Computing.until("others add", () -> added.get() > adds);
                    aggregator.close();
                } else {
                    addUntilClosed(aggregator, 1 - job.rank(), added);
                }
            });
            Signals.raise(job, 1 - job.rank(), 0, job.world().rma().getLong(1 - job.rank(), 0) + added.get());
        }
        job.world().barrier();
        assertEquals(job.world().rma().getLong(job.rank(), 0), handled.get());
        job.world().barrier();
    }

    private static void addUntilClosed(Aggregator aggregator, int rank, AtomicLong added) {
        try {
            while (true) {
                aggregator.add(rank, 1);
                added.incrementAndGet();
            }
        } catch (PgasException e) {
            assertTrue(e.getMessage().contains("Aggregator.add: this aggregator was closed: make another"),
                    e.getMessage());
        }
    }

    /** An aggregator that was forgotten, and whose delay is long, keeps no job in memory. */
    @RankTest(ranks = 1)
    void shouldGoWithItsJob(Job job) throws Exception {
        WeakReference<Aggregator> forgotten = forget();
        Computing.until("an aggregator of a closed job is collected", () -> {
            System.gc();
            return forgotten.get() == null;
        });
    }

    private static WeakReference<Aggregator> forget() throws Exception {
        Aggregator[] aggregator = new Aggregator[1];
        HostedJobs.alone((job, host) -> {
            int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, items) -> {}));
            aggregator[0] = job.world().am().aggregator(handler, 8, Duration.ofHours(1));
            aggregator[0].add(0, 1);
        });
        return new WeakReference<>(aggregator[0]);
    }
}
