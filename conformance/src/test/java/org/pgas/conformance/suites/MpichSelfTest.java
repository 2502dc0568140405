package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.layouts;
import static org.pgas.conformance.suites.MpichRig.of;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Message;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Messages of a rank to itself and to nobody, and requests that stand for nothing: cases of MPICH's programs. */
@RankDefaults(ranks = {1, 2}, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichSelfTest {
    private static void assertEmpty(Status status) {
        assertEquals(Mpi.ANY_SOURCE, status.source());
        assertEquals(Mpi.ANY_TAG, status.tag());
        assertEquals(0, status.count(Datatype.INT));
        assertFalse(status.isCancelled());
    }

    /** A status that says something. */
    private static Status used(Comm comm) {
        Status status = new Status();
        comm.isend(of(3), 0, 1, Datatype.INT, comm.rank(), 9);
        comm.recv(of(0), 0, 1, Datatype.INT, comm.rank(), 9, status);
        assertEquals(1, status.count(Datatype.INT));
        return status;
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "sendself")
    @RankTest
    void shouldSendToItselfInEveryModeAndLayout(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : List.of(mpi.world(), mpi.self())) {
            int me = comm.rank();
            for (int ints : new int[]{4, 5000}) {
                byte[] data = bytes(4 * ints, ints);
                for (Layout sent : layouts(ints)) {
                    MemorySegment memory = sent.with(data);
                    for (int mode = 0; mode < 3; mode++) {
                        Layout received = layouts(ints).get(mode * 3 + 1);
                        MemorySegment into = received.memory();
                        MessageRequest receive = comm.irecv(into, 0, received.count(), received.type(), me, 0);
                        switch (mode) {
                            case 0 -> comm.send(memory, 0, sent.count(), sent.type(), me, 0);
                            case 1 -> comm.ssend(memory, 0, sent.count(), sent.type(), me, 0);
                            default -> comm.rsend(memory, 0, sent.count(), sent.type(), me, 0);
                        }
                        receive.await();
                        received.assertHolds(into, data);
                    }
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "isendself")
    @RankTest
    void shouldSendItselfNothing(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] got = {-1};
        for (MemorySegment memory : new MemorySegment[]{of(7), null}) {
            Status status = new Status();
            MessageRequest send = world.isend(memory, 0, 0, Datatype.INT, world.rank(), 0);
            world.recv(MemorySegment.ofArray(got), 0, memory == null ? 0 : 1, Datatype.INT, Mpi.ANY_SOURCE,
                    Mpi.ANY_TAG, status);
            assertEquals(world.rank(), status.source());
            assertEquals(0, status.tag());
            assertEquals(0, status.count(Datatype.INT));
            assertEquals(-1, got[0]);
            send.await(status);
            assertEmpty(status);
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "isendselfprobe")
    @RankTest
    void shouldFindItsOwnMessages(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int me = world.rank();
        for (int round = 0; round < 100; round++) {
            for (int length : new int[]{1, 5000}) {
                int[] got = new int[length];
                MessageRequest send = world.isend(MemorySegment.ofArray(MpichRig.ints(length, round)), 0, length,
                        Datatype.INT, me, 0);
                Status status = new Status();
                while (!world.iprobe(me, 0, status)) {
                    Thread.yield();
                }
                assertEquals(length, status.count(Datatype.INT));
                assertEquals(me, status.source());
                world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, me, 0, status);
                assertArrayEquals(MpichRig.ints(length, round), got);
                send.await();
            }
        }
        mpi.finish();
    }

    /** Sends are not cancelled: the receive gets the message. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "issendselfcancel")
    @RankTest
    void shouldReceiveFromItselfWhatWasCancelledAndFreed(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm self = mpi.self();
        MessageRequest send = self.issend(null, 0, 0, Datatype.BYTE, 0, 123);
        Status status = new Status();
        self.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, status);
        assertEquals(123, status.tag());
        send.cancel();
        send.free();
        MessageRequest receive = self.irecv(null, 0, 0, Datatype.BYTE, 0, 123);
        receive.cancel();
        receive.await(status);
        assertFalse(status.isCancelled());
        assertEquals(0, status.source());
        assertFalse(self.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, null));
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "mprobe_self_free")
    @RankTest
    void shouldProbeAMessageToItselfWhoseRequestWasFreed(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm self = mpi.self();
        for (int length : new int[]{1, 10_000}) {
            self.isend(MemorySegment.ofArray(MpichRig.ints(length, 5)), 0, length, Datatype.INT, 0, 0).free();
            Message message = self.mprobe(0, 0, null);
            int[] got = new int[length];
            message.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, null);
            assertArrayEquals(MpichRig.ints(length, 5), got);
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "probenull")
    @RankTest
    void shouldFindWhatNobodySendsAtOnce(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Status status = used(world);
        assertTrue(world.iprobe(Mpi.PROC_NULL, 10, status));
        assertOfNobody(status);
        status = used(world);
        world.probe(Mpi.PROC_NULL, 10, status);
        assertOfNobody(status);
        mpi.finish();
    }

    private static void assertOfNobody(Status status) {
        assertEquals(Mpi.PROC_NULL, status.source());
        assertEquals(Mpi.ANY_TAG, status.tag());
        assertEquals(0, status.count(Datatype.INT));
    }

    /** A datatype is given all the same. */
    @SuiteCase(suite = "MPICH pt2pt", programs = "recvnull")
    @RankTest
    void shouldReceiveNothingFromNobody(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Status[] statuses = {used(world)};
        Requests.awaitAll(new MessageRequest[]{world.irecv(null, 0, 0, Datatype.BYTE, Mpi.PROC_NULL, 10)}, statuses);
        assertOfNobody(statuses[0]);
        Status status = used(world);
        world.recv(null, 0, 0, Datatype.BYTE, Mpi.PROC_NULL, 10, status);
        assertOfNobody(status);
        assertIllegal("null", () -> world.recv(null, 0, 0, null, Mpi.PROC_NULL, 10), "datatype is null");
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = "inactivereq")
    @RankTest
    void shouldSayThatWhatIsNotStartedIsComplete(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int me = world.rank();
        for (int peer : new int[]{me, Mpi.PROC_NULL}) {
            PersistentRequest receive = world.recvInit(of(0, 0), 0, 2, Datatype.INT, peer, 27);
            List<PersistentRequest> sends = List.of(world.sendInit(of(1), 0, 1, Datatype.INT, peer, 27),
                    world.ssendInit(of(2), 0, 1, Datatype.INT, peer, 27),
                    world.bsendInit(of(3), 0, 1, Datatype.INT, peer, 27),
                    world.rsendInit(of(4), 0, 1, Datatype.INT, peer, 27));
            assertInactive(world, receive);
            for (PersistentRequest send : sends) {
                assertInactive(world, send);
                receive.start();
                send.start();
                Status status = new Status();
                receive.await(status);
                if (peer == me) {
                    assertEquals(1, status.count(Datatype.INT));
                    assertEquals(me, status.source());
                } else {
                    assertOfNobody(status);
                }
                status = used(world);
                send.await(status);
                assertEmpty(status);
                assertInactive(world, receive);
                assertInactive(world, send);
                send.free();
            }
            receive.free();
        }
        mpi.finish();
    }

    private static void assertInactive(Comm world, PersistentRequest request) {
        assertFalse(request.isActive());
        Status status = used(world);
        assertTrue(request.test(status));
        assertEmpty(status);
        status = used(world);
        request.await(status);
        assertEmpty(status);
        status = used(world);
        assertEquals(Mpi.UNDEFINED, Requests.awaitAny(new MessageRequest[]{request}, status));
        assertEmpty(status);
        Status[] statuses = {used(world)};
        assertTrue(Requests.testAll(new MessageRequest[]{request}, statuses));
        assertEmpty(statuses[0]);
        assertEquals(Mpi.UNDEFINED, Requests.testSome(new MessageRequest[]{request}, new int[1], statuses));
    }

    @SuiteCase(suite = "MPICH pt2pt", programs = {"waittestnull", "waitany_null"})
    @RankTest
    void shouldSayThatNoRequestsAreComplete(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int count : new int[]{0, 1, 10}) {
            MessageRequest[] none = new MessageRequest[count];
            Status[] statuses = new Status[count];
            java.util.Arrays.setAll(statuses, _ -> used(world));
            int[] indices = new int[count];
            assertTrue(Requests.testAll(none, statuses));
            for (Status each : statuses) {
                assertEmpty(each);
            }
            Requests.awaitAll(none, statuses);
            Requests.awaitAll(none);
            Status status = used(world);
            assertEquals(Mpi.UNDEFINED, Requests.testAny(none, status));
            assertEmpty(status);
            status = used(world);
            assertEquals(Mpi.UNDEFINED, Requests.awaitAny(none, status));
            assertEmpty(status);
            assertEquals(Mpi.UNDEFINED, Requests.testSome(none, indices, statuses));
            assertEquals(Mpi.UNDEFINED, Requests.awaitSome(none, indices, null));
        }
        mpi.finish();
    }
}
