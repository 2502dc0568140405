package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.Segment;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Memory that comes and goes under a window: what is there is reached, what is not is refused, and what comes too late ends the job. */
@RankDefaults(ranks = 3, segment = "64k")
class MpiDynamicWindowTest {
    private static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;
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
        refuseMapped(job, window);
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

    /** What is atomic for whoever maps the memory is not so for handlers. */
    private static void refuseMapped(Job job, Window window) {
        WindowMemory shared = WindowMemory.allocate(job, 4096);
        Segment client = job.segments().create(MemorySegment.ofArray(new long[8]));
        for (MemorySegment mapped : new MemorySegment[]{shared.memory(), shared.memory().asSlice(8, 8),
            job.endpoint().segment().local().asSlice(128)}) {
            assertIllegal("mapped", () -> window.attach(mapped), "Window.attach", "mapped segment",
                    "create a window over it instead");
        }
        window.detach(window.attach(client.local()));
        client.destroy();
        shared.free();
    }

    private static long fill(Window window, int peer, long place, long value) {
        window.put(MemorySegment.ofArray(new long[]{value}), 1, Datatype.LONG, peer, place, 1, Datatype.LONG);
        window.flush(peer);
        return place;
    }

    @RankTest(ranks = 2)
    void shouldEndTheJobWhenATransferFindsItsMemoryDetached(Job job) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            Window window = Window.createDynamic(job.world());
            long place = exchange(job, window.attach(memory(job, 64)), 0)[0];
            if (job.rank() == 0) {
                diverted(job);
                window.detach(place);
            } else {
                window.lock(LockType.SHARED, 0, 0);
                window.put(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG, 0, place, 1, Datatype.LONG);
                job.world().rma().putLong(0, DIVERTED, 1);
            }
            job.blockUntil(() -> false);
        });
        assertTrue(e.getMessage().contains("came after that was detached") && e.getMessage().contains("from rank 1"),
                e.getMessage());
    }

    @RankTest(ranks = 2)
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
