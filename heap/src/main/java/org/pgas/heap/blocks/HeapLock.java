package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * A word that names the thread that is alone at a part of a heap, for no longer than some stores take.
 *
 * <pre>
 * offset  bytes  field    writer                                 reader      order
 * 0       8      holder   the thread that takes or returns it    all         compare-and-swap / release
 * 8       8      waiting  threads that wait long                 the holder  atomic add / opaque, after the release
 * </pre>
 *
 * <p>Not fair: a queue would stop at a waiter that is stopped. The thread that gives it back may miss one that has just
 * begun to wait; such a sleeper looks by itself, within a millisecond.
 */
public final class HeapLock {
    public static final long NOBODY = 0;

    private static final int WAITING = 8;
    private static final int RANK_SHIFT = 44;
    private static final long THREAD_MASK = (1L << RANK_SHIFT) - 1;

    /** Looks before the wait; a few microseconds. */
    private static final int LOOKS = 64;

    /** How to wait, and which threads to wake. */
    public interface Waiting {
        /** Returns when it has taken the lock; throws when that is not to be. {@code part} names it, for messages. */
        void take(String call, long lock, long self, String part);

        void ring();
    }

    private HeapLock() {}

    /** The calling thread, as a holder. */
    public static long self(int jobRank, long thread) {
        return (jobRank + 1L) << RANK_SHIFT | thread & THREAD_MASK;
    }

    public static int jobRank(long holder) {
        return (int) (holder >>> RANK_SHIFT) - 1;
    }

    public static long holder(long lock) {
        return SharedMemory.getLongOpaque(lock);
    }

    /** Such as "rank 3 (thread 17)". */
    public static String describe(long holder) {
        return holder == NOBODY ? "nobody" : "rank " + jobRank(holder) + " (thread " + (holder & THREAD_MASK) + ")";
    }

    public static boolean tryLock(long lock, long self) {
        // SYNC: heap lock; what was done under it is seen from here on
        return holder(lock) == NOBODY && SharedMemory.compareAndSetLong(lock, NOBODY, self);
    }

    public static void lock(Waiting waiting, String call, long lock, long self, String part) {
        for (int look = 0; look < LOOKS; look++) {
            if (tryLock(lock, self)) {
                return;
            }
            Thread.onSpinWait();
        }
        waiting.take(call, lock, self, part);
    }

    /** Rings nobody: a waiter sees it within a millisecond. */
    public static void giveBack(long lock) {
        // SYNC: heap lock
        SharedMemory.putLongRelease(lock, NOBODY);
    }

    public static void unlock(Waiting waiting, long lock) {
        giveBack(lock);
        if (SharedMemory.getLongOpaque(lock + WAITING) != 0) {
            waiting.ring();
        }
    }

    /** Called by a thread that waits: others ring from now on. */
    public static void announce(long lock) {
        SharedMemory.getAndAddLong(lock + WAITING, 1);
    }

    public static void retire(long lock) {
        SharedMemory.getAndAddLong(lock + WAITING, -1);
    }

    /** While nobody uses it: it is free, and nobody waits. */
    public static void reset(long lock) {
        SharedMemory.putLong(lock, NOBODY);
        SharedMemory.putLong(lock + WAITING, 0);
    }
}
