package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Message;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Messages of MPI between two ranks: what arrives, when calls return, and what is refused. */
@RankDefaults(ranks = 2, segment = "4m")
@AcrossNeighbourhoods
class MpiMessagesTest {
    private static final int TAG = 7;

    /** Longer than what travels with its message. */
    private static final int LONG_BYTES = 100_000;

    private static byte[] pattern(int bytes, int salt) {
        byte[] data = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            data[i] = (byte) (i * 31 + (i >> 8) + salt);
        }
        return data;
    }

    private static MemorySegment of(int... values) {
        return MemorySegment.ofArray(values);
    }

    @RankTest
    void shouldMoveEverySizeWhereverItLies(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        MemorySegment mine = job.endpoint().segment().local();
        int[] sizes = {0, 1, 8, 100, 4096, 8191, 8192, 8193, 32768, 65536, LONG_BYTES, 300_001};
        Status status = new Status();
        try (Arena arena = Arena.ofConfined()) {
            for (int bytes : sizes) {
                for (int places = 0; places < 9; places++) {
                    int place = world.rank() == 0 ? places % 3 : places / 3;
                    MemorySegment memory = place == 0 ? mine.asSlice(64, bytes + 16)
                            : place == 1 ? arena.allocate(bytes + 16)
                                    : MemorySegment.ofArray(new byte[bytes + 16]);
                    memory.fill((byte) 99);
                    if (world.rank() == 0) {
                        MemorySegment.copy(MemorySegment.ofArray(pattern(bytes, places)), 0, memory, 5, bytes);
                        world.send(memory, 5, bytes, Datatype.BYTE, 1, places);
                    } else {
                        world.recv(memory, 9, bytes, Datatype.BYTE, 0, places, status);
                        assertEquals(bytes, status.bytes());
                        byte[] got = memory.toArray(ValueLayout.JAVA_BYTE);
                        for (int i = 0; i < 9; i++) {
                            assertEquals(99, got[i], "before the data");
                        }
                        for (int i = bytes + 9; i < bytes + 16; i++) {
                            assertEquals(99, got[i], "behind the data");
                        }
                        assertArrayEquals(pattern(bytes, places), java.util.Arrays.copyOfRange(got, 9, bytes + 9),
                                bytes + " bytes, places " + places);
                    }
                }
            }
        }
        mpi.finish();
    }

    @RankTest
    void shouldMoveEveryTypeWhereverItLies(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        MemorySegment mine = job.endpoint().segment().local();
        int[] rowCounts = {1, 10, 1000, 5000};
        for (int rows : rowCounts) {
            Datatype column = Datatype.vector(rows, 3, 5, Datatype.INT).commit();
            int ints = 5 * rows;
            for (int form = 0; form < 4; form++) {
                MemorySegment memory = form % 2 == 0 ? mine.asSlice(0, ints * 4L)
                        : MemorySegment.ofArray(new int[ints]);
                boolean isTyped = form < 2;
                if (world.rank() == 0) {
                    for (int i = 0; i < ints; i++) {
                        memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, i);
                    }
                    world.send(memory, 0, 1, column, 1, form);
                } else {
                    memory.fill((byte) -1);
                    Status status = new Status();
                    if (isTyped) {
                        world.recv(memory, 0, 1, column, 0, form, status);
                        assertEquals(1, status.count(column));
                    } else {
                        world.recv(memory, 0, 3L * rows, Datatype.INT, 0, form, status);
                        assertEquals(Mpi.UNDEFINED, status.count(Datatype.vector(rows, 3, 5, Datatype.LONG).commit()));
                    }
                    assertEquals(3L * rows, status.elements(column));
                    assertEquals(3L * rows, status.count(Datatype.INT));
                    for (int i = 0; i < ints; i++) {
                        int sent = i < 3 * rows ? i / 3 * 5 + i % 3 : -1;
                        int expected = isTyped ? i % 5 < 3 ? i : -1 : sent;
                        assertEquals(expected, memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i), "int " + i);
                    }
                }
            }
        }
        mpi.finish();
    }

    @RankTest(ranks = {1, 2})
    void shouldReachItself(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : List.of(mpi.self(), mpi.world())) {
            byte[] got = new byte[LONG_BYTES];
            for (int bytes : new int[]{10, LONG_BYTES}) {
                MessageRequest receive = comm.irecv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, comm.rank(),
                        TAG);
                comm.send(MemorySegment.ofArray(pattern(bytes, 3)), 0, bytes, Datatype.BYTE, comm.rank(), TAG);
                receive.await();
                assertArrayEquals(pattern(bytes, 3), java.util.Arrays.copyOf(got, bytes));
            }
        }
        mpi.finish();
    }

    @RankTest
    void shouldRefuseWhatIsIllegalBeforeAnythingIsSent(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        MemorySegment memory = of(1, 2);
        assertIllegal("rank", () -> world.send(memory, 0, 1, Datatype.INT, 2, TAG), "rank 2", "0..1", "Comm.send");
        assertIllegal("source", () -> world.recv(memory, 0, 1, Datatype.INT, -7, TAG), "rank -7", "Comm.recv");
        assertIllegal("tag", () -> world.isend(memory, 0, 1, Datatype.INT, 1, -1), "tag -1", "Comm.isend");
        assertIllegal("tag", () -> world.irecv(memory, 0, 1, Datatype.INT, 1, -2), "tag -2", "ANY_TAG");
        assertIllegal("count", () -> world.send(memory, 0, -1, Datatype.INT, 1, TAG), "count is -1");
        assertIllegal("memory", () -> world.send(memory, 0, 3, Datatype.INT, 1, TAG), "bytes 0..11", "8 bytes");
        assertIllegal("offset", () -> world.recv(memory, 5, 1, Datatype.INT, 1, TAG), "bytes 5..8", "8 bytes");
        assertIllegal("null", () -> world.ssend(null, 0, 1, Datatype.INT, 1, TAG), "null");
        assertIllegal("type", () -> world.bsend(memory, 0, 1, null, 1, TAG), "datatype is null");
        assertIllegal("commit", () -> world.recv(memory, 0, 1, Datatype.contiguous(1, Datatype.INT), 1, TAG),
                "not committed");
        assertIllegal("read-only", () -> world.recv(memory.asReadOnly(), 0, 1, Datatype.INT, 1, TAG), "read-only");
        Datatype twice = Datatype.hvector(2, 1, 0, Datatype.INT).commit();
        assertIllegal("overlap", () -> world.recv(memory, 0, 1, twice, 1, TAG), "more than once");
        assertIllegal("room", () -> world.bsend(MemorySegment.ofArray(new byte[LONG_BYTES]), 0, LONG_BYTES,
                Datatype.BYTE, 1, TAG), "the attached buffer is none", "attachBuffer");
        assertFalse(world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, null));
        mpi.finish();
        assertIllegal("finished", () -> world.send(memory, 0, 1, Datatype.INT, 1, TAG), "finished");
    }

    @RankTest
    void shouldDropWhatIsLongerThanItsReceiveAndSayBothSizes(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int bytes : new int[]{100, LONG_BYTES}) {
            for (boolean isEarly : new boolean[]{true, false}) {
                if (world.rank() == 0) {
                    if (!isEarly) {
                        world.recv(null, 0, 0, Datatype.BYTE, 1, 1);
                    }
                    world.send(MemorySegment.ofArray(new byte[bytes]), 0, bytes, Datatype.BYTE, 1, TAG);
                } else {
                    byte[] got = pattern(bytes, 0);
                    MessageRequest receive = null;
                    if (isEarly) {
                        world.probe(0, TAG, null);
                        assertIllegal("recv", () -> world.recv(MemorySegment.ofArray(got), 0, bytes - 1,
                                Datatype.BYTE, 0, TAG), "rank 0", "tag 7", bytes + " bytes", "room for " + (bytes - 1));
                    } else {
                        receive = world.irecv(MemorySegment.ofArray(got), 0, bytes - 1, Datatype.BYTE, 0, TAG);
                        world.send(null, 0, 0, Datatype.BYTE, 0, 1);
                        assertIllegal("await", receive::await, "rank 0", "tag 7", bytes + " bytes",
                                "room for " + (bytes - 1));
                    }
                    assertArrayEquals(pattern(bytes, 0), got);
                }
            }
        }
        exchangeTokens(world);
        mpi.finish();
    }

    private static void exchangeTokens(Comm world) {
        int[] got = new int[1];
        int other = 1 - world.rank();
        world.sendRecv(of(world.rank()), 0, 1, Datatype.INT, other, TAG, MemorySegment.ofArray(got), 0, 1,
                Datatype.INT, other, TAG, null);
        assertEquals(other, got[0]);
    }

    @RankTest
    void shouldCompleteASynchronousSendWhenAReceiveHasMetIt(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int bytes : new int[]{0, 8, LONG_BYTES}) {
            if (world.rank() == 0) {
                MessageRequest send = world.issend(MemorySegment.ofArray(pattern(bytes, 1)), 0, bytes, Datatype.BYTE,
                        1, TAG);
                // rank 1 answers when it has the message, and has not received it
                world.recv(null, 0, 0, Datatype.BYTE, 1, 1);
                assertFalse(send.test(), "no receive was made");
                world.send(null, 0, 0, Datatype.BYTE, 1, 2);
                send.await();
                world.ssend(MemorySegment.ofArray(pattern(bytes, 2)), 0, bytes, Datatype.BYTE, 1, TAG);
            } else {
                world.probe(0, TAG, null);
                world.send(null, 0, 0, Datatype.BYTE, 0, 1);
                world.recv(null, 0, 0, Datatype.BYTE, 0, 2);
                byte[] got = new byte[bytes];
                world.recv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, 0, TAG);
                assertArrayEquals(pattern(bytes, 1), got);
                world.recv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, 0, TAG);
                assertArrayEquals(pattern(bytes, 2), got);
            }
        }
        mpi.finish();
    }

    @RankTest
    void shouldSendFromABufferWithoutAReceive(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            MemorySegment buffer = MemorySegment.ofArray(new long[3 * LONG_BYTES / 8 + 8]);
            mpi.attachBuffer(buffer);
            assertIllegal("attached", () -> mpi.attachBuffer(buffer), "attached already");
            byte[] data = pattern(LONG_BYTES, 0);
            for (int i = 0; i < 3; i++) {
                data[0] = (byte) i;
                world.bsend(MemorySegment.ofArray(data), 0, LONG_BYTES, Datatype.BYTE, 1, TAG);
            }
            assertIllegal("full", () -> world.bsend(MemorySegment.ofArray(data), 0, LONG_BYTES, Datatype.BYTE, 1, TAG),
                    LONG_BYTES + " bytes", "no such room left");
            world.send(null, 0, 0, Datatype.BYTE, 1, 1);
            assertEquals(buffer, mpi.detachBuffer());
            assertNull(mpi.detachBuffer());
        } else {
            world.recv(null, 0, 0, Datatype.BYTE, 0, 1);
            byte[] got = new byte[LONG_BYTES];
            for (int i = 0; i < 3; i++) {
                byte[] expected = pattern(LONG_BYTES, 0);
                expected[0] = (byte) i;
                world.recv(MemorySegment.ofArray(got), 0, LONG_BYTES, Datatype.BYTE, 0, TAG);
                assertArrayEquals(expected, got);
            }
        }
        mpi.finish();
    }

    @RankTest
    void shouldProbeWithoutTakingAndMatchedProbesTakeOut(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] sizes = {40, LONG_BYTES};
        for (int bytes : sizes) {
            if (world.rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    world.isend(MemorySegment.ofArray(pattern(bytes, i)), 0, bytes, Datatype.BYTE, 1, TAG);
                }
                world.recv(null, 0, 0, Datatype.BYTE, 1, 1);
            } else {
                Status status = new Status();
                world.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, status);
                assertEquals("message of rank 0 with tag 7, " + bytes + " bytes", status.toString());
                assertTrue(world.iprobe(0, TAG, null));
                assertFalse(world.iprobe(0, TAG + 1, null));
                Message first = world.mprobe(0, TAG, status);
                Message second = world.mprobe(0, Mpi.ANY_TAG, null);
                byte[] got = new byte[bytes];
                world.recv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, 0, TAG);
                assertArrayEquals(pattern(bytes, 2), got);
                assertNull(world.improbe(0, TAG, null));
                MessageRequest receive = second.irecv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE);
                receive.await();
                assertArrayEquals(pattern(bytes, 1), got);
                first.recv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, status);
                assertArrayEquals(pattern(bytes, 0), got);
                assertEquals(bytes, status.bytes());
                assertIllegal("twice", () -> first.recv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, null),
                        "received already");
                world.send(null, 0, 0, Datatype.BYTE, 0, 1);
            }
        }
        mpi.finish();
    }

    @RankTest(ranks = 1)
    void nobodySendsAndReceivesAtOnce(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        MemorySegment memory = of(5);
        Status status = new Status();
        world.send(memory, 0, 1, Datatype.INT, Mpi.PROC_NULL, TAG);
        world.ssend(memory, 0, 1, Datatype.INT, Mpi.PROC_NULL, TAG);
        assertTrue(world.isend(memory, 0, 1, Datatype.INT, Mpi.PROC_NULL, TAG).test());
        world.recv(memory, 0, 1, Datatype.INT, Mpi.PROC_NULL, TAG, status);
        assertEquals(Mpi.PROC_NULL, status.source());
        assertEquals(Mpi.ANY_TAG, status.tag());
        assertEquals(0, status.count(Datatype.INT));
        assertTrue(world.iprobe(Mpi.PROC_NULL, Mpi.ANY_TAG, status));
        world.probe(Mpi.PROC_NULL, TAG, status);
        Message message = world.mprobe(Mpi.PROC_NULL, TAG, null);
        assertTrue(message.isOfNobody());
        message.recv(memory, 0, 1, Datatype.INT, status);
        assertTrue(message.irecv(memory, 0, 1, Datatype.INT).test());
        world.sendRecv(memory, 0, 1, Datatype.INT, Mpi.PROC_NULL, TAG, memory, 0, 1, Datatype.INT, Mpi.PROC_NULL, TAG,
                status);
        assertEquals(5, memory.get(ValueLayout.JAVA_INT, 0));
        mpi.finish();
    }

    /** What rank 1 holds for a rank that goes on sending is bounded; the rest waits at its sender, and arrives. */
    @RankTest
    void shouldKeepABoundedAmountForARankThatDoesNotReceive(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int bytes = 4096;
        int messages = 1000;
        if (world.rank() == 0) {
            List<MessageRequest> sends = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                sends.add(world.isend(MemorySegment.ofArray(pattern(bytes, i)), 0, bytes, Datatype.BYTE, 1, TAG));
            }
            world.send(null, 0, 0, Datatype.BYTE, 1, 1);
            long complete = sends.stream().filter(MessageRequest::test).count();
            assertTrue(complete >= 100 && complete <= (1 << 20) / bytes, () -> complete + " are complete");
            world.send(null, 0, 0, Datatype.BYTE, 1, 2);
            Requests.awaitAll(sends.toArray(MessageRequest[]::new));
        } else {
            world.recv(null, 0, 0, Datatype.BYTE, 0, 2);
            byte[] got = new byte[bytes];
            for (int i = 0; i < messages; i++) {
                world.recv(MemorySegment.ofArray(got), 0, bytes, Datatype.BYTE, 0, TAG);
                assertArrayEquals(pattern(bytes, i), got, "message " + i);
            }
            world.recv(null, 0, 0, Datatype.BYTE, 0, 1);
        }
        mpi.finish();
    }

    @RankTest(ranks = 3)
    void shouldShiftInARingAndInPlace(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int right = (world.rank() + 1) % world.size();
        int left = (world.rank() + world.size() - 1) % world.size();
        for (int bytes : new int[]{16, LONG_BYTES}) {
            byte[] data = pattern(bytes, world.rank());
            Status status = new Status();
            world.sendRecvReplace(MemorySegment.ofArray(data), 0, bytes, Datatype.BYTE, right, TAG, left, TAG, status);
            assertEquals(left, status.source());
            assertArrayEquals(pattern(bytes, left), data);
        }
        mpi.finish();
    }

    @RankTest
    void shouldNotWaitForARankThatHasLeft(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            byte[] data = new byte[LONG_BYTES];
            PeerLostException lost = assertThrows(PeerLostException.class,
                    () -> world.recv(MemorySegment.ofArray(data), 0, 1, Datatype.BYTE, 1, TAG));
            assertEquals(1, lost.jobRank());
            assertTrue(lost.getMessage().contains("rank 1 is gone"), lost.getMessage());
            assertTrue(lost.getMessage().contains("with tag 7"), lost.getMessage());
            assertThrows(PeerLostException.class, () -> world.probe(1, TAG, null));
            MessageRequest receive = world.irecv(MemorySegment.ofArray(data), 0, 1, Datatype.BYTE, 1, TAG);
            assertThrows(PeerLostException.class, receive::await);
            assertThrows(PeerLostException.class,
                    () -> world.ssend(MemorySegment.ofArray(data), 0, LONG_BYTES, Datatype.BYTE, 1, TAG));
        } else {
            job.close();
        }
    }
}
