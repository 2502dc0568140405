package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.hear;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.layouts;
import static org.pgas.conformance.suites.MpichRig.tell;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Messages between two ranks: the cases of MPICH's programs that send with all kinds of data, modes and lengths. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MpichSendTest {
    private static final int LARGE = 1 << 20;

    @SuiteCase(suite = "MPICH pt2pt", programs = {"sendrecv1", "pingping"})
    @RankTest(ranks = {2, 3})
    void shouldSendFromEveryLayoutToEveryLayout(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            int last = comm.size() - 1;
            for (int ints : new int[]{4, 64, 4000}) {
                List<Layout> layouts = layouts(ints);
                byte[] data = bytes(4 * ints, ints);
                if (comm.rank() == 0) {
                    for (Layout sent : layouts) {
                        for (int i = 0; i < layouts.size(); i++) {
                            comm.send(sent.with(data), 0, sent.count(), sent.type(), last, i);
                        }
                    }
                } else if (comm.rank() == last) {
                    receiveAll(comm, layouts, data);
                }
            }
        }
        mpi.finish();
    }

    private static void receiveAll(Comm comm, List<Layout> layouts, byte[] data) {
        Status status = new Status();
        for (int from = 0; from < layouts.size(); from++) {
            for (int i = 0; i < layouts.size(); i++) {
                Layout received = layouts.get(i);
                MemorySegment memory = received.memory();
                comm.recv(memory, 0, received.count(), received.type(), 0, i, status);
                received.assertHolds(memory, data);
                assertEquals(received.count(), status.count(received.type()));
                assertEquals(data.length / 4, status.elements(received.type()));
            }
        }
    }

    /** Only as much of the memory as has come is written. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "sendrecv2")
    @RankTest
    void shouldSendVectorsOfEveryLength(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int blocks = 1; blocks < 200; blocks += blocks < 20 ? 1 : 31) {
            Layout vector = new Layout(Datatype.vector(blocks, 128, 129, Datatype.INT8).commit(), 1);
            byte[] data = bytes(vector.bytes(), blocks);
            if (world.rank() == 0) {
                world.send(vector.with(data), 0, 1, vector.type(), 1, blocks);
            } else {
                MemorySegment memory = vector.memory();
                world.recv(memory, 0, 1, vector.type(), 0, blocks);
                vector.assertHolds(memory, data);
            }
        }
        mpi.finish();
    }

    /** Both send as much as they can before they receive. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "sendrecv3")
    @RankTest
    void shouldSendHeadToHead(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int other = 1 - world.rank();
        for (int length = 16; length <= 65_536; length *= 16) {
            for (boolean isStaggered : new boolean[]{false, true}) {
                world.sendRecv(null, 0, 0, Datatype.INT, other, 10, null, 0, 0, Datatype.INT, other, 10, null);
                MessageRequest[] sends = new MessageRequest[8];
                if (isStaggered && world.rank() == 0) {
                    // rank 1 has sent all before this one begins
                    hear(world, 1, 11);
                }
                for (int i = 0; i < sends.length; i++) {
                    sends[i] = world.isend(MemorySegment.ofArray(ints(length, i + 100 * world.rank())), 0, length,
                            Datatype.INT, other, length);
                }
                if (isStaggered && world.rank() == 1) {
                    tell(world, 0, 11);
                }
                for (int i = 0; i < sends.length; i++) {
                    int[] got = new int[length];
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, other, length);
                    assertArrayEquals(ints(length, i + 100 * other), got);
                }
                Requests.awaitAll(sends);
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "send_tests")
    @RankTest(ranks = 3)
    void shouldArriveInEveryModeWhetherTheReceiveIsFirstOrNot(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int dest = 0; dest < world.size(); dest++) {
            for (int length : new int[]{0, 1, 1000, 100_000}) {
                for (int way = 0; way < 8; way++) {
                    sendOne(world, dest, length, way);
                }
            }
        }
        mpi.finish();
    }

    /** By rank 0. The bits of {@code way}: synchronous, the receive comes first, from any source with any tag. */
    private static void sendOne(Comm world, int dest, int length, int way) {
        int[] got = new int[length];
        MessageRequest send;
        MessageRequest receive;
        if ((way & 2) != 0) {
            receive = world.rank() == dest ? receive(world, got, way) : null;
            world.collectives().barrier();
            send = world.rank() == 0 ? send(world, dest, length, way) : null;
        } else {
            send = world.rank() == 0 ? send(world, dest, length, way) : null;
            world.collectives().barrier();
            receive = world.rank() == dest ? receive(world, got, way) : null;
        }
        if (receive != null) {
            Status status = new Status();
            receive.await(status);
            assertEquals(length, status.count(Datatype.INT));
            assertEquals(0, status.source());
            assertEquals(5, status.tag());
            assertArrayEquals(ints(length, way), got);
        }
        if (send != null) {
            send.await();
        }
    }

    private static MessageRequest send(Comm comm, int dest, int length, int way) {
        MemorySegment memory = MemorySegment.ofArray(ints(length, way));
        return (way & 1) != 0 ? comm.issend(memory, 0, length, Datatype.INT, dest, 5)
                : comm.isend(memory, 0, length, Datatype.INT, dest, 5);
    }

    private static MessageRequest receive(Comm comm, int[] got, int way) {
        boolean isAny = (way & 4) != 0;
        return comm.irecv(MemorySegment.ofArray(got), 0, got.length, Datatype.INT, isAny ? Mpi.ANY_SOURCE : 0,
                isAny ? Mpi.ANY_TAG : 5);
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "sendall")
    @RankTest(ranks = {3, 4})
    void shouldSendFromEachRankToEachOther(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length = 1; length <= 65_536; length *= 4) {
            int[][] got = new int[world.size()][length];
            MessageRequest[] receives = new MessageRequest[world.size()];
            for (int source = 0; source < world.size(); source++) {
                receives[source] = source == world.rank() ? null
                        : world.irecv(MemorySegment.ofArray(got[source]), 0, length, Datatype.INT, source, 0);
            }
            for (int dest = 0; dest < world.size(); dest++) {
                if (dest != world.rank()) {
                    world.send(MemorySegment.ofArray(ints(length, world.rank() * 1000 + dest)), 0, length,
                            Datatype.INT, dest, 0);
                }
            }
            Requests.awaitAll(receives);
            for (int source = 0; source < world.size(); source++) {
                if (source != world.rank()) {
                    assertArrayEquals(ints(length, source * 1000 + world.rank()), got[source]);
                }
            }
        }
        mpi.finish();
    }

    /** To each rank and from each, itself too, all at once. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "isendirecv")
    @RankTest(ranks = {1, 4})
    void shouldSendToAllAndReceiveFromAllAtOnce(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int size = world.size();
        for (int length : new int[]{10, 20_000}) {
            float[] sent = new float[size * length];
            float[] got = new float[size * length];
            for (int i = 0; i < sent.length; i++) {
                sent[i] = world.rank() + i * 0.25f;
            }
            MessageRequest[] requests = new MessageRequest[2 * size];
            for (int i = 0; i < size; i++) {
                requests[i] = world.irecv(MemorySegment.ofArray(got), 4L * i * length, length, Datatype.FLOAT, i, 0);
            }
            for (int i = 0; i < size; i++) {
                requests[size + i] = world.isend(MemorySegment.ofArray(sent), 4L * i * length, length, Datatype.FLOAT,
                        i, 0);
            }
            Requests.awaitAll(requests);
            for (int i = 0; i < got.length; i++) {
                assertEquals(i / length + (world.rank() * length + i % length) * 0.25f, got[i]);
            }
        }
        mpi.finish();
    }

    /** One way and back, many times, each message shorter than its receive. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "sendflood")
    @RankTest(ranks = 4)
    void shouldLoseNothingOfAFlood(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int length = 340;
        int[] got = new int[length];
        Status status = new Status();
        for (int round = 0; round < 60; round++) {
            for (int other = 1; other < world.size(); other++) {
                if (world.rank() == 0) {
                    world.send(MemorySegment.ofArray(ints(length - 1, round + other)), 0, length - 1, Datatype.INT,
                            other, 50);
                } else if (world.rank() == other) {
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, 0, 50, status);
                    assertEquals(length - 1, status.count(Datatype.INT));
                    got[0]++;
                    world.send(MemorySegment.ofArray(got), 0, length - 1, Datatype.INT, 0, 50);
                }
            }
            for (int other = 1; other < world.size() && world.rank() == 0; other++) {
                world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, other, 50);
                int[] expected = ints(length - 1, round + other);
                expected[0]++;
                assertArrayEquals(expected, Arrays.copyOf(got, length - 1));
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "many_isend")
    @RankTest(ranks = 3)
    void shouldReceiveOneByOneWhatAllSendToAll(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int length = 1000;
        for (int round = 0; round < 50; round++) {
            MessageRequest[] sends = new MessageRequest[world.size()];
            for (int dest = 0; dest < world.size(); dest++) {
                sends[dest] = world.isend(MemorySegment.ofArray(ints(length, world.rank() * 1000 + round)), 0, length,
                        Datatype.INT, dest, round);
            }
            boolean[] isHeard = new boolean[world.size()];
            Status status = new Status();
            for (int i = 0; i < world.size(); i++) {
                int[] got = new int[length];
                world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, Mpi.ANY_SOURCE, round, status);
                assertArrayEquals(ints(length, status.source() * 1000 + round), got);
                assertFalse(isHeard[status.source()], "two of rank " + status.source());
                isHeard[status.source()] = true;
            }
            Requests.awaitAll(sends);
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = {"recv_any", "irecv_any"})
    @RankTest(ranks = 3)
    void shouldTellWhereAMessageFromAnywhereIsFrom(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int length = 4096;
        for (int round = 0; round < 40; round++) {
            int source = 1 + round % 2;
            if (world.rank() == source) {
                world.send(MemorySegment.ofArray(ints(length, round)), 0, length, Datatype.INT, 0, 3);
            } else if (world.rank() == 0) {
                int[] got = new int[length];
                Status status = new Status();
                MemorySegment memory = MemorySegment.ofArray(got);
                if (round % 4 < 2) {
                    world.recv(memory, 0, length, Datatype.INT, Mpi.ANY_SOURCE, 3, status);
                } else {
                    world.irecv(memory, 0, length, Datatype.INT, Mpi.ANY_SOURCE, 3).await(status);
                }
                assertEquals(source, status.source());
                assertArrayEquals(ints(length, round), got);
                tell(world, 1, 4);
                tell(world, 2, 4);
            }
            if (world.rank() != 0) {
                hear(world, 0, 4);
            }
        }
        mpi.finish();
    }

    /** The n-th message fits the n-th receive alone: it is the longest that is left. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "anyall")
    @RankTest
    void shouldGiveEachOfManyOpenReceivesItsMessage(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int most = 30;
        if (world.rank() == 0) {
            hear(world, 1, 1);
            for (int i = 0; i < most; i++) {
                world.send(MemorySegment.ofArray(ints(most - i, 100 * i)), 0, most - i, Datatype.INT, 1, 3);
            }
        } else {
            int[][] got = new int[most][];
            MessageRequest[] receives = new MessageRequest[most];
            for (int i = 0; i < most; i++) {
                got[i] = new int[most - i];
                receives[i] = world.irecv(MemorySegment.ofArray(got[i]), 0, most - i, Datatype.INT, Mpi.ANY_SOURCE,
                        Mpi.ANY_TAG);
            }
            tell(world, 0, 1);
            Status status = new Status();
            for (int i = 0; i < most; i++) {
                int index = Requests.awaitAny(receives, status);
                assertEquals(most - index, status.count(Datatype.INT));
                assertArrayEquals(ints(most - index, 100 * index), got[index]);
            }
            assertEquals(Mpi.UNDEFINED, Requests.awaitAny(receives, status));
        }
        mpi.finish();
    }

    /** Before there is a receive, and in pieces: each message has data from many places. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "eagerdt")
    @RankTest
    void shouldKeepManyScatteredMessagesThatNoReceiveWaitsFor(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] places = new int[30];
        Arrays.setAll(places, i -> 12 * i);
        Layout blocks = new Layout(Datatype.indexedBlock(10, places, Datatype.INT).commit(), 1);
        int messages = 200;
        if (world.rank() == 0) {
            MessageRequest[] sends = new MessageRequest[messages];
            for (int i = 0; i < messages; i++) {
                sends[i] = world.isend(blocks.with(bytes(blocks.bytes(), i)), 0, 1, blocks.type(), 1, i);
            }
            world.collectives().barrier();
            Requests.awaitAll(sends);
        } else {
            world.collectives().barrier();
            for (int i = messages - 1; i >= 0; i--) {
                byte[] got = new byte[blocks.bytes()];
                world.recv(MemorySegment.ofArray(got), 0, 300, Datatype.INT, 0, i);
                assertArrayEquals(bytes(blocks.bytes(), i), got, "message " + i);
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "dtype_send")
    @RankTest
    void shouldSendScatteredDataInEveryMode(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int count : new int[]{16, 10_000}) {
            int[] places = new int[count];
            Arrays.setAll(places, i -> 2 * i);
            Layout scattered = new Layout(Datatype.indexedBlock(1, places, Datatype.INT).commit(), 1);
            for (int mode = 0; mode < 3; mode++) {
                exchangeScattered(world, scattered, mode);
            }
        }
        mpi.finish();
    }

    /** The type is freed as soon as all was begun. */
    private static void exchangeScattered(Comm world, Layout scattered, int mode) {
        int other = 1 - world.rank();
        int messages = 10;
        Datatype type = Datatype.dup(scattered.type());
        MemorySegment[] got = new MemorySegment[messages];
        MessageRequest[] requests = new MessageRequest[2 * messages];
        for (int i = 0; i < messages; i++) {
            got[i] = scattered.memory();
            // a ready send has its receive before it
            requests[i] = mode == 2 ? world.irecv(got[i], 0, 1, type, other, 0) : null;
        }
        world.collectives().barrier();
        for (int i = 0; i < messages; i++) {
            MemorySegment sent = scattered.with(bytes(scattered.bytes(), i + 10 * world.rank()));
            requests[messages + i] = switch (mode) {
                case 0 -> world.isend(sent, 0, 1, type, other, 0);
                case 1 -> world.issend(sent, 0, 1, type, other, 0);
                default -> world.irsend(sent, 0, 1, type, other, 0);
            };
        }
        for (int i = 0; i < messages && mode < 2; i++) {
            requests[i] = world.irecv(got[i], 0, 1, type, other, 0);
        }
        type.free();
        Requests.awaitAll(requests);
        for (int i = 0; i < messages; i++) {
            scattered.assertHolds(got[i], bytes(scattered.bytes(), i + 10 * other));
        }
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = {"huge_anysrc", "manylmt"})
    @RankTest
    void shouldHaveManyLargeMessagesUnderWay(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int source : new int[]{0, Mpi.ANY_SOURCE}) {
            MessageRequest[] requests = new MessageRequest[8];
            byte[][] got = new byte[requests.length][LARGE];
            for (int i = 0; i < requests.length; i++) {
                requests[i] = world.rank() == 0
                        ? world.isend(MemorySegment.ofArray(bytes(LARGE, i)), 0, LARGE, Datatype.BYTE, 1, 0)
                        : world.irecv(MemorySegment.ofArray(got[i]), 0, LARGE, Datatype.BYTE, source, 0);
            }
            Requests.awaitAll(requests);
            for (int i = 0; i < requests.length && world.rank() == 1; i++) {
                assertArrayEquals(bytes(LARGE, i), got[i], "message " + i);
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "huge_dupcomm")
    @RankTest
    void shouldHaveLargeMessagesOfSeveralCommunicatorsUnderWay(Job job) {
        Mpi mpi = Mpi.of(job);
        int ints = LARGE / 4;
        Comm[] comms = new Comm[6];
        Arrays.setAll(comms, _ -> mpi.world().dup());
        MessageRequest[] requests = new MessageRequest[comms.length];
        int[][] got = new int[comms.length][ints];
        for (int i = 0; i < comms.length; i++) {
            requests[i] = job.rank() == 0
                    ? comms[i].isend(MemorySegment.ofArray(ints(ints, i)), 0, ints, Datatype.INT, 1, 0)
                    : comms[i].irecv(MemorySegment.ofArray(got[i]), 0, ints, Datatype.INT, 0, 0);
        }
        Requests.awaitAll(requests);
        for (int i = 0; i < comms.length; i++) {
            if (job.rank() == 1) {
                assertArrayEquals(ints(ints, i), got[i], "communicator " + i);
            }
            comms[i].free();
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = {"huge_ssend", "huge_underflow"})
    @RankTest
    void shouldSendLargeMessagesSynchronouslyAndSmallOnesToLargeReceives(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length : new int[]{4 * LARGE, 1, 0}) {
            byte[] got = new byte[4 * LARGE];
            if (world.rank() == 0) {
                world.ssend(MemorySegment.ofArray(bytes(length, 3)), 0, length, Datatype.BYTE, 1, 0);
                world.send(MemorySegment.ofArray(bytes(length, 4)), 0, length, Datatype.BYTE, 1, 0);
            } else {
                for (int salt = 3; salt < 5; salt++) {
                    Status status = new Status();
                    Arrays.fill(got, (byte) 9);
                    world.recv(MemorySegment.ofArray(got), 0, got.length, Datatype.BYTE, 0, 0, status);
                    byte[] expected = new byte[got.length];
                    Arrays.fill(expected, (byte) 9);
                    System.arraycopy(bytes(length, salt), 0, expected, 0, length);
                    assertArrayEquals(expected, got);
                    assertEquals(length, status.bytes());
                }
            }
        }
        mpi.finish();
    }

    /** Two messages one behind the other, of which each may be in pieces. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "pipeline")
    @RankTest
    void shouldKeepTheOrderOfTwoMessagesOfAnyLengths(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] lengths = {1, 1024, 16_384, 65_536, 400_000};
        for (int first : lengths) {
            for (int second : lengths) {
                if (world.rank() == 0) {
                    Requests.awaitAll(
                            world.isend(MemorySegment.ofArray(ints(first, 7)), 0, first, Datatype.INT, 1, 0),
                            world.isend(MemorySegment.ofArray(ints(second, 9)), 0, second, Datatype.INT, 1, 0));
                } else {
                    int[] got = new int[first];
                    world.recv(MemorySegment.ofArray(got), 0, first, Datatype.INT, 0, 0);
                    assertArrayEquals(ints(first, 7), got);
                    got = new int[second];
                    world.recv(MemorySegment.ofArray(got), 0, second, Datatype.INT, 0, 0);
                    assertArrayEquals(ints(second, 9), got);
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "large_tag")
    @RankTest
    void shouldTakeTagsUpToTheGreatest(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Status status = new Status();
        for (int below = 0; below < 10; below++) {
            int tag = Mpi.MAX_TAG - below;
            for (int length : new int[]{10, 10_000}) {
                if (world.rank() == 0) {
                    world.send(MemorySegment.ofArray(ints(length, below)), 0, length, Datatype.INT, 1, tag);
                } else {
                    int[] got = new int[length];
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, 0,
                            below % 2 == 0 ? tag : Mpi.ANY_TAG, status);
                    assertEquals(tag, status.tag());
                    assertArrayEquals(ints(length, below), got);
                }
            }
        }
        mpi.finish();
    }

    /** The memory is all memory of the process; the place is an address, of the call or in the datatype. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "bottom")
    @SuppressWarnings("restricted") // as large as the address space
    @RankTest
    void shouldSendByAddress(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        MemorySegment everything = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment own = arena.allocate(8, 4);
            Datatype placed = Datatype.hindexed(new int[]{1}, new long[]{own.address()}, Datatype.INT).commit();
            if (world.rank() == 0) {
                own.set(ValueLayout.JAVA_INT, 0, 2);
                world.send(everything, own.address(), 1, Datatype.INT, 1, 0);
                world.send(everything, 0, 1, placed, 1, 0);
            } else {
                world.recv(everything, 0, 1, placed, 0, 0);
                assertEquals(2, own.get(ValueLayout.JAVA_INT, 0));
                world.recv(everything, own.address() + 4, 1, Datatype.INT, 0, 0);
                assertEquals(2, own.get(ValueLayout.JAVA_INT, 4));
            }
        }
        mpi.finish();
    }

    /** The program frees the type before it starts them. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "multi_psend_derived")
    @RankTest
    void shouldRepeatSendsAndReceivesOfADerivedType(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Datatype copy = Datatype.dup(Datatype.INT).commit();
        int[] value = new int[1];
        MemorySegment memory = MemorySegment.ofArray(value);
        PersistentRequest made = world.rank() == 0 ? world.sendInit(memory, 0, 1, copy, 1, 0)
                : world.recvInit(memory, 0, 1, copy, Mpi.ANY_SOURCE, 0);
        copy.free();
        for (int way = 0; way < 3; way++) {
            for (int i = 0; i < 10; i++) {
                boolean isMade = way == 2 || way == world.rank();
                value[0] = world.rank() == 0 ? 100 * way + i : -1;
                if (isMade) {
                    made.start();
                    made.await();
                } else if (world.rank() == 0) {
                    world.send(memory, 0, 1, Datatype.INT, 1, 0);
                } else {
                    world.recv(memory, 0, 1, Datatype.INT, 0, 0);
                }
                assertEquals(100 * way + i, value[0]);
            }
        }
        made.free();
        mpi.finish();
    }

    /** Whether the message is there before the receive is started, or comes later. */
    @SuiteCase(suite = "MPICH pt2pt", programs = {"precv_anysrc", "precv_anysrc_exp"})
    @RankTest
    void shouldStartAReceiveFromAnywhereBeforeItsMessageAndBehindIt(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length = 1; length <= LARGE; length *= 8) {
            for (int round = 0; round < 6; round++) {
                boolean isEarly = round % 2 == 0;
                if (world.rank() == 0) {
                    byte[] got = new byte[length];
                    PersistentRequest receive = world.recvInit(MemorySegment.ofArray(got), 0, length, Datatype.BYTE,
                            Mpi.ANY_SOURCE, Mpi.ANY_TAG);
                    if (isEarly) {
                        receive.start();
                        world.collectives().barrier();
                    } else {
                        world.collectives().barrier();
                        receive.start();
                    }
                    receive.await();
                    receive.free();
                    assertArrayEquals(bytes(length, round), got);
                } else {
                    MemorySegment memory = MemorySegment.ofArray(bytes(length, round));
                    if (isEarly) {
                        world.collectives().barrier();
                        world.send(memory, 0, length, Datatype.BYTE, 0, 1);
                    } else {
                        MessageRequest send = world.isend(memory, 0, length, Datatype.BYTE, 0, 1);
                        world.collectives().barrier();
                        send.await();
                    }
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "pssend")
    @RankTest
    void shouldNotCompleteARepeatedSynchronousSendBeforeItsReceive(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        PersistentRequest send = world.ssendInit(null, 0, 0, Datatype.INT, 1, 0);
        for (int round = 0; round < 5; round++) {
            if (world.rank() == 0) {
                send.start();
                assertFalse(send.test(), "no receive was made");
                world.collectives().barrier();
                send.await();
            } else {
                world.collectives().barrier();
                world.recv(null, 0, 0, Datatype.INT, 0, 0);
            }
        }
        send.free();
        mpi.finish();
    }
}
