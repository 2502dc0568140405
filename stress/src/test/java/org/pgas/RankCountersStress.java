package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.ConcurrentLinkedQueue;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.RankCounters;
import org.pgas.spi.CounterLayout;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link RankCounters}: threads that take a block, count, and end, and what a tool sees of it. */
public final class RankCountersStress {
    private static final int PLACE = CounterLayout.COUNTS + Counter.BARRIERS.ordinal() * Long.BYTES;

    /** The thread of a block that no thread here has. */
    private static final long SOMEBODY = Long.MAX_VALUE;

    private static final long PART_BYTES = CounterLayout.block(CounterLayout.BLOCK_COUNT);
    private static final Slab PARTS = Slab.ofNative(PART_BYTES);

    private RankCountersStress() {}

    /** All blocks have a thread but one, so that the actors want the same. */
    @State
    public static class OneFree extends Meeting {
        final long part;
        final long block;
        final long shared;
        final RankCounters counters;
        private Runnable reclaim;

        public OneFree() {
            this(PARTS);
        }

        OneFree(Slab parts) {
            part = parts.place(PART_BYTES);
            block = part + CounterLayout.block(0);
            shared = part + CounterLayout.block(CounterLayout.OWNED_BLOCKS);
            counters = new RankCounters(LaneConduit.of(part, 0, () -> {}, task -> reclaim = task), true);
            for (int i = 1; i < CounterLayout.OWNED_BLOCKS; i++) {
                SharedMemory.putLong(part + CounterLayout.block(i), SOMEBODY);
            }
        }

        void watch() {
            reclaim.run();
        }

        int counted() {
            return (int) counters.value(Counter.BARRIERS);
        }

        /** A count in the block, slowly. */
        void count() {
            long count = SharedMemory.getLong(block + PLACE);
            Window.dwell();
            SharedMemory.putLongOpaque(block + PLACE, count + 1);
        }
    }

    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both counts")
    @Outcome(expect = FORBIDDEN, desc = "a count is lost")
    public static class Two {}

    @JCStressTest
    @JCStressMeta(Two.class)
    public static class TakeAndTake {
        @Actor
        public void one(OneFree state) {
            state.meet();
            state.counters.barrier();
        }

        @Actor
        public void other(OneFree state) {
            state.meet();
            state.counters.barrier();
        }

        @Arbiter
        public void both(OneFree state, I_Result result) {
            result.r1 = state.counted();
        }
    }

    /** Looks for a free block, and then takes it. */
    @JCStressTest
    @JCStressMeta(Two.class)
    @Weakened(of = TakeAndTake.class)
    public static class LookThenTake {
        private static void take(OneFree state) {
            if (SharedMemory.getLongAcquire(state.block) == 0) {
                Window.dwell();
                SharedMemory.putLongRelease(state.block, Thread.currentThread().threadId());
                state.count();
            } else {
                SharedMemory.getAndAddLong(state.shared + PLACE, 1);
            }
        }

        @Actor
        public void one(OneFree state) {
            state.meet();
            take(state);
        }

        @Actor
        public void other(OneFree state) {
            state.meet();
            take(state);
        }

        @Arbiter
        public void both(OneFree state, I_Result result) {
            result.r1 = state.counted();
        }
    }

    /** The one block is that of a thread that has counted once, and ended. */
    @State
    public static class Ended extends Meeting {
        /** So many that a thread ends for, which takes longer to start than a state to be tried. */
        private static final int OF_A_THREAD = 256;

        /** Of their own: what one test leaves ready the next one takes. */
        private static final Slab PARTS_OF_ENDED = Slab.ofNative(PART_BYTES);

        private static final ConcurrentLinkedQueue<OneFree> READY = new ConcurrentLinkedQueue<>();

        final OneFree block = next();

        private static OneFree next() {
            OneFree next = READY.poll();
            while (next == null) {
                Thread thread = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < OF_A_THREAD; i++) {
                        var counted = new OneFree(PARTS_OF_ENDED);
                        counted.counters.barrier();
                        READY.add(counted);
                    }
                });
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                next = READY.poll();
            }
            return next;
        }
    }

    @JCStressTest
    @JCStressMeta(Two.class)
    public static class ReclaimAndTake {
        @Actor
        public void watcher(Ended ended) {
            ended.meet();
            ended.block.watch();
        }

        @Actor
        public void thread(Ended ended) {
            ended.meet();
            ended.block.counters.barrier();
        }

        @Arbiter
        public void both(Ended ended, I_Result result) {
            result.r1 = ended.block.counted();
        }
    }

    /** The watcher does not ask whether the block's thread has ended, which counts meanwhile. */
    @JCStressTest
    @JCStressMeta(Two.class)
    @Weakened(of = ReclaimAndTake.class)
    public static class ReclaimOfALivingThread {
        @Actor
        public void owner(OneFree state) {
            SharedMemory.compareAndSetLong(state.block, 0, Thread.currentThread().threadId());
            state.meet();
            state.count();
        }

        @Actor
        public void thread(OneFree state) {
            state.meet();
            SharedMemory.putLongRelease(state.block, 0);
            state.counters.barrier();
        }

        @Arbiter
        public void both(OneFree state, I_Result result) {
            result.r1 = state.counted();
        }
    }

    @Outcome(id = {"1, 1", "1, 2", "2, 2", "1, 3", "2, 3",
        "3, 3"}, expect = ACCEPTABLE, desc = "what was counted until then")
    @Outcome(expect = FORBIDDEN, desc = "less than before")
    public static class Growing {}

    @JCStressTest
    @JCStressMeta(Growing.class)
    public static class LookTwice {
        @Actor
        public void thread(Ended ended) {
            ended.meet();
            ended.block.counters.barrier();
            ended.block.watch();
            ended.block.counters.barrier();
        }

        @Actor
        public void tool(Ended ended, II_Result result) {
            ended.meet();
            result.r1 = ended.block.counted();
            Window.dwell();
            result.r2 = ended.block.counted();
        }
    }

    /** Who frees a block moves its counts to the one that all share. */
    @JCStressTest
    @JCStressMeta(Growing.class)
    @Weakened(of = LookTwice.class)
    public static class CountsThatMove {
        @Actor
        public void watcher(Ended ended) {
            ended.meet();
            OneFree state = ended.block;
            long count = SharedMemory.getLong(state.block + PLACE);
            SharedMemory.putLongOpaque(state.block + PLACE, 0);
            Window.dwell();
            SharedMemory.getAndAddLong(state.shared + PLACE, count);
        }

        @Actor
        public void tool(Ended ended, II_Result result) {
            ended.meet();
            result.r1 = ended.block.counted();
            Window.dwell();
            result.r2 = ended.block.counted();
        }
    }
}
