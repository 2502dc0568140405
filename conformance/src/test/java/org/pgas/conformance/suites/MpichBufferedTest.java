package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.hear;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.tell;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Buffered sends: the cases of MPICH's programs about them. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MpichBufferedTest {
    private static final int TAG = 27;
    private static final int MESSAGES = 10;

    /** Longer than what travels with its message. */
    private static final int LONG_INTS = 17_000;

    @SuiteCase(suite = "MPICH pt2pt", programs = "bsend1")
    @RankTest(ranks = {1, 2})
    void shouldKeepMessagesOfAnyLengthInABufferThatHasRoomForThemAlone(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] lengths = {7, 16, 17, 8193, 20_001, 9000, 0};
        long room = 0;
        for (int length : lengths) {
            room += Datatype.BYTE.packSize(length) + Mpi.BSEND_OVERHEAD;
        }
        MemorySegment buffer = MemorySegment.ofArray(new byte[(int) room]);
        mpi.attachBuffer(buffer);
        for (int length : lengths) {
            byte[] data = bytes(length, length);
            world.bsend(MemorySegment.ofArray(data), 0, length, Datatype.BYTE, world.rank(), TAG);
            Arrays.fill(data, (byte) 0);
        }
        for (int length : lengths) {
            byte[] got = new byte[length];
            world.recv(MemorySegment.ofArray(got), 0, length, Datatype.BYTE, world.rank(), TAG);
            assertArrayEquals(bytes(length, length), got);
        }
        assertEquals(buffer, mpi.detachBuffer());
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = {"bsend2", "bsend3", "bsend4", "bsendalign"})
    @RankTest(ranks = {1, 3})
    void shouldSendFromABufferInEveryWayAndWhereverItBegins(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length : new int[]{10, 3000}) {
            byte[] memory = new byte[MESSAGES * (4 * length + Mpi.BSEND_OVERHEAD) + 8];
            for (int start = 0; start < 7; start++) {
                MemorySegment buffer = MemorySegment.ofArray(memory).asSlice(start, memory.length - 8);
                mpi.attachBuffer(buffer);
                for (int i = 0; i < MESSAGES; i++) {
                    sendBuffered(world, i % 3, ints(length, 1_000_000 * world.rank() + 10_000 * i), TAG + i);
                }
                if (world.rank() == 0) {
                    receiveAll(world, length);
                }
                assertEquals(buffer, mpi.detachBuffer());
            }
        }
        mpi.finish();
    }

    /** To rank 0. Changes the data behind the call: the message has it already. */
    private static void sendBuffered(Comm comm, int way, int[] data, int tag) {
        int[] sent = new int[data.length];
        MemorySegment memory = MemorySegment.ofArray(sent);
        PersistentRequest made = comm.bsendInit(memory, 0, sent.length, Datatype.INT, 0, tag);
        System.arraycopy(data, 0, sent, 0, sent.length);
        switch (way) {
            case 0 -> comm.bsend(memory, 0, sent.length, Datatype.INT, 0, tag);
            case 1 -> comm.ibsend(memory, 0, sent.length, Datatype.INT, 0, tag).await();
            default -> {
                made.start();
                made.await();
            }
        }
        made.free();
        Arrays.fill(sent, -1);
    }

    private static void receiveAll(Comm comm, int length) {
        Status status = new Status();
        for (int source = 0; source < comm.size(); source++) {
            for (int i = 0; i < MESSAGES; i++) {
                int[] got = new int[length];
                comm.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, source, TAG + i, status);
                assertEquals(source, status.source());
                assertEquals(TAG + i, status.tag());
                assertArrayEquals(ints(length, 1_000_000 * source + 10_000 * i), got);
            }
        }
    }

    /** The parts of the buffer end in another order than they began, and are used again. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "bsendfrag")
    @RankTest
    void shouldSendFromABufferWhatIsReceivedInAnotherOrder(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[][] orders = {{1, 0, 3, 2}, {3, 2, 1, 0}, {0, 2, 1, 3}};
        if (world.rank() == 0) {
            mpi.attachBuffer(MemorySegment.ofArray(new byte[4 * (4 * LONG_INTS + Mpi.BSEND_OVERHEAD)]));
        }
        for (int round = 0; round < orders.length; round++) {
            if (world.rank() == 0) {
                for (int i = 0; i < 4; i++) {
                    sendBuffered(1, world, ints(LONG_INTS, (4 * round + i) * LONG_INTS), i);
                }
                tell(world, 1, TAG);
                hear(world, 1, TAG);
            } else {
                hear(world, 0, TAG);
                for (int i : orders[round]) {
                    int[] got = new int[LONG_INTS];
                    world.recv(MemorySegment.ofArray(got), 0, LONG_INTS, Datatype.INT, 0, i);
                    assertArrayEquals(ints(LONG_INTS, (4 * round + i) * LONG_INTS), got, "message " + i);
                }
                tell(world, 0, TAG);
            }
        }
        mpi.detachBuffer();
        mpi.finish();
    }

    private static void sendBuffered(int dest, Comm comm, int[] data, int tag) {
        comm.bsend(MemorySegment.ofArray(data), 0, data.length, Datatype.INT, dest, tag);
        Arrays.setAll(data, i -> -data[i]);
    }

    /** The receiver has heard nothing of the end of the call before it takes the last message. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "bsendpending")
    @RankTest(ranks = {2, 3})
    void shouldDetachTheBufferWhenAllOfItWasReceived(Job job) {
        Mpi mpi = Mpi.of(job);
        int length = 128 << 10;
        for (Comm comm : MpichRig.comms(mpi)) {
            int last = comm.size() - 1;
            if (comm.rank() == 0) {
                MemorySegment buffer = MemorySegment.ofArray(new byte[3 * (length + Mpi.BSEND_OVERHEAD)]);
                mpi.attachBuffer(buffer);
                for (int i = 0; i < 3; i++) {
                    comm.bsend(MemorySegment.ofArray(bytes(length, i)), 0, length, Datatype.UINT8, last, 0);
                }
                tell(comm, last, 10);
                assertEquals(buffer, mpi.detachBuffer());
                tell(comm, last, 11);
            } else if (comm.rank() == last) {
                hear(comm, 0, 10);
                for (int i = 0; i < 3; i++) {
                    assertFalse(comm.iprobe(0, 11, null), "the buffer was detached before message " + i);
                    byte[] got = new byte[length];
                    comm.recv(MemorySegment.ofArray(got), 0, length, Datatype.UINT8, 0, 0);
                    assertArrayEquals(bytes(length, i), got);
                }
                hear(comm, 0, 11);
            }
        }
        mpi.finish();
    }
}
