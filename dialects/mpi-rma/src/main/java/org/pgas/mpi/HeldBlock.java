package org.pgas.mpi;

import org.pgas.memory.MappedRange;

/**
 * The one block that an update of many pieces has locked: it keeps the lock while pieces follow that begin in the
 * block, and gives it back before it takes another. Nothing waits, nor does a handler run, in between. For one thread.
 */
final class HeldBlock {
    private static final long NO_LOCK = 0;

    private final BlockLocks locks;
    private MappedRange range;
    private int holder;
    private long lock = NO_LOCK;

    /** Of the block, in the segment; it has no bytes when no lock is held. */
    private long start;

    private long end;

    HeldBlock(BlockLocks locks) {
        this.locks = locks;
    }

    /** Goes on with memory of another rank; no lock is held. */
    void begin(MappedRange range, int holder) {
        this.range = range;
        this.holder = holder;
    }

    boolean has(long place) {
        return place >= start && place < end;
    }

    /** Offset behind its last byte. */
    long end() {
        return end;
    }

    /** Holds the lock of the block of this place of the segment. */
    void take(long place) {
        if (!has(place)) {
            release();
            lock = locks.acquire(range, holder, place);
            start = place & -BlockLocks.BYTES;
            end = start + BlockLocks.BYTES;
        }
    }

    void release() {
        if (lock != NO_LOCK) {
            long held = lock;
            lock = NO_LOCK;
            start = 0;
            end = 0;
            locks.release(held);
        }
    }
}
