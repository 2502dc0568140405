package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.bulk.BulkCopy;
import org.pgas.bulk.BulkQueue;
import org.pgas.memory.SharedMemory;
import org.pgas.operation.Completion;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** A copy on its way to the copier, and on its way to be complete. */
public final class BulkCopyStress {
    private static final int BYTES = 64;

    private BulkCopyStress() {}

    private static BulkCopy copy(long target) {
        MemorySegment source = MemorySegment.ofArray(new byte[BYTES]).fill((byte) 1);
        return BulkCopy.put("putNb", 0, 0, target, source, 0, BYTES);
    }

    @State
    public static class Queue extends Meeting {
        final BulkCopy copy = copy(0);
        final BulkQueue queue = new BulkQueue();
        final ConcurrentLinkedQueue<BulkCopy> copies = new ConcurrentLinkedQueue<>();
        final AtomicBoolean resting = new AtomicBoolean();
    }

    /** Whether who hands over wakes the copier, and whether the copier goes to rest. */
    @Outcome(id = {"1, 1", "1, 0", "0, 0"}, expect = ACCEPTABLE, desc = "it is woken, or does not rest, or both")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "it rests beside a copy")
    public static class Rest {}

    @JCStressTest
    @JCStressMeta(Rest.class)
    public static class HandOverAndRest {
        @Actor
        public void caller(Queue queue, II_Result result) {
            queue.meet();
            result.r1 = queue.queue.add(queue.copy) ? 1 : 0;
        }

        @Actor
        public void copier(Queue queue, II_Result result) {
            queue.meet();
            result.r2 = queue.queue.rest() ? 1 : 0;
        }
    }

    /** Says that it rests by a release only. */
    @JCStressTest
    @JCStressMeta(Rest.class)
    @Weakened(of = HandOverAndRest.class)
    public static class RestWithoutAFence {
        @Actor
        public void caller(Queue queue, II_Result result) {
            queue.meet();
            queue.copies.add(queue.copy);
            result.r1 = queue.resting.get() ? 1 : 0;
        }

        @Actor
        public void copier(Queue queue, II_Result result) {
            queue.meet();
            queue.resting.setRelease(true);
            result.r2 = queue.copies.isEmpty() ? 1 : 0;
        }
    }

    @State
    public static class Target extends Meeting {
        final long address = Slab.take(BYTES);
        final BulkCopy copy = copy(address);
        final AtomicInteger taken = new AtomicInteger();

        int lastByte() {
            return SharedMemory.getByte(address + BYTES - 1);
        }
    }

    /** Whether it was complete, and what was there then. */
    @Outcome(id = {"1, 1", "0, 0"}, expect = ACCEPTABLE, desc = "complete and there, or not complete")
    @Outcome(expect = FORBIDDEN, desc = "complete too early")
    public static class Completion {}

    @JCStressTest
    @JCStressMeta(Completion.class)
    public static class HelpAndTest {
        @Actor
        public void copier(Target target) {
            target.meet();
            target.copy.work();
        }

        @Actor
        public void caller(Target target, II_Result result) {
            target.meet();
            target.copy.work();
            result.r1 = target.copy.isDone() ? 1 : 0;
            result.r2 = result.r1 == 1 ? target.lastByte() : 0;
        }
    }

    /** Takes it for complete when all of it is taken. */
    @JCStressTest
    @JCStressMeta(Completion.class)
    @Weakened(of = HelpAndTest.class)
    public static class TakenForDone {
        private static void work(Target target) {
            if (target.taken.getAndIncrement() == 0) {
                Window.dwell();
                SharedMemory.fill(target.address, (byte) 1, BYTES);
            }
        }

        @Actor
        public void copier(Target target) {
            target.meet();
            work(target);
        }

        @Actor
        public void caller(Target target, II_Result result) {
            target.meet();
            work(target);
            result.r1 = target.taken.get() > 0 ? 1 : 0;
            result.r2 = result.r1 == 1 ? target.lastByte() : 0;
        }
    }
}
