package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.AttachException;
import org.pgas.BoundSegment;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What may be attached as client memory, how it looks from both sides, and what it cannot do. */
@RankDefaults(segment = "0")
@AcrossNeighbourhoodsAsThreads
class ClientMemoryTest {
    @RankTest
    void shouldBindExactlyTheMemoryThatWasGiven(Job job) {
        MemorySegment memory = MemorySegment.ofArray(new int[25 + job.rank()]);
        Segment segment = job.attach(memory);
        assertSame(segment, job.endpoint().segment());
        assertSame(memory, segment.local());
        assertFalse(segment.isMapped());
        assertEquals(100 + 4 * job.rank(), segment.size());
        assertEquals(job.rank(), segment.owner());
        for (int rank = 0; rank < job.size(); rank++) {
            BoundSegment bound = job.endpoint().boundSegment(job.world(), rank);
            assertEquals(100 + 4 * rank, bound.size());
            if (rank == job.rank()) {
                assertSame(memory, bound.mapped());
            } else {
                assertNull(bound.mapped());
            }
        }
        assertIllegal("attach", () -> job.attach(memory), "rank " + job.rank() + ":", "second time");
        job.world().barrier();
        assertTrue(job.endpoint().segment() == segment);
    }

    @RankTest(ranks = 4)
    void shouldMixWithMappedSegmentsAndWithNone(Job job) {
        switch (job.rank()) {
            case 0 -> assertTrue(job.attach(4096).isMapped());
            case 1 -> assertFalse(job.attach(MemorySegment.ofArray(new byte[13])).isMapped());
            case 2 -> assertNull(job.attach(0));
            default -> assertFalse(job.attach(Arena.global().allocate(7, 1)).isMapped());
        }
        Rma rma = job.world().rma();
        for (int rank : new int[]{0, 1, 3}) {
            rma.putByte(rank, job.rank(), (byte) (10 + job.rank()));
        }
        assertRefused(ErrorCode.NOT_INITIALIZED, "put", () -> rma.putByte(2, 0, (byte) 1), "rank 2", "no segment");
        job.world().barrier();
        for (int rank : new int[]{0, 1, 3}) {
            for (int writer = 0; writer < 4; writer++) {
                assertEquals(10 + writer, rma.getByte(rank, writer));
            }
        }
        assertIllegal("past 13 bytes", () -> rma.getByte(1, 13), "offset 13 ", "(13 bytes)");
        assertIllegal("past 7 bytes", () -> rma.getLong(3, 0), "8 bytes", "(7 bytes)");
        job.world().barrier();
    }

    @RankTest
    void shouldBindMemoryOfNoBytes(Job job) {
        Segment segment = job.attach(MemorySegment.ofArray(new byte[0]));
        assertEquals(0, segment.size());
        byte[] one = {5};
        job.world().rma().put(1 - job.rank(), 0, one, 0, 0);
        job.world().rma().memset(1 - job.rank(), 0, (byte) 1, 0);
        assertIllegal("put", () -> job.world().rma().put(1 - job.rank(), 0, one, 0, 1), "1 bytes", "(0 bytes)");
        job.world().barrier();
    }

    @SuppressWarnings("restricted") // memory that is nowhere, to be refused for its size
    @RankTest
    void shouldRefuseMemoryThatCannotBeServedAndStayReadyToAttach(Job job) {
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(8);
        closed.close();
        try (Arena confined = Arena.ofConfined()) {
            refused(job, null, "null");
            refused(job, MemorySegment.ofArray(new byte[8]).asReadOnly(), "read-only");
            refused(job, confined.allocate(8), "confined");
            refused(job, gone, "closed");
            MemorySegment vast = MemorySegment.ofAddress(64).reinterpret(GlobalPointer.MAX_SEGMENT_BYTES + 1);
            refused(job, vast, (GlobalPointer.MAX_SEGMENT_BYTES + 1) + " bytes",
                    "0 to " + GlobalPointer.MAX_SEGMENT_BYTES);
        }
        assertNull(job.endpoint().segment());
        job.attach(MemorySegment.ofArray(new long[1]));
        job.world().rma().putLong(1 - job.rank(), 0, 6);
        job.world().barrier();
        assertEquals(6, job.endpoint().segment().local().get(ValueLayout.JAVA_LONG, 0));
    }

    /** Rank 0 gives the memory, rank 1 something legal. */
    private static void refused(Job job, MemorySegment memory, Object... parts) {
        if (job.rank() == 0) {
            Object[] all = java.util.Arrays.copyOf(parts, parts.length + 1);
            all[parts.length] = "rank 0: Job.attach(MemorySegment)";
            assertIllegal("attach", () -> job.attach(memory), all);
        } else {
            AttachException thrown = assertThrows(AttachException.class,
                    () -> job.attach(MemorySegment.ofArray(new byte[8])));
            assertTrue(thrown.getMessage().contains("rank 0 gave up"), thrown::getMessage);
        }
    }

    /** From elsewhere the owner carries them out, whatever memory it is. */
    @RankTest
    void shouldRefuseSignalsAndLongMessagesOfNeighboursWithTheRemedy(Job job) {
        int self = job.rank();
        int peer = 1 - self;
        job.attach(MemorySegment.ofArray(new long[8]));
        boolean[] came = new boolean[1];
        int handler = job.endpoint().handlers().register(
                org.pgas.HandlerEntry.ofLong((token, destination, bytes) -> came[0] = true));
        job.world().barrier();
        assertIllegal("signal", () -> job.world().rma().signal(self, 0, 1, SignalOperation.SET), "rank " + self,
                "Job.attach(long)");
        assertIllegal("wait on a word",
                () -> job.endpoint().words().testLong(0, WaitCondition.EQ, 0), "client memory",
                "Job.attach(long)");
        MemorySegment data = MemorySegment.ofArray(new long[]{4711});
        if (Views.isNeighbour(job, peer)) {
            assertIllegal("long message", () -> job.world().am().requestLong(peer, handler, data, 0, 8, 0),
                    "rank " + peer, "Job.attach(long)");
        } else {
            job.world().rma().signal(peer, 8, 5, SignalOperation.ADD);
            job.world().am().requestLong(peer, handler, data, 0, 8, 0);
            job.blockUntil(() -> came[0]);
            job.world().barrier();
            MemorySegment own = job.endpoint().segment().local();
            assertEquals(4711, own.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(5, own.get(ValueLayout.JAVA_LONG, 8));
        }
        job.world().barrier();
    }

    @RankTest(modes = Mode.THREADS)
    void shouldEndTheJobWhenAPeerReachesMemoryWhoseArenaWasClosed(Job job) {
        Arena arena = Arena.ofShared();
        job.attach(arena.allocate(64));
        if (job.rank() == 0) {
            arena.close();
        }
        // the peer finds that it has ended while it waits, the owner in a handler or while it waits: in the first
        // barrier already
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            job.world().barrier();
            if (job.rank() == 1) {
                job.world().rma().putLong(0, 8, 1);
            } else {
                job.world().barrier();
            }
        });
        for (String part : new String[]{"rank 0:", "64 bytes", "closed while it was bound", "put of a value",
            "rank 1"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
    }

    @RankTest
    void shouldReportAClosedArenaToItsOwner(Job job) {
        try (Arena arena = Arena.ofShared()) {
            job.attach(arena.allocate(64));
            job.world().rma().putLong(job.rank(), 0, 7);
            assertEquals(7, job.world().rma().getLong(job.rank(), 0));
            job.world().barrier();
        }
        Rma rma = job.world().rma();
        int self = job.rank();
        String[] parts = {"rank " + self + ":", "64 bytes", "closed while it was bound"};
        assertIllegal("putLong", () -> rma.putLong(self, 0, 1), (Object[]) parts);
        assertIllegal("getLong", () -> rma.getLong(self, 0), (Object[]) parts);
        assertIllegal("put", () -> rma.put(self, 0, new byte[8], 0, 8), (Object[]) parts);
        assertIllegal("get", () -> rma.get(new byte[8], 0, self, 0, 8), (Object[]) parts);
        assertIllegal("memset", () -> rma.memset(self, 0, (byte) 0, 8), (Object[]) parts);
        job.world().barrier();
    }

    @RankTest
    void shouldLeaveAnArenaThatIsClosedAfterTheJobInPeace(Job job) {
        Arena arena = Arena.ofShared();
        job.attach(arena.allocate(64));
        job.world().rma().putLong(1 - job.rank(), 0, 7);
        job.world().barrier();
        job.close();
        arena.close();
        assertFalse(arena.scope().isAlive());
    }

    @RankTest
    void shouldBeSeenByOwnerAndPeersAlike(Job job) {
        long[] array = new long[64];
        job.attach(MemorySegment.ofArray(array));
        int peer = 1 - job.rank();
        Rma rma = job.world().rma();
        for (int i = 0; i < 64; i++) {
            rma.putLong(peer, 8L * i, 1000L * job.rank() + i);
        }
        job.world().barrier();
        long[] expected = new long[64];
        java.util.Arrays.setAll(expected, i -> 1000L * peer + i);
        assertArrayEquals(expected, array);
        array[3] = -5;
        job.world().barrier();
        assertEquals(-5, rma.getLong(peer, 24));
        assertNotSame(array, expected);
        job.world().barrier();
    }
}
