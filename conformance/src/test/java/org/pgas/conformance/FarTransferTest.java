package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.PeerLostException;
import org.pgas.Rma;
import org.pgas.RmaFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/** Transfers to memory that is not mapped here are really outstanding until its owner has carried them out. */
@RankDefaults(segment = "64k", memories = {Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoods
class FarTransferTest {
    private static final int MEBI = 1 << 20;
    private static final int OUTSTANDING = 70_000;

    /** Between neighbourhoods, where {@link NbiTest} has as many as above. */
    private static final int OUTSTANDING_ELSEWHERE = 2_000;

    /**
     * Words of rank 0's mapped segment, by which rank 1 says that it does not poll any more, and learns that it may
     * again.
     */
    private static final long DIVERTED = 0;
    private static final long ATTRACTED = 8;

    @RankTest(segment = "6m")
    void shouldMoveSizesAroundThePayloadOfAMessageAndFarBeyond(Job job) {
        int most = (int) job.world().am().maxRequestMedium(1 - job.rank(), LocalCompletion.NOW, 0, 4);
        int piece = most & -64;
        byte[] source = new byte[6 * MEBI];
        Stamp.fill(MemorySegment.ofArray(source), job.rank(), Space.HEAP, 0);
        byte[] back = new byte[6 * MEBI];
        int peer = 1 - job.rank();
        Rma rma = job.world().rma();
        int[] sizes = {piece - 1, piece, piece + 1, most - 1, most, most + 1, 2 * piece, 2 * piece + 1, 7 * piece - 3,
            MEBI + 5, 5 * MEBI};
        for (int bytes : Arrays.copyOf(sizes, Repetitions.of(job, sizes.length, sizes.length - 1))) {
            // what lies within a message of the data is looked at, and once all; at the end of the segment for the last
            // place
            int around = bytes == most + 1 ? 6 * MEBI : Math.min(6 * MEBI, bytes + 2 * most);
            int[] places = {3, 0, around - bytes};
            for (int at : Arrays.copyOf(places, Repetitions.of(job, places.length, 1))) {
                int begin = at < around - bytes ? 0 : 6 * MEBI - around;
                MemorySegment seen = MemorySegment.ofArray(back).asSlice(0, around);
                rma.memset(peer, begin, (byte) 0, around);
                rma.put(peer, begin + at, source, 7, bytes);
                rma.get(back, 0, peer, begin, around);
                Stamp.checkUntouched("before", seen.asSlice(0, at));
                Stamp.check("data", seen.asSlice(at, bytes), job.rank(), Space.HEAP, 7);
                Stamp.checkUntouched("after", seen.asSlice(at + bytes));
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldHaveManyGetsAndPutsOutstandingBeforeOneSync(Job job) {
        int outstanding = Repetitions.of(job, OUTSTANDING, OUTSTANDING_ELSEWHERE);
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        long mine = 32768L * job.rank();
        byte[] target = new byte[outstanding];
        byte[] source = new byte[1];
        rma.memset(peer, mine, (byte) 9, 32768);
        Event[] events = new Event[outstanding];
        for (int i = 0; i < outstanding; i++) {
            events[i] = rma.getNb(MemorySegment.ofArray(target), i, peer, mine + (i & 32767), 1);
        }
        Event.awaitAll(events);
        for (int i = 0; i < outstanding; i++) {
            assertEquals(9, target[i]);
            source[0] = (byte) i;
            events[i] = rma.putNb(peer, mine + (i & 32767), MemorySegment.ofArray(source), 0, 1, LocalCompletion.NOW);
        }
        for (Event event : events) {
            event.await();
        }
        for (int i = 0; i < outstanding; i++) {
            rma.getNbi(MemorySegment.ofArray(target), i, peer, mine + (i & 32767), 1);
        }
        job.nbi().await(EventCategory.GET);
        for (int i = 0; i < outstanding; i++) {
            int last = (i & 32767) + (outstanding - 1 - (i & 32767)) / 32768 * 32768;
            assertEquals((byte) last, target[i]);
        }
        job.world().barrier();
    }

    private interface Body {
        void run();
    }

    /** Rank 0 runs the body while rank 1 does not poll, until {@link #attract}. */
    private static void whileTheOwnerDoesNotPoll(Job job, Body body) {
        Rma rma = job.world().rma();
        if (job.rank() == 0) {
            job.attach(4096);
            Signals.await(job, DIVERTED, 1);
            body.run();
        } else {
            job.attach(MemorySegment.ofArray(new byte[64 << 10]));
            // loads and stores, which never poll
            rma.putLongRelease(0, DIVERTED, 1);
            long deadline = System.nanoTime() + Patience.NANOS;
            while (rma.getLongAcquire(0, ATTRACTED) == 0) {
                assertTrue(System.nanoTime() < deadline, "rank 0 never said go");
                Thread.onSpinWait();
            }
        }
        job.world().barrier();
    }

    private static void attract(Job job) {
        Signals.raise(job, 0, ATTRACTED, 1);
    }

    /** Between neighbourhoods the transport serves an owner that does not poll: {@link NeighbourhoodsTest}. */
    @RankTest(segment = "0", memories = Memory.MAPPED, neighbourhoods = 1)
    void shouldCompleteNothingWhileTheOwnerDoesNotPoll(Job job) {
        whileTheOwnerDoesNotPoll(job, () -> {
            Rma rma = job.world().rma();
            byte[] target = new byte[8];
            Event put = rma.putValueNb(1, 0, 5, 8);
            rma.getNbi(MemorySegment.ofArray(target), 0, 1, 0, 8);
            var region = job.nbi().beginAccessRegion();
            rma.memsetNbi(1, 64, (byte) 3, 8);
            Event regional = region.end();
            for (int i = 0; i < 1000; i++) {
                assertFalse(put.test() || put.tryAwait());
                assertFalse(job.nbi().test(EventCategory.GET) || job.nbi().tryAwait() || regional.test());
                assertTrue(job.nbi().test(EventCategory.PUT) && job.nbi().test(EventCategory.LC)
                        && job.nbi().test(EventCategory.RMW, EventCategory.AM));
            }
            assertNotSame(Event.DONE, put);
            assertTrue(put.toString().contains("rank 1") && put.toString().contains("8 bytes"), put::toString);
            assertTrue(put.leaf(EventCategory.LC).test());
            attract(job);
            rma.fence();
            assertTrue(put.test());
            assertTrue(regional.test());
            job.nbi().await();
            assertEquals(5, target[0]);
        });
    }

    /**
     * Between neighbourhoods an owner that does not poll is served; {@link SilentOwnerTest} fills the way to one in a
     * handler.
     */
    @RankTest(segment = "0", memories = Memory.MAPPED, neighbourhoods = 1)
    void shouldSayNotSentWhenTheWayIsFullAndDoNothing(Job job) {
        whileTheOwnerDoesNotPoll(job, () -> {
            Rma rma = job.world().rma();
            MemorySegment source = MemorySegment.ofArray(new byte[4096]).fill((byte) 1);
            List<Event> sent = new ArrayList<>();
            Event last = rma.putNb(1, 0, source, 0, 4096, LocalCompletion.NOW, RmaFlags.IMMEDIATE);
            while (last != Event.NOT_SENT) {
                sent.add(last);
                last = rma.putNb(1, 0, source, 0, 4096, LocalCompletion.NOW, RmaFlags.IMMEDIATE);
            }
            assertFalse(sent.isEmpty());
            assertFalse(rma.put(1, 8192, source, 0, 4096, RmaFlags.IMMEDIATE));
            assertFalse(rma.putNbi(1, 8192, source, 0, 4096, LocalCompletion.GROUP, RmaFlags.IMMEDIATE));
            byte[] target = new byte[4096];
            MemorySegment into = MemorySegment.ofArray(target);
            boolean full = false;
            for (int i = 0; i < 1_000_000 && !full; i++) {
                Event get = rma.getNb(into, 0, 1, 0, 8, RmaFlags.IMMEDIATE);
                full = get == Event.NOT_SENT;
                if (!full) {
                    sent.add(get);
                }
            }
            assertTrue(full, "the way never was full for gets");
            assertFalse(rma.get(into, 0, 1, 0, 4096, RmaFlags.IMMEDIATE));
            assertFalse(rma.getNbi(into, 0, 1, 0, 4096, RmaFlags.IMMEDIATE));
            assertFalse(rma.putValue(1, 8192, -1, 8, RmaFlags.IMMEDIATE));
            assertFalse(rma.putValueNbi(1, 8200, -1, 8, RmaFlags.IMMEDIATE));
            assertSame(Event.NOT_SENT, rma.putValueNb(1, 8208, -1, 8, RmaFlags.IMMEDIATE));
            assertTrue(job.nbi().test(), "what was not sent is not outstanding");
            attract(job);
            Event.awaitAll(sent.toArray(Event[]::new));
            rma.get(into, 0, 1, 8192, 4096);
            Stamp.checkUntouched("the place of what was not sent", into);
            assertTrue(rma.put(1, 8192, source, 0, 4096, RmaFlags.IMMEDIATE));
            assertTrue(rma.putValue(1, 8192, -1, 7, RmaFlags.IMMEDIATE));
            assertTrue(rma.putValueNbi(1, 8200, -1, 6, RmaFlags.IMMEDIATE));
            rma.putValueNb(1, 8208, -1, 5, RmaFlags.IMMEDIATE).await();
            job.nbi().await();
            assertEquals(0x01FF_FFFF_FFFF_FFFFL, rma.getValue(1, 8192, 8, RmaFlags.IMMEDIATE));
            assertEquals(0x0101_FFFF_FFFF_FFFFL, rma.getValue(1, 8200, 8, RmaFlags.NONE));
            assertEquals(0x0101_01FF_FFFF_FFFFL, rma.getValue(1, 8208, 8));
        });
    }

    @RankTest
    void shouldBringDataIntoMemoryConfinedToItsThreadWhoeverTakesItIn(Job job) throws Exception {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            while (stop.getCount() > 0) {
                job.poll();
            }
        }, task -> Thread.ofPlatform().start(task));
        try (Arena arena = Arena.ofConfined()) {
            for (int round = 0; round < Repetitions.of(job, 500, 100); round++) {
                MemorySegment target = arena.allocate(3000);
                Event first = rma.getNb(target, 0, peer, 100, 1000);
                rma.getNbi(target, 1000, peer, 1100, 1000);
                rma.get(target, 2000, peer, 2100, 1000);
                first.await();
                job.nbi().await();
                Stamp.check("round " + round, target, peer, Space.SEGMENT, 100);
            }
        } finally {
            stop.countDown();
        }
        other.get();
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMemoryThatItsThreadCannotWriteBeforeItAsks(Job job) throws Exception {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment foreign = arena.allocate(8);
            CompletableFuture.runAsync(() -> {
                assertThrows(WrongThreadException.class, () -> rma.getNb(foreign, 0, peer, 0, 8));
                assertThrows(WrongThreadException.class, () -> rma.getNbi(foreign, 0, peer, 0, 8));
                assertThrows(WrongThreadException.class, () -> rma.get(foreign, 0, peer, 0, 8));
                job.nbi().await();
            }, task -> Thread.ofPlatform().start(task)).get();
            closed = foreign;
        }
        assertThrows(IllegalStateException.class, () -> rma.getNb(closed, 0, peer, 0, 8));
        assertThrows(IllegalStateException.class, () -> rma.getNbi(closed, 0, peer, 0, 8));
        job.nbi().await();
        job.world().barrier();
    }

    @RankTest
    void shouldCompleteWhatAThreadThatIsGoneHasLeftOutstanding(Job job) throws InterruptedException {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        for (int round = 0; round < Repetitions.of(job, 20, 5); round++) {
            int value = round + 1;
            Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 100; i++) {
                    rma.putValueNbi(peer, 8L * i, value, 8);
                    rma.getNb(MemorySegment.ofArray(new byte[8]), 0, peer, 8L * i, 8);
                }
            }).join();
            assertTrue(job.nbi().test(), "another thread's operations");
            job.world().barrier();
            // in order behind those of the thread that is gone only if they are done: so ask until they are
            for (int i = 0; i < 100; i++) {
                while (rma.getLong(peer, 8L * i) != value) {
                    Thread.onSpinWait();
                }
            }
            job.world().barrier();
        }
    }

    @RankTest
    void shouldAgreeWithAModelWithManyOutstandingFromTwoThreads(Job job) throws Exception {
        agreeWithAModel(job);
    }

    @RankTest(ranks = 3, memories = Memory.ARRAY, settings = {"pgas.am.ring=8k",
        "pgas.wait=block"})
    void shouldAgreeWithAModelWithTheSmallestRingsAndBlockingWaits(Job job) throws Exception {
        agreeWithAModel(job);
    }

    private static void agreeWithAModel(Job job) throws Exception {
        int threads = 2;
        int stripe = (64 << 10) / (job.size() * threads);
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int base = (job.rank() * threads + t) * stripe;
            SplittableRandom random = Seed.of("operations of rank " + job.rank() + ", thread " + t);
            workers.add(CompletableFuture.runAsync(() -> new Stripe(job, random, base, stripe).work(),
                    task -> Thread.ofPlatform().start(task)));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new));
        job.blockUntil(all::isDone);
        all.get();
        job.world().barrier();
    }

    /** A part of every rank's memory that one thread has to itself. */
    private static final class Stripe {
        private final Job job;
        private final Rma rma;
        private final SplittableRandom random;
        private final int base;
        private final int bytes;
        private final byte[][] model;

        Stripe(Job job, SplittableRandom random, int base, int bytes) {
            this.job = job;
            this.rma = job.world().rma();
            this.random = random;
            this.base = base;
            this.bytes = bytes;
            model = new byte[job.size()][bytes];
        }

        void work() {
            for (int round = 0; round < Repetitions.of(job, 60, 10); round++) {
                List<Event> events = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    write(random.nextInt(job.size()), events);
                }
                synchronise(events);
                for (int peer = 0; peer < job.size(); peer++) {
                    check(peer);
                }
            }
        }

        /** Messages of one thread to one rank are carried out in order, so later writes win. */
        private void write(int peer, List<Event> events) {
            int length = random.nextInt(1 + random.nextInt(2000));
            int at = random.nextInt(bytes - length + 1);
            byte[] data = new byte[length];
            random.nextBytes(data);
            System.arraycopy(data, 0, model[peer], at, length);
            MemorySegment source = MemorySegment.ofArray(data);
            switch (random.nextInt(4)) {
                case 0 -> rma.put(peer, base + at, source, 0, length);
                case 1 -> events.add(rma.putNb(peer, base + at, source, 0, length, LocalCompletion.NOW));
                case 2 -> rma.putNbi(peer, base + at, source, 0, length, LocalCompletion.GROUP);
                default -> {
                    byte value = (byte) random.nextInt();
                    Arrays.fill(model[peer], at, at + length, value);
                    rma.memsetNbi(peer, base + at, value, length);
                }
            }
            Arrays.fill(data, (byte) 0);
        }

        private void synchronise(List<Event> events) {
            switch (random.nextInt(3)) {
                case 0 -> rma.fence();
                case 1 -> job.nbi().await(EventCategory.PUT);
                default -> {
                    while (!job.nbi().tryAwait()) {
                        Thread.onSpinWait();
                    }
                }
            }
            Event.awaitAll(events.toArray(Event[]::new));
            job.nbi().await();
        }

        private void check(int peer) {
            byte[] found = new byte[bytes];
            int half = random.nextInt(bytes);
            Event first = rma.getNb(MemorySegment.ofArray(found), 0, peer, base, half);
            rma.getNbi(MemorySegment.ofArray(found), half, peer, base + half, bytes - half);
            first.await();
            job.nbi().await();
            int wrong = Arrays.mismatch(model[peer], found);
            assertEquals(-1, wrong, () -> "byte " + wrong + " at rank " + peer);
        }
    }

    @RankTest
    void shouldReportMisuseOfEventsInCheckedMode(Job job) throws Exception {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        Event put = rma.putValueNb(peer, 0, 1, 8);
        CompletableFuture.runAsync(() -> assertIllegal("another thread", put::await, "rank " + job.rank() + ":",
                "putValueNb", "another"), task -> Thread.ofPlatform().name("another").start(task)).get();
        put.await();
        assertIllegal("again", put::await, "putValueNb", "again");
        assertIllegal("again", put::test, "rank " + peer, "again");
        var region = job.nbi().beginAccessRegion();
        rma.putValueNbi(peer, 0, 2, 8);
        assertIllegal("inside", () -> job.nbi().await(), "inside an access region");
        Event event = region.end();
        event.await();
        assertTrue(job.nbi().test(), "what is in a region is in no other set");
        var get = rma.getValueNb(peer, 0, 8);
        assertEquals(2, get.await());
        assertIllegal("twice", get::await, "rank " + job.rank() + ":", "twice");
        job.world().barrier();
    }

    /** Between neighbourhoods the call that begins the operation may be refused already: {@link SilentOwnerTest}. */
    @RankTest(neighbourhoods = 1)
    void shouldReportAnOwnerThatHasLeft(Job job) {
        if (job.rank() == 1) {
            job.close();
            return;
        }
        // fails once the other has left: as long as it was in a barrier, it would carry out what is asked of it
        assertThrows(PeerLostException.class, () -> job.world().barrier());
        Rma rma = job.world().rma();
        PeerLostException thrown = assertThrows(PeerLostException.class, () -> rma.putLong(1, 16, 1));
        for (String part : new String[]{"rank 0:", "put of a value of 8 bytes", "offset 16", "rank 1"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
        Event event = rma.getNb(MemorySegment.ofArray(new byte[8]), 0, 1, 0, 8);
        assertThrows(PeerLostException.class, event::await);
        rma.putValueNbi(1, 0, 1, 8);
        thrown = assertThrows(PeerLostException.class, () -> job.nbi().await());
        assertTrue(thrown.getMessage().contains("1 puts"), thrown::getMessage);
        assertThrows(PeerLostException.class, rma::fence);
        job.nbi().await(EventCategory.GET);
        // what was given up disturbs nothing that is begun later
        rma.putLong(0, 0, 3);
        assertEquals(3, rma.getLong(0, 0));
    }
}
