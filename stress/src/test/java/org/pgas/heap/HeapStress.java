package org.pgas.heap;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.BlockCache;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** The words of a shared heap's blocks, and a list of a cache with its lock. */
public final class HeapStress {
    private static final long BLOCKS = 512;
    private static final int GRANULES = 4;
    private static final long BLOCK_BYTES = GRANULES * Bins.GRANULE_BYTES;
    private static final long BYTES = 1024;
    private static final int DAMAGED = -1;

    private HeapStress() {}

    /** A cache, and three blocks behind it, of which the last is in use and the others in the cache. */
    @State
    public static class Cache extends Meeting {
        final long base = Slab.take(BYTES);
        final long list = BlockCache.list(base, GRANULES);
        final Blocks blocks = new Blocks(base, BLOCKS, BLOCKS + 3 * BLOCK_BYTES, 12345);

        public Cache() {
            for (int number = 1; number <= 3; number++) {
                blocks.write(block(number), GRANULES, number == 3 ? Blocks.ALLOCATED : Blocks.FREED, GRANULES);
            }
            BlockCache.push(blocks, list, block(1), GRANULES);
            BlockCache.push(blocks, list, block(2), GRANULES);
        }

        static long block(int number) {
            return BLOCKS + (number - 1) * BLOCK_BYTES;
        }

        void lock(int self) {
            while (!HeapLock.tryLock(base, self)) {
                Thread.yield();
            }
        }

        void unlock() {
            SharedMemory.putLongRelease(base, HeapLock.NOBODY);
        }

        /** The number of the block, 0 if there is none. */
        int pop() {
            long block = BlockCache.pop(blocks, list);
            return block <= Blocks.NONE ? (int) block : (int) ((block - BLOCKS) / BLOCK_BYTES) + 1;
        }

        int allocate(int self) {
            lock(self);
            int number = pop();
            unlock();
            return number;
        }

        /** 1 if it freed the block. */
        int free(int self, int number) {
            long word = blocks.word(block(number));
            if (!blocks.isAllocated(block(number), word) || !blocks.tryFree(block(number), word)) {
                return 0;
            }
            lock(self);
            BlockCache.push(blocks, list, block(number), GRANULES);
            unlock();
            return 1;
        }

        int count() {
            return BlockCache.count(list);
        }
    }

    @Outcome(id = {"1, 2, 0", "2, 1, 0"}, expect = ACCEPTABLE, desc = "each has a block of its own")
    @Outcome(expect = FORBIDDEN, desc = "a block is given out twice, or lost")
    public static class Own {}

    @JCStressTest
    @JCStressMeta(Own.class)
    public static class TwoAllocate {
        @Actor
        public void one(Cache cache, III_Result result) {
            cache.meet();
            result.r1 = cache.allocate(1);
        }

        @Actor
        public void other(Cache cache, III_Result result) {
            cache.meet();
            result.r2 = cache.allocate(2);
        }

        @Arbiter
        public void rest(Cache cache, III_Result result) {
            result.r3 = cache.count();
        }
    }

    /** Takes the lock by a load and a store. */
    @JCStressTest
    @JCStressMeta(Own.class)
    @Weakened(of = TwoAllocate.class)
    public static class LockInTwoSteps {
        private static int allocate(Cache cache, int self) {
            while (HeapLock.holder(cache.base) != HeapLock.NOBODY) {
                Thread.yield();
            }
            Window.dwell();
            SharedMemory.putLongVolatile(cache.base, self);
            int number = cache.pop();
            cache.unlock();
            return number;
        }

        @Actor
        public void one(Cache cache, III_Result result) {
            cache.meet();
            result.r1 = allocate(cache, 1);
        }

        @Actor
        public void other(Cache cache, III_Result result) {
            cache.meet();
            result.r2 = allocate(cache, 2);
        }

        @Arbiter
        public void rest(Cache cache, III_Result result) {
            result.r3 = cache.count();
        }
    }

    /** Who freed block 3, and how many blocks are in the cache then. */
    @Outcome(id = {"1, 0, 3", "0, 1, 3"}, expect = ACCEPTABLE, desc = "one of them freed it")
    @Outcome(expect = FORBIDDEN, desc = "both freed it, or none")
    public static class Once {}

    @JCStressTest
    @JCStressMeta(Once.class)
    public static class TwoFreeTheSame {
        @Actor
        public void one(Cache cache, III_Result result) {
            cache.meet();
            result.r1 = cache.free(1, 3);
        }

        @Actor
        public void other(Cache cache, III_Result result) {
            cache.meet();
            result.r2 = cache.free(2, 3);
        }

        @Arbiter
        public void rest(Cache cache, III_Result result) {
            result.r3 = cache.count();
        }
    }

    /** Frees by a load and a store of the word. */
    @JCStressTest
    @JCStressMeta(Once.class)
    @Weakened(of = TwoFreeTheSame.class)
    public static class FreeInTwoSteps {
        private static int free(Cache cache, int self) {
            long block = Cache.block(3);
            long word = cache.blocks.word(block);
            if (!cache.blocks.isAllocated(block, word)) {
                return 0;
            }
            Window.dwell();
            cache.blocks.setState(block, word, Blocks.FREED);
            cache.lock(self);
            BlockCache.push(cache.blocks, cache.list, block, GRANULES);
            cache.unlock();
            return 1;
        }

        @Actor
        public void one(Cache cache, III_Result result) {
            cache.meet();
            result.r1 = free(cache, 1);
        }

        @Actor
        public void other(Cache cache, III_Result result) {
            cache.meet();
            result.r2 = free(cache, 2);
        }

        @Arbiter
        public void rest(Cache cache, III_Result result) {
            result.r3 = cache.count();
        }
    }

    /** What the one who gets block 3 finds in it: 0 if it got another one. */
    @Outcome(id = {"0, 0", "7, 0"}, expect = ACCEPTABLE, desc = "all that was done before it was freed")
    @Outcome(expect = FORBIDDEN, desc = "an older content, or damage")
    public static class Content {}

    /** Who frees has written to the block before. */
    @JCStressTest
    @JCStressMeta(Content.class)
    public static class FreedAndAllocated {
        static final long LAST = BLOCK_BYTES - 8;

        @Actor
        public void free(Cache cache) {
            cache.meet();
            SharedMemory.putLong(cache.base + Cache.block(3) + LAST, 7);
            cache.free(1, 3);
        }

        @Actor
        public void allocate(Cache cache, II_Result result) {
            cache.meet();
            take(cache, result);
        }

        static void take(Cache cache, II_Result result) {
            int number = cache.allocate(2);
            if (number == 3) {
                result.r1 = (int) SharedMemory.getLong(cache.base + Cache.block(3) + LAST);
                result.r1 = result.r1 == 0 ? DAMAGED : result.r1;
            } else {
                result.r2 = number == 1 || number == 2 ? 0 : DAMAGED;
            }
        }
    }

    /** Frees first, and writes then. */
    @JCStressTest
    @JCStressMeta(Content.class)
    @Weakened(of = FreedAndAllocated.class)
    public static class WrittenAfterItWasFreed {
        @Actor
        public void free(Cache cache) {
            cache.meet();
            cache.free(1, 3);
            Window.dwell();
            SharedMemory.putLong(cache.base + Cache.block(3) + FreedAndAllocated.LAST, 7);
        }

        @Actor
        public void allocate(Cache cache, II_Result result) {
            cache.meet();
            FreedAndAllocated.take(cache, result);
        }
    }
}
