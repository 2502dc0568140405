package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.hear;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.of;
import static org.pgas.conformance.suites.MpichRig.tell;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Requests that are cancelled or freed: the cases of MPICH's programs about them. Sends are not cancelled here. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichCancelTest {
    @SuiteCase(suite = "MPICH pt2pt", programs = "cancelanysrc")
    @RankTest
    void shouldReceiveFromAnywhereAfterACancelledReceive(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            int[] got = {-1};
            Status status = new Status();
            MessageRequest cancelled = world.irecv(MemorySegment.ofArray(got), 0, 1, Datatype.INT, Mpi.ANY_SOURCE, 0);
            cancelled.cancel();
            cancelled.await(status);
            assertTrue(status.isCancelled());
            world.collectives().barrier();
            world.irecv(MemorySegment.ofArray(got), 0, 1, Datatype.INT, Mpi.ANY_SOURCE, 0).await(status);
            assertFalse(status.isCancelled());
            assertEquals(42, got[0]);
        } else {
            world.collectives().barrier();
            world.send(of(42), 0, 1, Datatype.INT, 0, 0);
        }
        mpi.finish();
    }

    /** One of three receives is cancelled. The send that is cancelled goes on, and is received at the end. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "cancelrecv")
    @RankTest
    void shouldCancelOneOfSeveralReceives(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int length = 65_536;
        Status[] statuses = {new Status(), new Status(), new Status()};
        if (world.rank() == 0) {
            int[][] got = new int[3][length];
            MessageRequest[] receives = new MessageRequest[3];
            for (int i = 0; i < 3; i++) {
                Arrays.fill(got[i], -1);
                receives[i] = world.irecv(MemorySegment.ofArray(got[i]), 0, length, Datatype.INT, 1, i);
            }
            receives[1].cancel();
            world.collectives().barrier();
            Requests.awaitAll(receives, statuses);
            assertFalse(statuses[0].isCancelled());
            assertTrue(statuses[1].isCancelled());
            assertFalse(statuses[2].isCancelled());
            assertArrayEquals(ints(length, 0), got[0]);
            assertEquals(-1, got[1][0]);
            assertArrayEquals(ints(length, 2), got[2]);
            world.recv(MemorySegment.ofArray(got[1]), 0, length, Datatype.INT, 1, 4);
            assertArrayEquals(ints(length, 4), got[1]);
        } else {
            world.collectives().barrier();
            world.send(MemorySegment.ofArray(ints(length, 0)), 0, length, Datatype.INT, 0, 0);
            MessageRequest[] sends = {
                world.isend(MemorySegment.ofArray(ints(length, 4)), 0, length, Datatype.INT, 0, 4),
                world.isend(MemorySegment.ofArray(ints(length, 2)), 0, length, Datatype.INT, 0, 2), null};
            sends[0].cancel();
            while (!Requests.testAll(sends, statuses)) {
                Thread.yield();
            }
            assertFalse(statuses[0].isCancelled());
            assertFalse(statuses[1].isCancelled());
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "rcancel")
    @RankTest
    void shouldCancelReceivesInAnyOrderAndLeaveTheOthers(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] lengths = {1, 10, 100, 50_000};
        for (int kept = 0; kept < 4; kept++) {
            if (world.rank() == 0) {
                hear(world, 1, 99);
                world.send(MemorySegment.ofArray(bytes(lengths[kept], kept)), 0, lengths[kept], Datatype.BYTE, 1, kept);
            } else {
                byte[][] got = new byte[4][];
                MessageRequest[] receives = new MessageRequest[4];
                for (int i = 0; i < 4; i++) {
                    got[i] = new byte[lengths[i]];
                    receives[i] = world.irecv(MemorySegment.ofArray(got[i]), 0, lengths[i], Datatype.BYTE,
                            i % 2 == 0 ? 0 : Mpi.ANY_SOURCE, i);
                }
                Status status = new Status();
                for (int i : new int[]{2, 3, 0, 1}) {
                    if (i != kept) {
                        receives[i].cancel();
                        receives[i].await(status);
                        assertTrue(status.isCancelled(), "receive " + i);
                    }
                }
                tell(world, 0, 99);
                receives[kept].await(status);
                assertFalse(status.isCancelled());
                assertArrayEquals(bytes(lengths[kept], kept), got[kept]);
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = {"scancel", "pscancel"})
    @RankTest
    void shouldReceiveWhatWasCancelledWhileItWasSent(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int most = 100_000;
        if (world.rank() == 0) {
            mpi.attachBuffer(MemorySegment.ofArray(new byte[most + Mpi.BSEND_OVERHEAD]));
        }
        for (int length : new int[]{1, most}) {
            for (int way = 0; way < 8; way++) {
                byte[] data = bytes(length, way);
                if (world.rank() == 0) {
                    hear(world, 1, 122);
                    MessageRequest send = send(world, way, data);
                    send.cancel();
                    tell(world, 1, 123);
                    Status status = new Status();
                    send.await(status);
                    assertFalse(status.isCancelled());
                } else {
                    byte[] got = new byte[length];
                    MessageRequest receive = way / 2 == 3
                            ? world.irecv(MemorySegment.ofArray(got), 0, length, Datatype.BYTE, 0, 7)
                            : null;
                    tell(world, 0, 122);
                    hear(world, 0, 123);
                    if (receive == null) {
                        world.recv(MemorySegment.ofArray(got), 0, length, Datatype.BYTE, 0, 7);
                    } else {
                        receive.await();
                    }
                    assertArrayEquals(data, got);
                }
            }
        }
        mpi.finish();
    }

    /** In each mode, persistent or not. */
    private static MessageRequest send(Comm world, int way, byte[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        if (way % 2 == 0) {
            return switch (way / 2) {
                case 0 -> world.isend(memory, 0, data.length, Datatype.BYTE, 1, 7);
                case 1 -> world.ibsend(memory, 0, data.length, Datatype.BYTE, 1, 7);
                case 2 -> world.issend(memory, 0, data.length, Datatype.BYTE, 1, 7);
                default -> world.irsend(memory, 0, data.length, Datatype.BYTE, 1, 7);
            };
        }
        PersistentRequest made = switch (way / 2) {
            case 0 -> world.sendInit(memory, 0, data.length, Datatype.BYTE, 1, 7);
            case 1 -> world.bsendInit(memory, 0, data.length, Datatype.BYTE, 1, 7);
            case 2 -> world.ssendInit(memory, 0, data.length, Datatype.BYTE, 1, 7);
            default -> world.rsendInit(memory, 0, data.length, Datatype.BYTE, 1, 7);
        };
        made.start();
        return made;
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "scancel2")
    @RankTest
    void shouldNotCancelWhatWasReceived(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length : new int[]{0, 1, 1000, 100_000}) {
            if (world.rank() == 0) {
                MessageRequest send = world.isend(MemorySegment.ofArray(bytes(length, 2)), 0, length, Datatype.BYTE, 1,
                        1);
                world.collectives().barrier();
                send.cancel();
                Status status = new Status();
                send.await(status);
                assertFalse(status.isCancelled());
            } else {
                byte[] got = new byte[length];
                world.recv(MemorySegment.ofArray(got), 0, length, Datatype.BYTE, 0, 1);
                assertArrayEquals(bytes(length, 2), got);
                world.collectives().barrier();
            }
        }
        mpi.finish();
    }

    /** Both of two messages come, in their order. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "scancel_unmatch")
    @RankTest
    void shouldKeepTheOrderBesideACancelledSend(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            MessageRequest[] sends = {world.isend(of(10), 0, 1, Datatype.INT, 1, 0),
                world.isend(of(20), 0, 1, Datatype.INT, 1, 0)};
            sends[1].cancel();
            Status status = new Status();
            sends[1].await(status);
            assertFalse(status.isCancelled());
            sends[0].await();
        } else {
            int[] got = new int[2];
            world.recv(MemorySegment.ofArray(got), 0, 1, Datatype.INT, 0, 0);
            world.recv(MemorySegment.ofArray(got), 4, 1, Datatype.INT, 0, 0);
            assertArrayEquals(new int[]{10, 20}, got);
        }
        mpi.finish();
    }

    /** Of every mode, small and large. What the receiver has freed is there when it hears that the sender is done. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "rqfree")
    @RankTest(ranks = {2, 3})
    void shouldGoOnWithWhatWasFreed(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int last = world.size() - 1;
        for (int length : new int[]{1, 40_000}) {
            if (world.rank() == 0) {
                mpi.attachBuffer(MemorySegment.ofArray(new byte[4 * length + Mpi.BSEND_OVERHEAD]));
                hear(world, last, 50);
                MemorySegment[] sent = new MemorySegment[5];
                Arrays.setAll(sent, i -> MemorySegment.ofArray(ints(length, i)));
                world.isend(sent[0], 0, length, Datatype.INT, last, 0).free();
                world.ibsend(sent[1], 0, length, Datatype.INT, last, 1).free();
                world.issend(sent[2], 0, length, Datatype.INT, last, 2).free();
                world.irsend(sent[3], 0, length, Datatype.INT, last, 3).free();
                world.isend(sent[4], 0, length, Datatype.INT, last, 4).await();
                mpi.detachBuffer();
                tell(world, last, 51);
            } else if (world.rank() == last) {
                int[][] got = new int[5][length];
                MessageRequest[] receives = new MessageRequest[5];
                for (int i = 0; i < 5; i++) {
                    receives[i] = world.irecv(MemorySegment.ofArray(got[i]), 0, length, Datatype.INT, 0, i);
                }
                receives[4].free();
                receives[4] = null;
                tell(world, 0, 50);
                Requests.awaitAll(receives);
                hear(world, 0, 51);
                for (int i = 0; i < 5; i++) {
                    assertArrayEquals(ints(length, i), got[i], "message " + i);
                }
            }
        }
        mpi.finish();
    }
}
