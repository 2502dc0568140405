package org.pgas.mpi;

import org.pgas.Team;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.memory.MappedRange;

/** The accumulate locks as updates use them: a lock for each block of a segment. Tests put others in their place. */
interface BlockLocks {
    /** Bytes of a block; a power of two. */
    long BYTES = AccumulateLocks.inBlock(0, Long.MAX_VALUE);

    /**
     * Takes the lock of the block of {@code offset} in memory of rank {@code holder}; what is answered is for
     * {@link #release}. Never 0.
     */
    long acquire(MappedRange range, int holder, long offset);

    void release(long lock);

    /** Those of the members' segments, which every accumulate of the library takes. */
    static BlockLocks of(Team team) {
        AccumulateLocks locks = AccumulateLocks.of(team);
        return new BlockLocks() {
            @Override
            public long acquire(MappedRange range, int holder, long offset) {
                return locks.acquire(range, holder, offset);
            }

            @Override
            public void release(long lock) {
                locks.release(lock);
            }
        };
    }

    /** The same for handlers, which may not wait in due form: they look until they have a lock, as for one block. */
    static BlockLocks inHandlers(Team team) {
        AccumulateLocks locks = AccumulateLocks.of(team);
        return new BlockLocks() {
            @Override
            public long acquire(MappedRange range, int holder, long offset) {
                return locks.acquireInHandler(range, offset);
            }

            @Override
            public void release(long lock) {
                locks.release(lock);
            }
        };
    }

    /**
     * How many of {@code bytes} bytes, whole elements of {@code span} bytes from {@code place} on, are of those that
     * begin in the block of the first one.
     */
    static long begunInBlock(long place, long bytes, int span) {
        long here = BYTES - (place & BYTES - 1);
        return bytes <= here ? bytes : Math.min(bytes, (here + span - 1) / span * span);
    }
}
