package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/** Global pointers between ranks: kept in shared memory, swapped atomically, followed by whoever finds them. */
@RankDefaults(ranks = {1, 3}, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class GlobalPointerTest {
    private static final long HEAD = 0;
    private static final long TAKEN = 8;

    /** A node: the pointer to the next one, then its value. */
    private static final long NODES = 64;
    private static final long NODE_BYTES = 16;
    private static final int NODES_PER_RANK = 1_000;

    @RankTest
    void shouldFindNullsInMemoryThatNobodyWrote(Job job) {
        for (int rank = 0; rank < job.size(); rank++) {
            assertTrue(GlobalPointer.isNull(job.world().rma().getLong(rank, HEAD)));
        }
        assertIllegal("getLong", () -> job.world().rma().getLong(GlobalPointer.NULL), "null");
        assertIllegal("putLong", () -> job.world().rma().putLong(GlobalPointer.NULL, 1), "null");
        job.world().barrier();
    }

    @RankTest
    void shouldLeadToTheSamePlaceOnEveryRank(Job job) {
        Rma rma = job.world().rma();
        int next = (job.rank() + 1) % job.size();
        MemorySegment own = job.endpoint().segment().local();
        Stamp.fill(own.asSlice(1024, 100), job.rank(), Space.SEGMENT, 0);
        // a pointer to this rank's bytes, left with the next rank
        rma.putLong(next, HEAD, GlobalPointer.of(job.rank(), 1024));
        job.world().barrier();
        long found = rma.getLong(job.rank(), HEAD);
        int owner = (job.rank() + job.size() - 1) % job.size();
        assertEquals(owner, GlobalPointer.jobRank(found));
        assertEquals(1024, GlobalPointer.offset(found));
        MemorySegment target = MemorySegment.ofArray(new byte[60]);
        rma.get(target, 0, GlobalPointer.add(found, 40), 60);
        Stamp.check("target", target, owner, Space.SEGMENT, 40);
        job.world().barrier();

        Stamp.fill(target, job.rank(), Space.HEAP, 0);
        rma.put(GlobalPointer.add(found, 20), target, 0, 60);
        rma.putLong(GlobalPointer.add(found, 1024), -7L - job.rank());
        assertEquals(-7L - job.rank(), rma.getLong(GlobalPointer.add(found, 1024)));
        job.world().barrier();
        Stamp.check("before", own.asSlice(1024, 20), job.rank(), Space.SEGMENT, 0);
        Stamp.check("put", own.asSlice(1044, 60), next, Space.HEAP, 0);
        Stamp.check("after", own.asSlice(1104, 20), job.rank(), Space.SEGMENT, 80);
        assertEquals(-7L - next, rma.getLong(job.rank(), 2048));
    }

    @RankTest(ranks = 2)
    void shouldRefuseToLeadOutOfASegment(Job job) {
        Rma rma = job.world().rma();
        long end = GlobalPointer.of(1, 64 << 10);
        assertIllegal("getLong", () -> rma.getLong(end), "rank 1", "offset 65536", "65536 bytes", "0..65528");
        assertIllegal("putLong", () -> rma.putLong(GlobalPointer.add(end, -7), 0), "offset 65529");
        assertIllegal("rank", () -> rma.getLong(GlobalPointer.of(2, 0)), "rank 2 ", "0..1");
        assertIllegal("rank", () -> rma.getLong(GlobalPointer.of(GlobalPointer.MAX_RANKS - 1, 0)), "0..1");
        assertIllegal("endpoint", () -> rma.getLong(GlobalPointer.of(1, 1, 0)), "endpoint");
        assertIllegal("no pointer", () -> rma.getLong(4096L), "0x1000", "not a global pointer");
        job.world().barrier();
        job.close();
        Refusals.assertRefused(ErrorCode.NOT_INITIALIZED, "closed", () -> rma.getLong(GlobalPointer.of(1, 0)),
                "closed");
    }

    @RankTest
    void shouldBuildAndTakeApartAListAcrossRanks(Job job) {
        Rma rma = job.world().rma();
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        int total = job.size() * NODES_PER_RANK;
        for (int i = 0; i < NODES_PER_RANK; i++) {
            long node = GlobalPointer.of(job.rank(), NODES + i * NODE_BYTES);
            rma.putLong(GlobalPointer.add(node, 8), (long) job.rank() * NODES_PER_RANK + i);
            push(rma, atomics, node);
        }
        job.world().barrier();

        BitSet seen = new BitSet(total);
        for (long node = atomics.get(0, HEAD); !GlobalPointer.isNull(node); node = rma.getLong(node)) {
            long value = rma.getLong(GlobalPointer.add(node, 8));
            assertEquals(value, (long) GlobalPointer.jobRank(node) * NODES_PER_RANK
                    + (GlobalPointer.offset(node) - NODES) / NODE_BYTES);
            assertTrue(!seen.get((int) value), () -> "node " + value + " is in the list twice");
            seen.set((int) value);
        }
        assertEquals(total, seen.cardinality(), "nodes in the list");
        job.world().barrier();

        // nodes are not pushed again, so a head that is unchanged means a list that is unchanged
        while (true) {
            long node = atomics.get(0, HEAD);
            if (GlobalPointer.isNull(node)) {
                break;
            }
            if (atomics.fetchCompareAndSwap(0, HEAD, node, rma.getLong(node)) == node) {
                atomics.fetchAdd(GlobalPointer.jobRank(node), GlobalPointer.offset(node) + 8, 1L << 32);
                atomics.fetchAdd(0, TAKEN, 1);
            }
        }
        job.world().barrier();
        assertEquals(total, atomics.get(0, TAKEN));
        for (int i = 0; i < NODES_PER_RANK; i++) {
            assertEquals(1, rma.getLong(job.rank(), NODES + i * NODE_BYTES + 8) >>> 32, "times that node was taken");
        }
        job.world().barrier();
    }

    private static void push(Rma rma, LongAtomicDomain atomics, long node) {
        long head = atomics.get(0, HEAD);
        while (true) {
            rma.putLong(node, head);
            long found = atomics.fetchCompareAndSwap(0, HEAD, head, node);
            if (found == head) {
                return;
            }
            head = found;
        }
    }
}
