package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Counter;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.WaitMode;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * A handle is of one structure: when another of its kind is made in the same place, the old handle finds its own
 * destroyed.
 */
@RankDefaults(segment = "64k")
class RecreatedStructureTest {
    private static final long PLACE = WorkCounter.ALIGNMENT;
    private static final long STEP = 32 << 10;

    @AcrossNeighbourhoods
    @RankTest
    void shouldRefuseHandlesOfWhatWasThereBefore(Job job) {
        Team team = job.world();
        MemorySegment local = MemorySegment.ofArray(new byte[256]);
        WorkCounter counter = WorkCounter.create(team, 0, PLACE);
        refused(job, counter::destroy, () -> WorkCounter.initialise(team, 0, PLACE), counter::next);
        FairMutex mutex = FairMutex.create(team, 0, PLACE);
        refused(job, mutex::destroy, () -> FairMutex.initialise(team, 0, PLACE), mutex::lock);
        FairReadWriteLock lock = FairReadWriteLock.create(team, 0, PLACE);
        refused(job, lock::destroy, () -> FairReadWriteLock.initialise(team, 0, PLACE), lock::lockRead);
        MessageQueue queue = MessageQueue.create(team, 0, PLACE, 64, 256);
        refused(job, queue::destroy, () -> MessageQueue.initialise(team, 0, PLACE, 2, 8),
                () -> queue.offer(local, 0, 256));
        ByteFifo fifo = ByteFifo.create(team, 0, PLACE, 4096, 256);
        refused(job, fifo::destroy, () -> ByteFifo.initialise(team, 0, PLACE, 64, 8),
                () -> fifo.tryEnqueue(local, 0, 256));
        SequenceLock record = SequenceLock.create(team, 0, PLACE, 256);
        refused(job, record::destroy, () -> SequenceLock.initialise(team, 0, PLACE, 8), () -> record.write(local, 0));
        job.world().barrier();
    }

    /** Nothing is written through an old handle: not to the smaller structure that is there, and not behind it. */
    private static void refused(Job job, Runnable destroy, Runnable replace, Executable call) {
        job.world().barrier();
        if (job.rank() == 0) {
            destroy.run();
            replace.run();
        }
        job.world().barrier();
        MemorySegment own = job.endpoint().segment().local();
        byte[] before = own.toArray(ValueLayout.JAVA_BYTE);
        job.world().barrier();
        assertIllegal("an old handle", call, "at offset 64 of rank 0 has been destroyed");
        job.world().barrier();
        assertArrayEquals(before, own.toArray(ValueLayout.JAVA_BYTE));
        job.world().barrier();
    }

    /**
     * Those who wait look so seldom that they never see the place without a structure. Neighbours of the owner are
     * counted among them. A rank elsewhere asks again and again: it waits when it sends the second request, since the
     * answer to the first one was that the queue is empty.
     */
    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldEndTheWaitsOfWhatIsReplacedAtOnce(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        Team team = job.world();
        boolean isElsewhere = !Views.isNeighbour(job, 1 - job.rank());
        for (int round = 1; round <= 20; round++) {
            MessageQueue queue = MessageQueue.create(team, 0, PLACE, 2, 8);
            long sent = job.counters().value(Counter.REQUESTS);
            FutureTask<?> waits = RankThreads.start(
                    () -> assertIllegal("wait", () -> queue.take(new byte[8]), "MessageQueue.take", "destroyed"));
            if (isElsewhere && job.rank() == 1) {
                Computing.until("it asks again", () -> job.counters().value(Counter.REQUESTS) >= sent + 2);
            } else {
                Signals.await(job, 0, PLACE + 64 + 8, isElsewhere ? 1 : 2);
            }
            team.barrier();
            if (job.rank() == 0) {
                queue.destroy();
                MessageQueue again = MessageQueue.initialise(team, 0, PLACE, 2, 8);
                RankThreads.join(waits);
                Signals.await(job, STEP, round);
                assertEquals(0, again.size());
                again.destroy();
            } else {
                RankThreads.join(waits);
                Signals.raise(job, 0, STEP, round);
            }
            team.barrier();
        }
        job.world().barrier();
    }
}
