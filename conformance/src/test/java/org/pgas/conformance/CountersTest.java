package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.Counter;
import org.pgas.Counters;
import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitMode;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.pshm.JobView;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

/** What a rank counts is what it has done. */
@RankDefaults(ranks = 2, segment = "1m")
@AcrossNeighbourhoodsAsThreads
class CountersTest {
    private static final int BYTES = 2 * Counter.SMALL;
    private static final Set<Counter> OPERATIONS = EnumSet.of(Counter.PUTS, Counter.PUT_BYTES, Counter.GETS,
            Counter.GET_BYTES, Counter.ATOMICS);

    /** Counts of what {@code work} did, without those of waits, which are nobody's to tell. */
    private static Map<Counter, Long> counted(Job job, Runnable work) {
        Counters before = job.counters();
        work.run();
        Counters after = job.counters();
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            long count = after.value(counter) - before.value(counter);
            assertTrue(count >= 0, counter + " fell by " + -count);
            boolean certain = counter.compareTo(Counter.POLLS) < 0;
            if (count != 0 && certain) {
                counts.put(counter, count);
            }
        }
        return counts;
    }

    /** What reaches a rank elsewhere goes by messages, which are counted, too. */
    private static void assertCounted(Job job, Map<Counter, Long> expected, Runnable work) {
        Map<Counter, Long> counts = counted(job, work);
        if (!Views.isNeighbour(job, 1 - job.rank())) {
            counts.keySet().retainAll(OPERATIONS);
        }
        assertEquals(expected, counts);
    }

    private static void bulk(Job job, MemorySegment memory) {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        rma.put(peer, 0, memory, 0, BYTES);
        rma.put(peer, 0, new long[Counter.SMALL / 8], 0, Counter.SMALL / 8);
        rma.putNb(peer, 0, memory, 0, BYTES, LocalCompletion.NOW).await();
        rma.putNb(peer, 0, memory, 0, BYTES, LocalCompletion.DEFER).await();
        rma.putNbi(peer, 0, memory, 0, BYTES, LocalCompletion.DEFER);
        rma.memset(peer, 0, (byte) 1, BYTES);
        rma.memsetNb(peer, 0, (byte) 2, BYTES).await();
        rma.memsetNbi(peer, 0, (byte) 3, BYTES);
        rma.get(memory, 0, peer, 0, BYTES);
        rma.getNb(memory, 0, peer, 0, BYTES).await();
        rma.getNbi(memory, 0, peer, 0, BYTES);
        job.nbi().await();
    }

    private static Map<Counter, Long> bulkCounts() {
        return Map.of(Counter.PUTS, 8L, Counter.PUT_BYTES, 7L * BYTES + Counter.SMALL, Counter.GETS, 3L,
                Counter.GET_BYTES,
                3L * BYTES);
    }

    @RankTest
    void shouldCountEveryTransferThatIsNotSmallInEveryForm(Job job) {
        assertCounted(job, bulkCounts(), () -> bulk(job, Arena.ofAuto().allocate(BYTES)));
        job.world().barrier();
    }

    @RankTest(settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldCountALargeTransferThatGoesOnOnce(Job job) {
        assertCounted(job, bulkCounts(), () -> bulk(job, Arena.ofAuto().allocate(BYTES)));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldCountTheSameWithoutChecks(Job job) {
        assertCounted(job, bulkCounts(), () -> bulk(job, Arena.ofAuto().allocate(BYTES)));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.cma=off", memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldCountTransfersOfMemoryThatIsNotMapped(Job job) {
        job.world().barrier();
        Map<Counter, Long> counts = counted(job, () -> {
            bulk(job, Arena.ofAuto().allocate(BYTES));
            job.world().barrier();
        });
        Map<Counter, Long> expected = bulkCounts();
        for (Counter counter : expected.keySet()) {
            assertEquals(expected.get(counter), counts.get(counter), counter.name());
        }
        // it went by messages, each of which is answered
        assertTrue(counts.get(Counter.REQUESTS) >= 11 && counts.get(Counter.HANDLED) >= 22, counts.toString());
    }

    /** Where the kernel permits it most go without messages; which they are makes no difference to who counts. */
    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldCountTransfersOfOfferedMemoryAsThoseByMessages(Job job) {
        job.world().barrier();
        Map<Counter, Long> counts = counted(job, () -> {
            bulk(job, Arena.ofAuto().allocate(BYTES));
            job.world().barrier();
        });
        Map<Counter, Long> expected = bulkCounts();
        for (Counter counter : expected.keySet()) {
            assertEquals(expected.get(counter), counts.get(counter), counter.name());
        }
    }

    private static void small(Job job) {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        rma.putLong(peer, 0, 1);
        rma.putIntRelease(peer, 0, 1);
        rma.putValue(peer, 0, 1, 3);
        rma.putValueNb(peer, 0, 1, 3).await();
        rma.putValueNbi(peer, 0, 1, 3);
        rma.put(peer, 0, new byte[511], 0, 511);
        rma.putSignal(peer, 0, MemorySegment.ofArray(new byte[100]), 0, 100, 1024, 1, SignalOperation.SET);
        rma.getDouble(peer, 0);
        rma.getLongAcquire(peer, 0);
        rma.getValueNb(peer, 0, 5).await();
        rma.get(new byte[100], 0, peer, 0, 100);
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        domain.add(peer, 8, 1);
        domain.fetchAdd(peer, 8, 1);
        domain.apply(peer, 8, Opcode.ADD, 1, 0, AtomicFlags.NONE);
        domain.get(peer, 8);
        Accumulator.of(job.world()).accumulateLongs(peer, 8, MemorySegment.ofArray(new long[2]), 0, 2, 1);
    }

    @RankTest
    void shouldNotCountWhatIsSmall(Job job) {
        assertCounted(job, Map.of(), () -> small(job));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.stats=on")
    void shouldCountWhatIsSmallToo(Job job) {
        Map<Counter, Long> all = Map.of(Counter.PUTS, 7L, Counter.PUT_BYTES, 8L + 4 + 9 + 511 + 100, Counter.GETS, 4L,
                Counter.GET_BYTES, 8L + 8 + 5 + 100, Counter.ATOMICS, 5L);
        assertCounted(job, all, () -> small(job));
        assertCounted(job, bulkCounts(), () -> bulk(job, Arena.ofAuto().allocate(BYTES)));
        job.world().barrier();
    }

    @RankTest(settings = {"pgas.stats=on", "pgas.checks=off"})
    void shouldStillRefuseWhatIsIllegalAndNotCountIt(Job job) {
        Rma rma = job.world().rma();
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        assertEquals(Map.of(), counted(job, () -> {
            assertThrows(PgasException.class, () -> rma.putLong(0, 1 << 20, 1));
            assertThrows(PgasException.class, () -> rma.getLong(2, 0));
            assertThrows(PgasException.class, () -> rma.getLongAcquire(0, 4));
            assertThrows(PgasException.class, () -> rma.put(0, -1, new byte[600], 0, 600));
            assertThrows(PgasException.class, () -> domain.add(0, 1 << 20, 1));
            assertThrows(PgasException.class, () -> domain.add(0, 4, 1));
        }));
        job.world().barrier();
    }

    private static void exchange(Job job, int rounds, int to) {
        int[] answered = new int[1];
        MemorySegment ten = MemorySegment.ofArray(new byte[10]);
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> token.replyShort(201, 1)).index(200),
                HandlerEntry.ofShort(token -> answered[0]++).index(201),
                HandlerEntry.ofMedium((token, payload) -> token.replyMedium(203, ten, 0, 10)).index(202),
                HandlerEntry.ofMedium((token, payload) -> answered[0]++).index(203),
                HandlerEntry.ofLong((token, at, bytes) -> token.replyLong(205, MemorySegment.ofArray(new byte[20]), 0,
                        20, 4096)).index(204),
                HandlerEntry.ofLong((token, at, bytes) -> answered[0]++).index(205));
        job.world().barrier();
        MemorySegment payload = MemorySegment.ofArray(new byte[100]);
        for (int i = 0; i < rounds; i++) {
            job.world().am().requestShort(to, 200);
            job.world().am().requestShort(to, 200, new int[]{1, 2, 3, 4, 5, 6}, 6);
            job.world().am().requestMedium(to, 202, payload, 0, 100);
            job.world().am().requestLong(to, 204, payload, 0, 100, 0);
            job.world().am().prepareRequestMedium(to, null, 8, 8, null, 0, 0).commit(202, 8);
        }
        job.blockUntil(() -> answered[0] == 5 * rounds);
        job.world().barrier();
    }

    private static Map<Counter, Long> exchangeCounts(long rounds) {
        return Map.of(Counter.REQUESTS, 5 * rounds, Counter.REPLIES, 5 * rounds, Counter.SENT_BYTES,
                248 * rounds, Counter.HANDLED, 10 * rounds, Counter.HANDLED_BYTES, 248 * rounds,
                Counter.BARRIERS, 2L);
    }

    /** The data of a long message to a rank elsewhere are messages, too. */
    @RankTest(neighbourhoods = 1)
    void shouldCountMessagesOfEveryCategoryInBothDirections(Job job) {
        assertEquals(exchangeCounts(50), counted(job, () -> exchange(job, 50, 1 - job.rank())));
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2}, settings = {"pgas.checks=off", "pgas.am.rings=shared"})
    void shouldCountMessagesToItself(Job job) {
        assertEquals(exchangeCounts(50), counted(job, () -> exchange(job, 50, job.rank())));
        job.world().barrier();
    }

    @RankTest(settings = {"pgas.am.ring=8k", "pgas.checks=off"})
    void shouldCountWaitsForRoom(Job job, Ranks ranks) {
        assumeTrue(job.position().hosts() == 1, "what a rank of another host does is not seen here");
        int[] handled = new int[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> handled[0]++).index(200));
        job.world().barrier();
        int messages = 20_000;
        if (job.rank() == 0) {
            Counters before = job.counters();
            for (int i = 0; i < messages; i++) {
                job.world().am().requestShort(1, 200);
            }
            Counters after = job.counters();
            assertEquals(messages, after.value(Counter.REQUESTS) - before.value(Counter.REQUESTS));
            long full = after.value(Counter.FULL_RINGS) - before.value(Counter.FULL_RINGS);
            assertTrue(full > 0 && full <= after.value(Counter.WAITS), () -> after.toString());
            assertTrue(after.value(Counter.FULL_RING_NANOS) <= after.value(Counter.WAIT_NANOS), () -> after.toString());
        } else {
            // takes nothing out until rank 0 says that it waits
            JobView view = JobView.look(ranks.jobDirectory());
            while (view.ending() == null
                    && !view.ranks().get(0).view().activity().equals("waiting for room for a message")) {
                Thread.yield();
                view = JobView.look(ranks.jobDirectory());
            }
            job.blockUntil(() -> handled[0] == messages);
            assertEquals(messages, job.counters().value(Counter.HANDLED));
            assertTrue(job.counters().value(Counter.POLLS) > 0);
        }
        job.world().barrier();
    }

    @RankTest
    void shouldCountBarriersAndCollectivesOnce(Job job) {
        Collectives collectives = Collectives.of(job.world());
        job.world().barrier();
        Map<Counter, Long> counts = counted(job, () -> {
            job.world().barrier();
            Event event = job.world().barrierNb();
            event.await();
            job.namedBarrier().notify(3);
            job.namedBarrier().await(3);
            long[] numbers = new long[1 << 14];
            MemorySegment memory = MemorySegment.ofArray(numbers);
            collectives.broadcast(0, memory, memory);
            collectives.broadcastNb(0, memory, memory).await();
            collectives.broadcast(1, memory.asSlice(0, 8), memory.asSlice(0, 8));
        });
        assertEquals(3L, counts.remove(Counter.BARRIERS));
        assertEquals(3L, counts.remove(Counter.COLLECTIVES));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.stats=on")
    void shouldLoseNothingOfThreadsThatComeAndGo(Job job) throws InterruptedException {
        Rma rma = job.world().rma();
        Counters before = job.counters();
        int puts = Repetitions.of(job, 100, 20);
        AtomicInteger done = new AtomicInteger();
        for (int wave = 0; wave < 8; wave++) {
            Thread[] threads = new Thread[20];
            for (int t = 0; t < threads.length; t++) {
                Runnable work = () -> {
                    MemorySegment own = MemorySegment.ofArray(new byte[1024]);
                    for (int i = 0; i < puts; i++) {
                        rma.put(1 - job.rank(), 0, own, 0, 1024);
                    }
                    done.incrementAndGet();
                };
                threads[t] = t % 2 == 0 ? Thread.ofPlatform().start(work) : Thread.ofVirtual().start(work);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        Counters after = job.counters();
        assertEquals(160, done.get());
        assertEquals(160 * puts, after.value(Counter.PUTS) - before.value(Counter.PUTS));
        assertEquals(160L * puts * 1024, after.value(Counter.PUT_BYTES) - before.value(Counter.PUT_BYTES));
        job.world().barrier();
    }

    /**
     * A rank that is not given a processor for long finds that it need not sleep: so rank 1 comes late until rank 0 has
     * slept.
     */
    @RankTest
    void shouldCountSleeps(Job job) {
        job.waitMode(WaitMode.BLOCK);
        Rma rma = job.world().rma();
        while (rma.getLongAcquire(job.rank(), 0) == 0) {
            job.world().barrier();
            long late = System.nanoTime() + 5_000_000;
            while (job.rank() == 1 && System.nanoTime() < late) {
                Thread.onSpinWait();
            }
            job.world().barrier();
            if (job.rank() == 0 && job.counters().value(Counter.SLEEPS) > 0) {
                rma.putLongRelease(0, 0, 1);
                rma.putLongRelease(1, 0, 1);
            }
            job.world().barrier();
        }
    }

    @RankTest(ranks = 1)
    void shouldNotTellAfterTheClose(Job job) {
        Counters kept = job.counters();
        job.close();
        assertThrows(PgasException.class, job::counters);
        assertEquals(0, kept.value(Counter.PUTS));
    }
}
