package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.hear;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.tell;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Message;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Probes: the cases of MPICH's programs about them. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MpichProbeTest {
    private static final int TAG = 5;

    /** By a matched probe that waits or not. */
    private static Message find(Comm comm, boolean isWaiting, int source, int tag, Status status) {
        Message found = isWaiting ? comm.mprobe(source, tag, status) : comm.improbe(source, tag, status);
        while (found == null) {
            Thread.yield();
            found = comm.improbe(source, tag, status);
        }
        return found;
    }

    private static void receive(Message message, boolean isWaiting, int[] into, Status status) {
        MemorySegment memory = MemorySegment.ofArray(into);
        if (isWaiting) {
            message.recv(memory, 0, into.length, Datatype.INT, status);
        } else {
            message.irecv(memory, 0, into.length, Datatype.INT).await(status);
        }
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "mprobe")
    @RankTest
    void shouldReceiveByEveryMatchedProbeWhatItHasFound(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length : new int[]{2, 20_000}) {
            for (int way = 0; way < 8; way++) {
                if (world.rank() == 0) {
                    MessageRequest send = world.isend(MemorySegment.ofArray(ints(length, way)), 0, length,
                            Datatype.INT, 1, TAG);
                    hear(world, 1, 1);
                    send.await();
                } else {
                    boolean isAny = (way & 4) != 0;
                    Status found = new Status();
                    Message message = find(world, (way & 1) == 0, isAny ? Mpi.ANY_SOURCE : 0,
                            isAny ? Mpi.ANY_TAG : TAG, found);
                    assertEquals(0, found.source());
                    assertEquals(TAG, found.tag());
                    assertEquals(length, found.count(Datatype.INT));
                    assertNull(world.improbe(0, TAG, null));
                    int[] got = new int[length];
                    Status status = new Status();
                    receive(message, (way & 2) == 0, got, status);
                    assertEquals(0, status.source());
                    assertEquals(TAG, status.tag());
                    assertEquals(length, status.count(Datatype.INT));
                    assertArrayEquals(ints(length, way), got);
                    assertIllegal("twice", () -> message.irecv(null, 0, 0, Datatype.INT), "received already");
                    tell(world, 0, 1);
                }
            }
        }
        findNobodys(world);
        mpi.finish();
    }

    private static void findNobodys(Comm world) {
        for (int way = 0; way < 4; way++) {
            Status found = new Status();
            Message message = find(world, (way & 1) == 0, Mpi.PROC_NULL, TAG, found);
            assertNotNull(message);
            assertTrue(message.isOfNobody());
            Status status = new Status();
            int[] got = {19, 20};
            receive(message, (way & 2) == 0, got, status);
            assertArrayEquals(new int[]{19, 20}, got);
            for (Status each : new Status[]{found, status}) {
                assertEquals(Mpi.PROC_NULL, each.source());
                assertEquals(Mpi.ANY_TAG, each.tag());
                assertEquals(0, each.count(Datatype.INT));
            }
        }
    }

    /** The probe waits already when the message comes, or not yet: of every length it sees all of it. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "probe_unexp")
    @RankTest(ranks = 4)
    void shouldProbeMessagesOfEveryLengthThatNobodyReceivesYet(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int tag = 42;
        for (int round = 0; round < 3; round++) {
            for (int length = 0; length <= 1 << 18; length = length == 0 ? 1 : length * 4) {
                // a rank that is ahead asks with the next tag
                tag++;
                if (world.rank() == 0) {
                    for (int i = 1; i < world.size(); i++) {
                        Status status = new Status();
                        world.recv(null, 0, 0, Datatype.BYTE, Mpi.ANY_SOURCE, tag, status);
                        world.send(MemorySegment.ofArray(bytes(length, status.source())), 0, length, Datatype.BYTE,
                                status.source(), tag);
                    }
                } else {
                    tell(world, 0, tag);
                    Status status = new Status();
                    world.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, status);
                    assertEquals(0, status.source());
                    assertEquals(tag, status.tag());
                    assertEquals(length, status.count(Datatype.BYTE));
                    byte[] got = new byte[length];
                    Status received = new Status();
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.BYTE, 0, tag, received);
                    assertEquals(status.toString(), received.toString());
                    assertArrayEquals(bytes(length, world.rank()), got);
                }
            }
        }
        mpi.finish();
    }
}
