package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.Segment;
import org.pgas.coll.Collectives;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Memory that comes and goes under a window: what is there is reached, what is not is refused, and what comes too late
 * ends the job.
 */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpiDynamicWindowTest {
    private static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLES = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    /** In the attached segment. */
    private static final long DIVERTED = 64;

    private static MemorySegment memory(Job job, long bytes) {
        return job.rank() == 0 ? Arena.ofShared().allocate(bytes) : MemorySegment.ofArray(new byte[(int) bytes]);
    }

    @RankTest
    void shouldReachWhatIsAttachedAndRefuseTheRest(Job job) {
        Window window = Window.createDynamic(job.world());
        MemorySegment first = memory(job, 1000);
        MemorySegment second = MemorySegment.ofArray(new long[512]);
        long low = window.attach(first);
        long high = window.attach(second);
        assertIllegal("overlap", () -> window.attach(first.asSlice(10, 20)), "overlaps");
        long[] places = exchange(job, low, high);
        int peer = (job.rank() + 1) % job.size();
        long target = places[2 * peer];
        long words = places[2 * peer + 1];
        window.lockAll(0);
        int[] data = new int[100];
        Arrays.setAll(data, i -> i + 1);
        Datatype every = Datatype.indexed(new int[]{1, 1, 1}, new int[]{0, 2, 5}, Datatype.INT).commit();
        window.put(MemorySegment.ofArray(data), 100, Datatype.INT, peer, target + 100, 100, Datatype.INT);
        for (int i = 0; i < 3; i++) {
            window.accumulate(MemorySegment.ofArray(data), 6, Datatype.INT, peer, words + 8, 2, every, Op.SUM);
        }
        window.flush(peer);
        int[] back = new int[12];
        window.get(MemorySegment.ofArray(back), 12, Datatype.INT, peer, words + 8, 12, Datatype.INT);
        window.flush(peer);
        assertEquals(-1, Arrays.mismatch(new int[]{3, 0, 6, 0, 0, 9, 12, 0, 15, 0, 0, 18}, back));
        assertEquals(7, window.fetchAndOp(5, peer, fill(window, peer, words + 256, 7), Op.SUM));
        assertEquals(12, window.compareAndSwap(12, 1, peer, words + 256));
        MemorySegment source = MemorySegment.ofArray(data);
        for (long outside : new long[]{target - 1, target + 1000 - 3, words + 4096 - 3, 0, Long.MAX_VALUE, -8}) {
            assertIllegal("outside", () -> window.put(source, 1, Datatype.INT, peer, outside, 1, Datatype.INT),
                    "displacement " + outside);
        }
        assertIllegal("the type reaches out",
                () -> window.put(source, 3, Datatype.INT, peer, target + 984, 1, every), "attached");
        window.unlockAll();
        job.world().barrier();
        for (int i = 0; i < 100; i++) {
            assertEquals(i + 1, first.get(INTS, 100 + 4L * i));
        }
        assertIllegal("not a base", () -> window.detach(low + 8), "nothing is attached");
        window.detach(low);
        assertIllegal("twice", () -> window.detach(low), "nothing is attached");
        job.world().barrier();
        window.lockAll(0);
        assertIllegal("detached", () -> window.put(source, 1, Datatype.INT, peer, target, 1, Datatype.INT),
                "attached");
        window.unlockAll();
        long again = window.attach(first);
        assertTrue(again != low, "what is attached later is not taken for what was there before");
        job.world().barrier();
        window.free();
    }

    /**
     * Memory of MPI_Alloc_mem, the attached segment, and a segment of the program's: the rank that transfers reaches
     * it, while the rank that has it does nothing.
     */
    @RankTest(ranks = {1, 3})
    void shouldReachMappedMemoryThatIsAttachedByItself(Job job) {
        Window window = Window.createDynamic(job.world());
        WindowMemory shared = WindowMemory.allocate(job, 10_000);
        Segment own = job.segments().create(4096);
        MemorySegment[] regions = {shared.memory().asSlice(8, 800), shared.memory().asSlice(5000),
            job.endpoint().segment().local().asSlice(4096, 800), own.local()};
        int endpoints = job.endpoints().list().size();
        int peer = (job.rank() + 1) % job.size();
        for (int round = 0; round < 3; round++) {
            for (MemorySegment region : regions) {
                region.fill((byte) 0);
                long place = window.attach(region);
                assertIllegal("overlap", () -> window.attach(region.asSlice(8, 8)), "overlaps");
                transfer(job, window, peer, exchange(job, place, 0)[2 * peer], region.byteSize());
                job.world().barrier();
                assertEquals(2 * ((job.rank() + job.size() - 1) % job.size()) + 103, region.get(LONGS, 80));
                window.detach(place);
                long gone = exchange(job, place, 0)[2 * peer];
                assertIllegal("detached", () -> get(window, peer, gone), "attached");
                job.world().barrier();
            }
        }
        assertEquals(endpoints, job.endpoints().list().size(), "endpoints");
        // what is not detached ends with the window
        window.attach(regions[0]);
        window.attach(regions[1]);
        assertEquals(endpoints + 1, job.endpoints().list().size(), "one for each segment");
        assertIllegal("attached", shared::free, "WindowMemory.free", "attached to a dynamic window", "Window.detach");
        window.free();
        assertEquals(endpoints - 1, job.endpoints().list().size(), "endpoints");
        shared.free();
        own.destroy();
    }

    private static void get(Window window, int peer, long place) {
        window.lock(LockType.SHARED, peer, 0);
        try {
            window.get(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG, peer, place, 1, Datatype.LONG);
        } finally {
            window.unlock(peer);
        }
    }

    /**
     * Every kind of call; leaves 2 * rank + 103 in word 10. The last call is in an epoch with a fence, which moves what
     * is reached by messages, too.
     */
    private static void transfer(Job job, Window window, int peer, long place, long bytes) {
        long[] words = {job.rank() + 100, 2, 3};
        MemorySegment source = MemorySegment.ofArray(words);
        window.lockAll(0);
        window.put(source, 3, Datatype.LONG, peer, place + 80, 3, Datatype.LONG);
        window.accumulate(source, 1, Datatype.LONG, peer, place + 80, 1, Datatype.LONG, Op.SUM);
        Datatype every = Datatype.indexed(new int[]{1, 1}, new int[]{0, 2}, Datatype.LONG).commit();
        long[] before = new long[2];
        window.getAccumulate(source, 2, Datatype.LONG, MemorySegment.ofArray(before), 2, Datatype.LONG, peer,
                place + 80, 1, every, Op.REPLACE);
        window.flush(peer);
        assertEquals(2 * (job.rank() + 100), before[0]);
        assertEquals(3, before[1]);
        assertEquals(2, window.fetchAndOp(5, peer, place + 88, Op.SUM));
        assertEquals(7, window.compareAndSwap(7, 9, peer, place + 88));
        assertEquals(2, window.fetchAndOp(0, peer, place + 96, Op.NO_OP));
        long[] back = new long[3];
        window.get(MemorySegment.ofArray(back), 3, Datatype.LONG, peer, place + 80, 3, Datatype.LONG);
        window.unlockAll();
        assertEquals(-1, Arrays.mismatch(new long[]{job.rank() + 100, 9, 2}, back));
        window.lockAll(0);
        for (long outside : new long[]{place - 8, place + bytes - 7, place + bytes, 0, -8, place + (1L << 40)}) {
            assertIllegal("outside", () -> window.put(source, 1, Datatype.LONG, peer, outside, 1, Datatype.LONG),
                    "displacement " + outside);
        }
        window.unlockAll();
        window.fence(0);
        window.accumulate(MemorySegment.ofArray(new long[]{job.rank() + 3}), 1, Datatype.LONG, peer, place + 80, 1,
                Datatype.LONG, Op.SUM);
        window.fence(16);
    }

    /** Accumulates through a dynamic window, and through one over the same memory, lose nothing of each other. */
    @RankTest
    void shouldAccumulateAtomicallyWithOtherWindowsOverWhatIsAttached(Job job) {
        WindowMemory shared = WindowMemory.allocate(job, 4096);
        Window over = Window.create(job.world(), shared.memory(), 8);
        Window window = Window.createDynamic(job.world());
        long place = exchange(job, window.attach(shared.memory()), 0)[0];
        int rounds = 5_000;
        MemorySegment one = MemorySegment.ofArray(new double[]{1});
        over.lockAll(0);
        window.lockAll(0);
        for (int i = 0; i < rounds; i++) {
            over.accumulate(one, 1, Datatype.DOUBLE, 0, 3, 1, Datatype.DOUBLE, Op.SUM);
            window.accumulate(one, 1, Datatype.DOUBLE, 0, place + 24, 1, Datatype.DOUBLE, Op.SUM);
        }
        window.unlockAll();
        over.unlockAll();
        job.world().barrier();
        if (job.rank() == 0) {
            assertEquals(2.0 * rounds * job.size(), shared.memory().get(DOUBLES, 24));
        }
        job.world().barrier();
        window.free();
        over.free();
        shared.free();
    }

    /**
     * The table grows with what is attached, up to 8,192 regions; the same place serves again and again, and is never
     * taken for what was there before.
     */
    @RankTest(ranks = 2)
    void shouldAttachThousandsOfRegions(Job job) {
        Window window = Window.createDynamic(job.world());
        int most = 8192;
        long[] places = new long[most];
        MemorySegment memory = MemorySegment.ofArray(new long[most]);
        if (job.rank() == 0) {
            for (int i = 0; i < most; i++) {
                places[i] = window.attach(memory.asSlice(8L * i, 8));
            }
            assertRefused(ErrorCode.RESOURCE, "one more", () -> window.attach(MemorySegment.ofArray(new long[1])),
                    "Window.attach", "8192 regions");
            assertEquals(most, Arrays.stream(places).distinct().count());
        }
        Collectives.of(job.world()).broadcast(0, MemorySegment.ofArray(places), MemorySegment.ofArray(places));
        window.fence(0);
        if (job.rank() == 1) {
            for (int i = 0; i < most; i++) {
                window.put(MemorySegment.ofArray(new long[]{i + 1}), 1, Datatype.LONG, 0, places[i], 1, Datatype.LONG);
            }
        }
        window.fence(16);
        for (int i = 0; i < most && job.rank() == 0; i++) {
            assertEquals(i + 1, memory.get(LONGS, 8L * i));
        }
        long first = places[0];
        for (int i = 0; i < 1500 && job.rank() == 0; i++) {
            window.detach(first);
            long again = window.attach(memory.asSlice(0, 8));
            assertTrue(again != first && again > 0, "base " + again + " after " + first);
            first = again;
        }
        job.world().barrier();
        window.free();
    }

    private static long fill(Window window, int peer, long place, long value) {
        window.put(MemorySegment.ofArray(new long[]{value}), 1, Datatype.LONG, peer, place, 1, Datatype.LONG);
        window.flush(peer);
        return place;
    }

    /** A rank elsewhere would be served while this one is diverted. */
    @RankTest(ranks = 2, neighbourhoods = 1)
    void shouldEndTheJobWhenATransferFindsItsMemoryDetached(Job job) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            Window window = Window.createDynamic(job.world());
            long place = exchange(job, window.attach(memory(job, 64)), 0)[0];
            if (job.rank() == 0) {
                diverted(job);
                window.detach(place);
            } else {
                window.lock(LockType.SHARED, 0, 0);
                // more than one call takes in at a time: the detaching one does so before it detaches
                for (int i = 0; i < 100; i++) {
                    window.put(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG, 0, place, 1, Datatype.LONG);
                }
                job.world().rma().putLong(0, DIVERTED, 1);
            }
            job.blockUntil(() -> false);
        });
        assertTrue(e.getMessage().contains("came after that was detached") && e.getMessage().contains("from rank 1"),
                e.getMessage());
    }

    /** A rank elsewhere would be served while this one is diverted. */
    @RankTest(ranks = 2, neighbourhoods = 1)
    void shouldEndTheJobWhenTheMemoryOfAResultWasClosed(Job job) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            Window window = Window.create(job.world(), memory(job, 64), 1);
            job.world().barrier();
            if (job.rank() == 0) {
                diverted(job);
            } else {
                window.lock(LockType.SHARED, 0, 0);
                try (Arena arena = Arena.ofShared()) {
                    window.get(arena.allocate(64), 64, Datatype.BYTE, 0, 0, 64, Datatype.BYTE);
                }
                job.world().rma().putLong(0, DIVERTED, 1);
            }
            job.blockUntil(() -> false);
        });
        assertTrue(e.getMessage().contains("on rank 0 of a window was closed"), e.getMessage());
    }

    /** Until the peer says so, this rank takes nothing in. */
    private static void diverted(Job job) {
        MemorySegment own = job.endpoint().segment().local();
        while ((long) WORDS.getVolatile(own, DIVERTED) == 0) {
            Thread.onSpinWait();
        }
    }

    /** Two numbers of each rank. */
    private static long[] exchange(Job job, long one, long other) {
        long[] all = new long[2 * job.size()];
        MemorySegment own = job.endpoint().segment().local();
        own.set(LONGS, 0, one);
        own.set(LONGS, 8, other);
        job.world().barrier();
        for (int rank = 0; rank < job.size(); rank++) {
            all[2 * rank] = job.world().rma().getLong(rank, 0);
            all[2 * rank + 1] = job.world().rma().getLong(rank, 8);
        }
        job.world().barrier();
        return all;
    }
}
