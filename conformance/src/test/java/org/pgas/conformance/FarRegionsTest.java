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
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.pgas.AccumulateType;
import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.Opcode;
import org.pgas.PeerLostException;
import org.pgas.Rma;
import org.pgas.atomics.Scale;
import org.pgas.far.FarRegions;
import org.pgas.regions.Regions;
import org.pgas.team.TeamCore;
import org.pgas.testkit.Memory;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Transfers and accumulates of regions of client memory: the owner unpacks and packs, and both sides have any geometry.
 */
@RankDefaults(ownProcesses = true, segment = "64k", memories = {Memory.ARRAY, Memory.NATIVE})
class FarRegionsTest {
    /**
     * Words of rank 0's mapped segment, by which rank 1 says that it does not poll any more, and learns that it may
     * again.
     */
    private static final long DIVERTED = 0;
    private static final long ATTRACTED = 8;

    /** Every second of 16 bytes: 512 in all. */
    private static final Regions COMB = Regions.nest(0, 16, new long[]{32}, new long[]{32});
    private static final Regions FLAT = Regions.contiguous(0, 512);

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {1, 2, 4})
    void shouldAgreeWithAModelInEveryFormOnOwnAndOtherMemory(Job job) {
        agreeWithAModel(job, 24 / job.size(), 40, 8192);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 3, memories = Memory.ARRAY, settings = {"pgas.am.ring=8k",
        "pgas.wait=block"})
    void shouldAgreeWithAModelWithTheSmallestRingsAndBlockingWaits(Job job) {
        agreeWithAModel(job, 4, 40, 8192);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(memories = Memory.NATIVE, settings = {"pgas.am.ring=8k", "pgas.am.rings=shared"})
    void shouldAgreeWithAModelWithTheSmallestSharedRings(Job job) {
        agreeWithAModel(job, 4, 40, 8192);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(segment = "2m")
    void shouldAgreeWithAModelWhenTransfersTakeManyMessages(Job job) {
        agreeWithAModel(job, 3, 12, 512 << 10);
    }

    private static void agreeWithAModel(Job job, int rounds, int operations, int bytes) {
        inThreads(job, 2, thread -> {
            SplittableRandom random = Seed.of("regions of rank " + job.rank() + ", thread " + thread);
            try (Arena confined = Arena.ofConfined()) {
                new RegionStripe(job, random, confined, (job.rank() * 2L + thread) * bytes, bytes).work(rounds,
                        operations);
            }
        });
    }

    private interface Body {
        void run(int thread);
    }

    /** Runs a body in threads of its own, which all ranks do, while the calling thread takes in messages. */
    private static void inThreads(Job job, int threads, Body body) {
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            workers.add(CompletableFuture.runAsync(() -> body.run(thread), task -> Thread.ofPlatform().start(task)));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new));
        job.blockUntil(all::isDone);
        all.join();
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {2, 3})
    void shouldLoseNoUpdateWhoeverAddsToWhichElements(Job job) {
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        // columns, rows and a list, which meet in every element
        Regions rows = Regions.nest(0, 64, new long[]{8}, new long[]{64});
        Regions columns = Regions.nest(0, 8, new long[]{8, 8}, new long[]{64, 8});
        Regions list = Regions.indexed(8, scattered(64));
        int rounds = 200;
        double[] ones = new double[64];
        java.util.Arrays.fill(ones, 1);
        inThreads(job, 2, _ -> {
            for (int i = 0; i < rounds; i++) {
                for (Regions target : new Regions[]{rows, columns, list}) {
                    remote.accumulateNbi(0, 128, target,
                            new Scale(AccumulateType.DBL, Double.doubleToRawLongBits(0.5), 0),
                            MemorySegment.ofArray(ones), 0, Regions.contiguous(0, 512), false);
                }
                TeamCore.of(job.world()).updates().atomicNbi(null, 0, 0, 128 + 8 * (i & 63), DataType.DBL,
                        Opcode.ADD, Double.doubleToRawLongBits(1), 0, false);
            }
            job.nbi().await();
        });
        double[] found = new double[64];
        remote.get(MemorySegment.ofArray(found), 0, Regions.contiguous(0, 512), 0, 128, rows, false);
        for (int i = 0; i < 64; i++) {
            assertEquals(2.0 * job.size() * (1.5 * rounds + rounds / 64 + (i < rounds % 64 ? 1 : 0)), found[i]);
        }
        job.world().barrier();
    }

    /** Each element of so many, a power of two, once; in no simple order. */
    private static long[] scattered(int elements) {
        long[] offsets = new long[elements];
        for (int i = 0; i < elements; i++) {
            offsets[i] = 8L * (i * i * (elements / 2) + i * 37 & elements - 1);
        }
        return offsets;
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(settings = "pgas.am.ring=8k")
    void shouldHaveMovedAllOfItWhenItIsComplete(Job job) {
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        MemorySegment own = job.endpoint().segment().local();
        Regions list = Regions.indexed(8, scattered(1024));
        Regions flat = Regions.contiguous(0, list.bytes());
        long[] data = new long[1024];
        int peer = 1 - job.rank();
        for (int round = 1; round <= 100; round++) {
            java.util.Arrays.fill(data, round);
            MemorySegment source = MemorySegment.ofArray(data);
            // the sum of two rounds is that of the put and the accumulate
            if (round % 2 == 1) {
                complete(job, round, remote.putNb(peer, 0, list, source, 0, flat, false));
            } else {
                complete(job, round, remote.accumulateNb(peer, 0, list, new Scale(AccumulateType.LNG, 3, 0), source, 0,
                        flat, false));
            }
            // a barrier takes no message, and ends for the owner when the peer has said that it is complete
            job.world().barrier();
            long wanted = round % 2 == 1 ? round : round - 1 + 3L * round;
            for (int at = 0; at < 8192; at += 8) {
                assertEquals(wanted, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            }
            job.world().barrier();
        }
    }

    private static void complete(Job job, int round, Event event) {
        if (round % 4 == 1) {
            job.world().rma().fence();
            assertTrue(event.test());
        } else {
            event.await();
        }
    }

    @Optimised
    @RankTest(modes = Mode.PROCESSES, settings = "pgas.checks=off", neighbourhoods = {1, 2})
    void shouldAllocateNothingForMessages(Job job) {
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        MemorySegment data = MemorySegment.ofArray(new byte[1024]);
        Regions list = Regions.indexed(16, new long[]{0, 64, 32, 128, 512});
        Regions flat = Regions.contiguous(0, 80);
        Scale ints = new Scale(AccumulateType.INT, 1, 0);
        Scale numbers = new Scale(AccumulateType.DCP, 1, 0);
        int peer = 1 - job.rank();
        EventCategory[] all = {EventCategory.ALL};
        job.world().barrier();
        Runnable calls = () -> {
            remote.putNbi(peer, 0, COMB, data, 0, FLAT, false);
            remote.putNbi(peer, 0, list, data, 0, flat, false);
            remote.getNbi(data, 0, FLAT, peer, 0, COMB, false);
            remote.getNbi(data, 0, flat, peer, 0, list, false);
            remote.accumulateNbi(peer, 0, COMB, ints, data, 0, FLAT, false);
            remote.accumulateNbi(peer, 0, list, numbers, data, 0, flat, false);
            remote.accumulate(job.rank(), 0, COMB, ints, data, 0, FLAT, false);
            while (!job.nbi().tryAwait(all)) {
                Thread.yield();
            }
        };
        for (int i = 0; i < 1000; i++) {
            calls.run();
        }
        StructureAllocationTest.assertAllocatesNothing(20, calls);
        job.world().barrier();
    }

    /** Rank 0 runs the body while rank 1 does not poll, until {@link #attract}. */
    private static void whileTheOwnerDoesNotPoll(Job job, Runnable body) {
        Rma rma = job.world().rma();
        if (job.rank() == 0) {
            job.attach(4096);
            Signals.await(job, DIVERTED, 1);
            body.run();
        } else {
            job.attach(MemorySegment.ofArray(new byte[64 << 10]));
            // loads and stores, which never poll; nor does what is done to the own memory
            rma.putLongRelease(0, DIVERTED, 1);
            MemorySegment source = MemorySegment.ofArray(new byte[512]).fill((byte) 1);
            long deadline = System.nanoTime() + Patience.NANOS;
            while (rma.getLongAcquire(0, ATTRACTED) == 0) {
                assertTrue(System.nanoTime() < deadline, "rank 0 never said go");
                FarRegions own = TeamCore.of(job.world()).farRegions();
                own.put(1, 32 << 10, COMB, source, 0, FLAT, false);
                own.accumulate(1, 48 << 10, COMB, new Scale(AccumulateType.INT, 1, 0), source, 0, FLAT, false);
                own.get(source, 0, FLAT, 1, 32 << 10, COMB, false);
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
            FarRegions remote = TeamCore.of(job.world()).farRegions();
            MemorySegment data = MemorySegment.ofArray(new byte[1024]).fill((byte) 3);
            Event put = remote.putNb(1, 8, COMB, data, 0, FLAT, false);
            Event get = remote.getNb(data, 0, COMB, 1, 8, COMB, false);
            Event sum = remote.accumulateNb(1, 4096, COMB, new Scale(AccumulateType.INT, 1, 0), data, 0, FLAT, false);
            remote.getNbi(data, 0, FLAT, 1, 8, COMB, false);
            var region = job.nbi().beginAccessRegion();
            remote.accumulateNbi(1, 4096, COMB, new Scale(AccumulateType.INT, 1, 0), data, 0, FLAT, false);
            Event regional = region.end();
            Event joint = remote.joint(List.of(put, Event.DONE, sum));
            for (int i = 0; i < 1000; i++) {
                assertFalse(get.test() || joint.tryAwait() || joint.test() || regional.test());
                assertFalse(job.nbi().test(EventCategory.GET) || job.nbi().tryAwait());
                assertTrue(job.nbi().test(EventCategory.PUT, EventCategory.RMW, EventCategory.LC, EventCategory.AM));
            }
            assertNotSame(Event.DONE, put);
            assertTrue(joint.leaf(EventCategory.LC).test());
            for (String part : new String[]{"2 of 2", "putNb of 512 bytes", "offset 8", "rank 1"}) {
                assertTrue(joint.toString().contains(part), joint::toString);
            }
            attract(job);
            job.world().rma().fence();
            joint.await();
            assertTrue(put.toString().contains("synchronised"), put::toString);
            assertIllegal("again", joint::test, "2 operations", "again");
            get.await();
            job.nbi().await();
            assertEquals(-1, data.asSlice(0, 512).mismatch(MemorySegment.ofArray(new byte[512]).fill((byte) 3)));
            regional.await();
        });
    }

    /**
     * Between neighbourhoods an owner that does not poll is served; {@link SilentOwnerTest} fills the way to one in a
     * handler.
     */
    @RankTest(segment = "0", memories = Memory.MAPPED, neighbourhoods = 1)
    void shouldSayNotSentWhenTheWayIsFullAndDoNothing(Job job) {
        whileTheOwnerDoesNotPoll(job, () -> {
            FarRegions remote = TeamCore.of(job.world()).farRegions();
            MemorySegment ones = MemorySegment.ofArray(new byte[1024]).fill((byte) 1);
            List<Event> sent = new ArrayList<>();
            for (Event next = null; next != Event.NOT_SENT;) {
                next = remote.putNb(1, 0, COMB, ones, 0, FLAT, true);
                sent.add(next);
            }
            boolean full = false;
            // a request for data is smaller, and finds room for longer
            for (int i = 0; i < 1_000_000 && !full; i++) {
                Event next = remote.getNb(ones, 0, COMB, 1, 0, COMB, true);
                full = next == Event.NOT_SENT;
                sent.add(next);
            }
            assertTrue(full, "the way never was full for gets");
            sent.removeIf(event -> event == Event.NOT_SENT);
            assertFalse(remote.put(1, 8192, COMB, ones, 0, FLAT, true));
            assertFalse(remote.putNbi(1, 8192, COMB, ones, 0, FLAT, true));
            assertFalse(remote.get(ones, 0, FLAT, 1, 0, COMB, true));
            assertFalse(remote.getNbi(ones, 0, FLAT, 1, 0, COMB, true));
            assertFalse(remote.accumulate(1, 8192, COMB, new Scale(AccumulateType.INT, 1, 0), ones, 0, FLAT, true));
            assertSame(Event.NOT_SENT,
                    remote.accumulateNb(1, 8192, COMB, new Scale(AccumulateType.INT, 1, 0), ones, 0, FLAT, true));
            assertFalse(remote.accumulateNbi(1, 8192, COMB, new Scale(AccumulateType.INT, 1, 0), ones, 0, FLAT, true));
            assertTrue(job.nbi().test(), "what was not sent is not outstanding");
            assertIllegal("joint", () -> remote.joint(List.of(Event.DONE, Event.NOT_SENT)), "never started");
            attract(job);
            remote.joint(sent).await();
            MemorySegment found = MemorySegment.ofArray(new byte[512]);
            remote.get(found, 0, FLAT, 1, 8192, COMB, false);
            Stamp.checkUntouched("the place of what was not sent", found);
            assertTrue(remote.accumulate(1, 8192, COMB, new Scale(AccumulateType.INT, 1, 0), ones, 0, COMB, true));
            assertTrue(remote.getNbi(found, 0, FLAT, 1, 8192, COMB, true));
            job.nbi().await();
            assertEquals(-1, found.mismatch(MemorySegment.ofArray(new byte[512]).fill((byte) 1)));
        });
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldBringDataIntoMemoryConfinedToItsThreadWhoeverTakesItIn(Job job) throws Exception {
        FarRegions remote = TeamCore.of(job.world()).farRegions();
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
            MemorySegment target = arena.allocate(3 * 512);
            Regions evens = Regions.nest(0, 64, new long[]{4}, new long[]{128});
            Regions odds = Regions.nest(64, 64, new long[]{4}, new long[]{128});
            for (int round = 0; round < 100; round++) {
                target.fill((byte) 0);
                Event first = remote.getNb(target, 0, evens, peer, 1024, evens, false);
                Event second = remote.getNb(target, 0, odds, peer, 1024, odds, false);
                remote.getNbi(target, 512, Regions.contiguous(0, 512), peer, 1536, Regions.contiguous(0, 512), false);
                remote.get(target, 1024, evens, peer, 2048, evens, false);
                remote.joint(List.of(first, second)).await();
                remote.get(target, 1024, odds, peer, 2048, odds, false);
                job.nbi().await();
                Stamp.check("round " + round, target, peer, Space.SEGMENT, 1024);
            }
        } finally {
            stop.countDown();
        }
        other.get();
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldRefuseMemoryOfAnotherThreadBeforeAnythingChanges(Job job) throws Exception {
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment foreign = arena.allocate(1024);
            CompletableFuture.runAsync(() -> {
                for (int rank = 0; rank < job.size(); rank++) {
                    int target = rank;
                    assertThrows(WrongThreadException.class,
                            () -> remote.putNbi(target, 0, COMB, foreign, 0, COMB, false));
                    assertThrows(WrongThreadException.class, () -> remote.accumulateNb(target, 0, COMB,
                            new Scale(AccumulateType.INT, 1, 0), foreign, 0, COMB, false));
                    assertThrows(WrongThreadException.class,
                            () -> remote.getNb(foreign, 0, COMB, target, 0, COMB, false));
                }
                assertTrue(job.nbi().test());
            }, task -> Thread.ofPlatform().start(task)).get();
        }
        job.world().barrier();
        MemorySegment found = MemorySegment.ofArray(new byte[512]);
        for (int rank = 0; rank < job.size(); rank++) {
            remote.get(found, 0, FLAT, rank, 0, COMB, false);
            Stamp.checkUntouched("rank " + rank, found);
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldBeOneOrderWithContiguousTransfers(Job job) {
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        byte[] data = new byte[1024];
        byte[] found = new byte[1024];
        for (int round = 1; round < 250; round++) {
            java.util.Arrays.fill(data, (byte) round);
            rma.memsetNbi(peer, 0, (byte) (round + 1), 1024);
            remote.putNbi(peer, 0, COMB, MemorySegment.ofArray(data), 0, FLAT, false);
            rma.putValueNbi(peer, 32, 0, 8);
            remote.getNbi(MemorySegment.ofArray(found), 0, Regions.contiguous(0, 1024), peer, 0,
                    Regions.contiguous(0, 1024), false);
            job.nbi().await();
            for (int i = 0; i < 1024; i++) {
                int wanted = i >= 32 && i < 40 ? 0 : i % 32 < 16 ? round : round + 1;
                assertEquals((byte) wanted, found[i]);
            }
        }
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
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        MemorySegment memory = MemorySegment.ofArray(new byte[1024]);
        PeerLostException thrown = assertThrows(PeerLostException.class,
                () -> remote.put(1, 16, COMB, memory, 0, FLAT, false));
        for (String part : new String[]{"rank 0:", "put of 512 bytes", "offset 16", "rank 1"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
        assertThrows(PeerLostException.class, () -> remote.get(memory, 0, COMB, 1, 0, COMB, false));
        assertThrows(PeerLostException.class,
                () -> remote.accumulate(1, 0, COMB, new Scale(AccumulateType.INT, 1, 0), memory, 0, FLAT, false));
        Event first = remote.getNb(memory, 0, COMB, 1, 0, COMB, false);
        Event second = remote.putNb(1, 0, COMB, memory, 0, COMB, false);
        thrown = assertThrows(PeerLostException.class, remote.joint(List.of(first, second))::await);
        assertTrue(thrown.getMessage().contains("2 of 2 operations"), thrown::getMessage);
        remote.accumulateNbi(1, 0, COMB, new Scale(AccumulateType.INT, 1, 0), memory, 0, FLAT, false);
        thrown = assertThrows(PeerLostException.class, () -> job.nbi().await());
        assertTrue(thrown.getMessage().contains("1 atomic operations or accumulates"), thrown::getMessage);
        // what was given up disturbs nothing that is begun later
        memory.fill((byte) 5);
        remote.put(0, 0, COMB, memory, 0, FLAT, false);
        remote.get(memory, 512, FLAT, 0, 0, COMB, false);
        assertEquals(5, memory.get(ValueLayout.JAVA_BYTE, 1023));
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(modes = Mode.THREADS, segment = "0", memories = Memory.MAPPED)
    void shouldEndTheJobWhenAPeerReachesMemoryWhoseArenaWasClosed(Job job) {
        Arena arena = Arena.ofShared();
        job.attach(arena.allocate(1024));
        if (job.rank() == 0) {
            arena.close();
        }
        int finder = Seed.of("what finds it").nextInt(3);
        MemorySegment memory = MemorySegment.ofArray(new byte[1024]);
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            // within, since the job may end before the owner has left this barrier
            job.world().barrier();
            if (job.rank() == 0) {
                job.world().barrier();
            }
            switch (finder) {
                case 0 -> remote.put(0, 0, COMB, memory, 0, FLAT, false);
                case 1 -> remote.get(memory, 0, FLAT, 0, 0, COMB, false);
                default -> remote.accumulate(0, 0, COMB, new Scale(AccumulateType.INT, 1, 0), memory, 0, FLAT, false);
            }
        });
        String[] names = {"a put of regions", "a get of regions", "a remote accumulate of regions"};
        for (String part : new String[]{"rank 0:", "1024 bytes", "closed while it was bound", "rank 1",
            names[finder]}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(segment = "0", memories = Memory.MAPPED)
    void shouldReportAClosedArenaToItsOwner(Job job) {
        try (Arena arena = Arena.ofShared()) {
            job.attach(arena.allocate(1024));
            job.world().barrier();
        }
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        int self = job.rank();
        Object[] parts = {"rank " + self + ":", "1024 bytes", "closed while it was bound"};
        MemorySegment memory = MemorySegment.ofArray(new byte[1024]);
        assertIllegal("put", () -> remote.put(self, 0, COMB, memory, 0, FLAT, false), parts);
        assertIllegal("get", () -> remote.getNb(memory, 0, FLAT, self, 0, COMB, false), parts);
        assertIllegal("accumulate",
                () -> remote.accumulateNbi(self, 0, COMB, new Scale(AccumulateType.INT, 1, 0), memory, 0, FLAT, false),
                parts);
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(modes = Mode.THREADS, segment = "0", memories = Memory.MAPPED)
    void shouldReportATargetThatWasClosedBeforeItsGetWasSynchronised(Job job) {
        job.attach(MemorySegment.ofArray(new byte[1024]));
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            job.world().barrier();
            if (job.rank() == 0) {
                FarRegions remote = TeamCore.of(job.world()).farRegions();
                Event get;
                try (Arena arena = Arena.ofShared()) {
                    get = remote.getNb(arena.allocate(1024), 0, COMB, 1, 0, COMB, false);
                }
                get.await();
            }
            job.world().barrier();
        });
        for (String part : new String[]{"rank 0:", "target of a get from rank 1", "keep its arena open"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
    }
}
