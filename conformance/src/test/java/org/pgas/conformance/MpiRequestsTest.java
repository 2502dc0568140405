package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Requests of MPI messages: one by one and in sets, persistent, cancelled. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpiRequestsTest {
    private static MemorySegment of(int... values) {
        return MemorySegment.ofArray(values);
    }

    private static void token(Comm world, boolean isSender, int tag) {
        int other = 1 - world.rank();
        if (isSender) {
            world.send(null, 0, 0, Datatype.INT, other, tag);
        } else {
            world.recv(null, 0, 0, Datatype.INT, other, tag);
        }
    }

    @RankTest
    void shouldAwaitAnyInTheOrderInWhichTheyComplete(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] order = {2, 0, 1};
        if (world.rank() == 0) {
            for (int tag : order) {
                token(world, false, 10 + tag);
                world.send(of(tag), 0, 1, Datatype.INT, 1, tag);
            }
        } else {
            MessageRequest[] requests = new MessageRequest[5];
            int[][] got = new int[3][1];
            for (int i = 0; i < 3; i++) {
                requests[i + 1] = world.irecv(MemorySegment.ofArray(got[i]), 0, 1, Datatype.INT, 0, i);
            }
            Status status = new Status();
            assertEquals(Mpi.UNDEFINED, Requests.testAny(requests, status));
            for (int tag : order) {
                token(world, true, 10 + tag);
                assertEquals(tag + 1, Requests.awaitAny(requests, status));
                assertNull(requests[tag + 1]);
                assertEquals(tag, status.tag());
                assertEquals(tag, got[tag][0]);
            }
            assertEquals(Mpi.UNDEFINED, Requests.awaitAny(requests, status));
            assertEquals(Mpi.ANY_SOURCE, status.source());
            assertTrue(Requests.testAll(requests));
        }
        mpi.finish();
    }

    @RankTest
    void shouldEndAllThatAreCompleteAtOnce(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            world.send(of(3), 0, 1, Datatype.INT, 1, 3);
            world.send(of(1), 0, 1, Datatype.INT, 1, 1);
            token(world, true, 9);
            token(world, false, 9);
            world.send(of(0), 0, 1, Datatype.INT, 1, 0);
            world.send(of(2), 0, 1, Datatype.INT, 1, 2);
        } else {
            MessageRequest[] requests = new MessageRequest[4];
            int[][] got = new int[4][1];
            Status[] statuses = {new Status(), new Status(), new Status(), new Status()};
            int[] indices = new int[4];
            for (int i = 0; i < 4; i++) {
                requests[i] = world.irecv(MemorySegment.ofArray(got[i]), 0, 1, Datatype.INT, 0, i);
            }
            token(world, false, 9);
            assertEquals(2, Requests.awaitSome(requests, indices, statuses));
            assertArrayEquals(new int[]{1, 3}, new int[]{indices[0], indices[1]});
            assertEquals(1, statuses[0].tag());
            assertEquals(3, statuses[1].tag());
            assertEquals(0, Requests.testSome(requests, indices, statuses));
            assertFalse(Requests.testAll(requests));
            assertNotNull(requests[0]);
            token(world, true, 9);
            Requests.awaitAll(requests, statuses);
            assertArrayEquals(new MessageRequest[4], requests);
            assertEquals(0, statuses[0].tag());
            assertEquals(Mpi.ANY_TAG, statuses[1].tag());
            assertEquals(2, statuses[2].tag());
            assertEquals(Mpi.UNDEFINED, Requests.awaitSome(requests, indices, statuses));
            assertIllegal("short", () -> Requests.awaitSome(requests, new int[3], null), "indices", "3 of 4");
        }
        mpi.finish();
    }

    @RankTest
    void shouldStartPersistentRequestsAgainAndAgain(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int other = 1 - world.rank();
        int[] sent = new int[20_000];
        int[] got = new int[20_000];
        PersistentRequest send = world.sendInit(MemorySegment.ofArray(sent), 0, sent.length, Datatype.INT, other, 4);
        PersistentRequest receive = world.recvInit(MemorySegment.ofArray(got), 0, got.length, Datatype.INT, other, 4);
        PersistentRequest[] both = {send, receive};
        Status status = new Status();
        assertTrue(send.test(status));
        for (int round = 0; round < 5; round++) {
            java.util.Arrays.fill(sent, round * 2 + world.rank());
            Requests.startAll(both);
            assertIllegal("active", send::start, "Comm.sendInit", "started already");
            Requests.awaitAll(both);
            assertSame(send, both[0]);
            assertFalse(send.isActive());
            assertEquals(round * 2 + other, got[got.length - 1]);
            assertEquals(Mpi.UNDEFINED, Requests.awaitAny(both, status));
        }
        for (PersistentRequest each : new PersistentRequest[]{world.ssendInit(of(1), 0, 1, Datatype.INT, other, 5),
            world.rsendInit(of(1), 0, 1, Datatype.INT, other, 5),
            world.bsendInit(of(1), 0, 1, Datatype.INT, other, 5)}) {
            PersistentRequest into = world.recvInit(MemorySegment.ofArray(got), 0, 1, Datatype.INT, other, 5);
            into.start();
            each.start();
            into.await(status);
            each.await();
            assertEquals(1, got[0]);
            assertEquals(other, status.source());
        }
        send.free();
        assertIllegal("freed", send::start, "freed");
        mpi.finish();
    }

    @RankTest
    void shouldCancelReceivesThatNothingHasMet(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] got = new int[2];
        Status status = new Status();
        if (world.rank() == 1) {
            MessageRequest first = world.irecv(MemorySegment.ofArray(got), 0, 1, Datatype.INT, 0, 1);
            MessageRequest second = world.irecv(MemorySegment.ofArray(got), 4, 1, Datatype.INT, Mpi.ANY_SOURCE, 1);
            first.cancel();
            first.await(status);
            assertTrue(status.isCancelled());
            token(world, true, 9);
            second.await(status);
            assertFalse(status.isCancelled());
            assertArrayEquals(new int[]{0, 5}, got);
            second.cancel();
            second.await(status);
            assertFalse(status.isCancelled());
        } else {
            token(world, false, 9);
            MessageRequest send = world.issend(of(5), 0, 1, Datatype.INT, 1, 1);
            send.cancel();
            send.await(status);
            assertFalse(status.isCancelled());
        }
        mpi.finish();
    }

    @RankTest
    void shouldThrowWhatIsWrongWithOneWhenAllHaveEnded(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            world.send(of(1, 2), 0, 2, Datatype.INT, 1, 1);
            world.send(of(3), 0, 1, Datatype.INT, 1, 2);
        } else {
            int[] got = new int[2];
            MessageRequest[] requests = {world.irecv(MemorySegment.ofArray(got), 0, 1, Datatype.INT, 0, 1),
                world.irecv(MemorySegment.ofArray(got), 4, 1, Datatype.INT, 0, 2)};
            PgasException thrown = assertThrows(PgasException.class, () -> Requests.awaitAll(requests));
            assertTrue(thrown.getMessage().contains("8 bytes"), thrown::getMessage);
            assertArrayEquals(new MessageRequest[2], requests);
            assertArrayEquals(new int[]{0, 3}, got);
        }
        mpi.finish();
    }
}
