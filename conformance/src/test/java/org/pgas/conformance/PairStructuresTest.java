package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MppaAtomics;
import org.pgas.heap.SharedHeap;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * What dialects need without a collective call: endpoints that are introduced, and structures and operations through
 * TM-pairs.
 */
@RankDefaults(ranks = 3, segment = "64k")
class PairStructuresTest {
    private static final long BYTES = 300_000;

    /** Where rank 0 leaves its introduction, in its attached segment, and how long it is. */
    private static void hand(Job job, Endpoint endpoint) {
        byte[] card = TeamCore.of(job.world()).introduction(endpoint);
        job.world().rma().put(0, 8, card, 0, card.length);
        job.world().rma().putLong(0, 0, card.length);
    }

    private static void takeOver(Job job) {
        byte[] card = new byte[(int) job.world().rma().getLong(0, 0)];
        job.world().rma().get(card, 0, 0, 8, card.length);
        TeamCore.of(job.world()).introduce(card);
    }

    /** The pair through which a rank reaches what rank 0 has bound to its first endpoint beside the primordial one. */
    private static Team pair(Job job, Endpoint own) {
        return own == null ? job.endpoint().pair(1) : own.pair(1);
    }

    private static Endpoint endpoint(Job job, Segment segment) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        endpoint.bind(segment);
        hand(job, endpoint);
        return endpoint;
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldReachWhatWasIntroducedWithoutACollectiveCall(Job job) {
        for (int round = 0; round < 6; round++) {
            Segment segment = null;
            Endpoint endpoint = null;
            if (job.rank() == 0) {
                segment = round % 2 == 0 ? job.segments().create(BYTES)
                        : job.segments().create(MemorySegment.ofArray(new long[(int) (BYTES / 8)]));
                endpoint = endpoint(job, segment);
            }
            job.world().barrier();
            if (job.rank() == 1 && round == 0) {
                assertThrows(PgasException.class, () -> pair(job, null).rma().putLong(0, 0, 1), "not introduced");
            }
            takeOver(job);
            Team pair = pair(job, endpoint);
            MppaAtomics atomics = MppaAtomics.of(pair);
            for (int i = 0; i < 100; i++) {
                atomics.postAdd(0, 8, 1);
                atomics.fetchAdd(0, 16, job.rank());
            }
            pair.rma().putLong(0, 64 + 8L * job.rank(), round);
            job.world().barrier();
            assertEquals(300, atomics.peek(0, 8));
            assertEquals(300, atomics.fetchAdd(0, 16, 0));
            assertEquals(round, pair.rma().getLong(0, 64 + 8L * ((job.rank() + 1) % 3)));
            assertThrows(PgasException.class, atomics::destroy, "there is nothing to destroy");
            job.world().barrier();
            if (job.rank() == 0) {
                endpoint.unbind();
                endpoint.destroy();
                segment.destroy();
            }
            job.world().barrier();
        }
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldHoldAStreamAndAHeapThroughPairs(Job job) {
        Endpoint own = job.rank() == 0 ? endpoint(job, job.segments().create(BYTES)) : null;
        job.world().barrier();
        takeOver(job);
        Team pair = pair(job, own);
        if (job.rank() == 0) {
            ByteFifo.initialise(pair, 0, 64, 64, 64).enqueue(MemorySegment.ofArray(new long[]{0}), 0, 8, true);
            SharedHeap.initialise(pair, 0, 4096, BYTES - 4096).close();
        }
        job.world().barrier();
        ByteFifo fifo = ByteFifo.open(pair, 0, 64);
        SharedHeap heap = SharedHeap.open(pair, 0, 4096);
        long block = heap.mallocPointer(100);
        assertEquals(0, GlobalPointer.jobRank(block));
        assertEquals(1, GlobalPointer.endpointIndex(block));
        pair.rma().putLong(block, job.rank());
        job.world().barrier();
        assertEquals(job.rank(), pair.rma().getLong(block));
        heap.freePointer(block);
        heap.close();
        long sum = 0;
        if (job.rank() == 0) {
            for (int i = 0; i < 201; i++) {
                sum += fifo.dequeue(8).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                fifo.discard(8);
            }
            assertEquals(300, sum);
        } else {
            for (int i = 0; i < 100; i++) {
                fifo.enqueue(MemorySegment.ofArray(new long[]{job.rank()}), 0, 8, true);
            }
            assertIllegal("consumer", () -> fifo.dequeue(8), "and not by rank " + job.rank());
        }
        job.world().barrier();
    }

    /** Who gives it back wakes who waits, though a pair is no team. */
    @AcrossNeighbourhoods
    @RankTest(ranks = 2, settings = "pgas.wait=block")
    void shouldHandALockOverThroughPairs(Job job) {
        Endpoint own = job.rank() == 0 ? endpoint(job, job.segments().create(BYTES)) : null;
        job.world().barrier();
        takeOver(job);
        Team pair = pair(job, own);
        if (job.rank() == 0) {
            FairReadWriteLock.initialise(pair, 0, 64);
        }
        job.world().barrier();
        FairReadWriteLock lock = FairReadWriteLock.open(pair, 0, 64);
        for (int round = 0; round < 300; round++) {
            lock.lockWrite();
            pair.rma().putLong(0, 0, pair.rma().getLong(0, 0) + 1);
            lock.unlockWrite();
        }
        job.world().barrier();
        assertEquals(600, pair.rma().getLong(0, 0));
        job.world().barrier();
    }

    /** What is told late, of what has been replaced, takes the place of nothing. */
    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2)
    void shouldLeaveOutAnIntroductionThatHasEnded(Job job) {
        byte[] old = {};
        Endpoint endpoint = null;
        for (int round = 0; round < 2; round++) {
            if (job.rank() == 0) {
                if (round == 1) {
                    endpoint.unbind().destroy();
                    endpoint.destroy();
                }
                endpoint = endpoint(job, job.segments().create(BYTES));
                job.endpoints().get(1).segment().local().set(ValueLayout.JAVA_LONG, 0, 70 + round);
            }
            job.world().barrier();
            byte[] card = new byte[(int) job.world().rma().getLong(0, 0)];
            job.world().rma().get(card, 0, 0, 8, card.length);
            if (job.rank() == 1 && round == 1) {
                TeamCore.of(job.world()).introduce(card);
                TeamCore.of(job.world()).introduce(old);
                assertEquals(71, pair(job, null).rma().getLong(0, 0));
            }
            old = card;
            job.world().barrier();
        }
    }
}
