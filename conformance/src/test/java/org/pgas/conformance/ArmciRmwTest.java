package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.ArmciRmw.Operation;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** ARMCI's read-modify-write. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoods
class ArmciRmwTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldAddAndSwapWithALocalWord(Job job) {
        addAndSwap(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldAddAndSwapWithALocalWordWithoutChecks(Job job) {
        addAndSwap(job);
    }

    private static void addAndSwap(Job job) {
        ArmciRmw armci = ArmciRmw.create(job.world());
        assertSame(job.world(), armci.team());
        int peer = 1 - job.rank();
        MemorySegment local = MemorySegment.ofArray(new byte[13]);
        local.set(INT, 1, 7);
        armci.rmw(Operation.SWAP, local, 1, peer, 4, 99);
        assertEquals(0, local.get(INT, 1));
        armci.rmw(Operation.FETCH_AND_ADD, local, 1, peer, 4, -9);
        assertEquals(7, local.get(INT, 1));
        armci.rmw(Operation.SWAP, local, 1, peer, 4, 0);
        assertEquals(-2, local.get(INT, 1));
        local.set(LONG, 5, 1L << 40);
        armci.rmw(Operation.SWAP_LONG, local, 5, peer, 8, 99);
        assertEquals(0, local.get(LONG, 5));
        armci.rmw(Operation.FETCH_AND_ADD_LONG, local, 5, peer, 8, Integer.MIN_VALUE);
        assertEquals(1L << 40, local.get(LONG, 5));
        armci.rmw(Operation.FETCH_AND_ADD_LONG, local, 5, peer, 8, 0);
        assertEquals((1L << 40) + Integer.MIN_VALUE, local.get(LONG, 5));
        assertEquals((1L << 40) + Integer.MIN_VALUE, armci.fetchAndAddLong(peer, 8, 1L << 41));
        assertEquals((1L << 40) + Integer.MIN_VALUE + (1L << 41), armci.fetchAndAddLong(peer, 8, 0));
        assertEquals(-2, local.get(INT, 1), "the int beside");
        job.world().barrier();
        assertEquals(0, job.world().rma().getInt(job.rank(), 0), "beside the int");
        assertEquals(7, job.world().rma().getInt(job.rank(), 4));
        job.world().barrier();
    }

    @RankTest(ranks = 3, settings = "pgas.checks=off")
    void shouldGiveEachTaskOnce(Job job) {
        ArmciRmw armci = ArmciRmw.create(job.world());
        int tasks = 3_000;
        long sum = 0;
        MemorySegment next = MemorySegment.ofArray(new int[1]);
        while (true) {
            armci.rmw(Operation.FETCH_AND_ADD, next, 0, 0, 0, 1);
            if (next.get(INT, 0) >= tasks) {
                break;
            }
            sum += next.get(INT, 0);
        }
        MemorySegment before = MemorySegment.ofArray(new long[1]);
        armci.rmw(Operation.FETCH_AND_ADD_LONG, before, 0, 0, 8, Math.toIntExact(sum));
        job.world().barrier();
        assertEquals(tasks * (tasks - 1L) / 2, job.world().rma().getLong(0, 8));
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseWhatIsNoWord(Job job) {
        ArmciRmw armci = ArmciRmw.create(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        for (Operation operation : Operation.values()) {
            assertIllegal("null", () -> armci.rmw(operation, null, 0, 0, 0, 1), "rank " + job.rank() + ":", "null");
            assertIllegal("too small", () -> armci.rmw(operation, local, 6, 0, 0, 1), "8 bytes");
            assertIllegal("read-only", () -> armci.rmw(operation, local.asReadOnly(), 0, 0, 0, 1), "read-only");
            assertIllegal("misaligned", () -> armci.rmw(operation, local, 0, 0, 2, 1), "multiple of");
            assertIllegal("rank", () -> armci.rmw(operation, local, 0, 2, 0, 1), "rank 2");
        }
        armci.destroy();
        assertIllegal("destroyed", () -> armci.rmw(Operation.SWAP, local, 0, 0, 0, 1), "destroy");
        assertEquals(-1, MemorySegment.ofArray(new byte[8]).mismatch(local));
        job.world().barrier();
    }
}
