package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.SymmetricMemory;
import org.pgas.Team;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;
import org.pgas.heap.SharedHeap;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Shared structures and heaps in memory that a team allocates for them. */
@RankDefaults(segment = "128k")
@AcrossNeighbourhoods
class SymmetricStructuresTest {
    private static final int SIZE = 128 << 10;
    private static final int ROUNDS = 50;

    @RankTest(ranks = {1, 2, 3})
    void shouldMakeEachInMemoryOfItsOwnAndGiveItBack(Job job) {
        Team team = job.world();
        int home = job.size() - 1;
        job.endpoint().segment().local().fill((byte) -1);
        long heapBytes = SharedHeap.leastBytes(team) + 4096;
        WorkCounter counter = WorkCounter.create(team, home);
        FairMutex mutex = FairMutex.create(team, home);
        FairReadWriteLock lock = FairReadWriteLock.create(team, home);
        MessageQueue queue = MessageQueue.create(team, home, 8, 100);
        ByteFifo fifo = ByteFifo.create(team, home, 256, 64);
        SequenceLock record = SequenceLock.create(team, home, 40);
        SharedHeap heap = SharedHeap.create(team, home, heapBytes);
        Map<Long, Long> lengths = new TreeMap<>(Map.of(counter.offset(), WorkCounter.bytes(), mutex.offset(),
                FairMutex.bytes(), lock.offset(), FairReadWriteLock.bytes(team), queue.offset(),
                MessageQueue.bytes(8, 100), fifo.offset(), ByteFifo.bytes(256, 64), record.offset(),
                SequenceLock.bytes(40), heap.offset(), heapBytes));
        assertEquals(7, lengths.size());
        long end = 0;
        for (Map.Entry<Long, Long> each : lengths.entrySet()) {
            assertTrue(each.getKey() >= end, () -> "they overlap: " + lengths);
            end = each.getKey() + each.getValue();
        }
        assertTrue(end <= SIZE);
        use(job, counter, mutex, lock);
        use(job, queue, fifo);
        use(job, record, heap);
        SymmetricMemory memory = team.symmetric();
        lengths.keySet().forEach(offset -> memory.freeAt(home, offset));
        assertEquals(0, memory.allocateAt(home, SIZE), "all of it is free again");
        assertIllegal("another block", counter::next, "WorkCounter.next", "has been destroyed");
        assertIllegal("another block", queue::size, "MessageQueue.size", "has been destroyed");
        team.barrier();
    }

    /** Numbers are drawn once, and what is under the locks excludes. */
    private static void use(Job job, WorkCounter counter, FairMutex mutex, FairReadWriteLock lock) {
        Rma rma = job.world().rma();
        long sums = job.world().symmetric().allocateAt(counter.rank(), 16);
        for (int round = 0; round < ROUNDS; round++) {
            counter.next();
            mutex.lock();
            rma.putLong(counter.rank(), sums, rma.getLong(counter.rank(), sums) + 1);
            mutex.unlock();
            lock.lockWrite();
            rma.putLong(counter.rank(), sums + 8, rma.getLong(counter.rank(), sums + 8) + 1);
            lock.unlockWrite();
        }
        job.world().barrier();
        long all = (long) ROUNDS * job.size();
        assertEquals(all, counter.get());
        assertEquals(all, rma.getLong(counter.rank(), sums));
        assertEquals(all, rma.getLong(counter.rank(), sums + 8));
        job.world().symmetric().freeAt(counter.rank(), sums);
    }

    /** Every rank sends, and the one that has them takes out. */
    private static void use(Job job, MessageQueue queue, ByteFifo fifo) {
        for (int sender = 0; sender < job.size(); sender++) {
            byte[] message = {(byte) sender, 1, 2, 3, 4, 5, 6, 7};
            if (job.rank() == sender) {
                queue.put(message);
                fifo.enqueue(MemorySegment.ofArray(message), 0, 8, true);
            }
            job.world().barrier();
            if (job.rank() == queue.rank()) {
                byte[] taken = new byte[8];
                assertEquals(8, queue.take(taken));
                assertArrayEquals(message, taken);
                assertArrayEquals(message, fifo.dequeue(8).toArray(ValueLayout.JAVA_BYTE));
                fifo.discard(8);
            }
            job.world().barrier();
        }
    }

    private static void use(Job job, SequenceLock record, SharedHeap heap) {
        byte[] found = new byte[40];
        record.read(MemorySegment.ofArray(found), 0);
        assertArrayEquals(new byte[40], found, "zeros at first");
        job.world().barrier();
        byte[] written = new byte[40];
        written[39] = 17;
        if (job.rank() == 0) {
            record.write(MemorySegment.ofArray(written), 0);
        }
        job.world().barrier();
        record.read(MemorySegment.ofArray(found), 0);
        assertArrayEquals(written, found);
        long block = heap.malloc(100);
        job.world().rma().putLong(heap.rank(), block, job.rank());
        job.world().barrier();
        assertEquals(job.rank(), job.world().rma().getLong(heap.rank(), block));
        heap.free(block);
        heap.close();
        job.world().barrier();
    }

    @RankTest(ranks = 3)
    void shouldMakeThemForTeamsThatHaveMembersInCommon(Job job) {
        Team part = job.world().split(job.rank() % 2, -job.rank());
        WorkCounter all = WorkCounter.create(job.world(), 0);
        WorkCounter own = WorkCounter.create(part, part.size() - 1);
        for (int round = 0; round < ROUNDS; round++) {
            all.next();
            own.next();
        }
        job.world().barrier();
        assertEquals(3L * ROUNDS, all.get());
        assertEquals((long) part.size() * ROUNDS, own.get());
        job.world().barrier();
        part.destroy();
        job.world().symmetric().freeAt(0, all.offset());
        assertEquals(0, job.world().symmetric().allocate(SIZE), "what the part had is free");
    }

    @RankTest
    void shouldSayWhenThereIsNoRoom(Job job) {
        Team team = job.world();
        assertRefused(ErrorCode.RESOURCE, "queue", () -> MessageQueue.create(team, 0, 1024, 1024),
                "rank " + job.rank() + ": MessageQueue.create: there is no place for", "in the segment of rank 0",
                "longest free range has " + SIZE + " bytes");
        assertRefused(ErrorCode.RESOURCE, "heap", () -> SharedHeap.create(team, 1, 2 * SIZE), "SharedHeap.create");
        assertIllegal("too small", () -> SharedHeap.create(team, 1, 64), "SharedHeap.create: 64 bytes are too few");
        assertIllegal("rank", () -> FairMutex.create(team, 2), "FairMutex.create", "rank 2 is outside 0..1");
        assertIllegal("ranks differ", () -> WorkCounter.create(team, job.rank()), "WorkCounter.create",
                "rank " + (1 - job.rank()) + " of the team asks for 128 bytes", "all give the same");
        assertEquals(0, team.symmetric().allocate(SIZE), "nothing was taken by what was refused");
    }

    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldRefuseClientMemoryAndTakeNothingOfIt(Job job) {
        Team team = job.world();
        String who = "rank " + job.rank() + ": ";
        boolean isOwner = job.rank() == 1;
        assertIllegal("counter", () -> WorkCounter.create(team, 1), who + "WorkCounter.create",
                isOwner ? "client memory" : "refused on rank 1 of the team");
        assertIllegal("queue", () -> MessageQueue.create(team, 1, 4, 8), who + "MessageQueue.create",
                isOwner ? "Job.attach(long)" : "refused on rank 1 of the team");
        assertIllegal("heap", () -> SharedHeap.create(team, 1, SIZE / 2), who + "SharedHeap.create",
                isOwner ? "client memory" : "refused on rank 1 of the team");
        assertEquals(0, team.symmetric().allocate(SIZE));
    }
}
