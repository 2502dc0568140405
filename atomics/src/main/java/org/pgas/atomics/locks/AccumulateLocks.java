package org.pgas.atomics.locks;

import org.pgas.Team;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * What makes accumulates atomic against each other: a segment is divided into blocks, and the thread that updates one
 * holds its lock. Other modules of the library use it too: their accumulates, of other shapes and by other functions,
 * have to exclude the same. Not part of the API.
 *
 * <p>The locks lie in the {@link SegmentTrailer}; a lock serves every 64th block. A thread has one at a time, and
 * neither waits nor runs a handler while it has it, so there is no deadlock.
 *
 * <pre>
 * offset  field    writer                         reader      order
 * 0       holder   the thread that takes it       contenders  CAS / opaque, CAS
 * 0       0        its holder, when it is done    contenders  release / opaque, CAS
 * 8       waiters  threads that wait              holders     add / opaque, after the release
 * </pre>
 *
 * <p>A holder is a job rank plus 1. On x86 a holder may look at the waiters before its release is seen, and miss one
 * that goes to sleep just then; that one looks by itself after less than a millisecond.
 */
public final class AccumulateLocks {
    /** Bytes of a block. */
    public static final int BLOCK_BYTES = SegmentTrailer.BLOCK_BYTES;

    private static final int BLOCK_SHIFT = Integer.numberOfTrailingZeros(BLOCK_BYTES);

    private static final long FREE = 0;
    private static final long WAITERS = 8;

    /** Looks before a wait in due form: a microsecond, in which all short ones are over. */
    private static final int SPINS = 64;

    private final Team team;
    private final long own;

    private AccumulateLocks(Team team) {
        this.team = team;
        this.own = team.job().rank() + 1;
    }

    /** Those of the members' segments. */
    public static AccumulateLocks of(Team team) {
        return new AccumulateLocks(team);
    }

    /** How many of {@code bytes} bytes from {@code offset}, at least 1, are in the block of the first one. */
    public static long inBlock(long offset, long bytes) {
        return Math.min(bytes, BLOCK_BYTES - (offset & BLOCK_BYTES - 1));
    }

    /** Locks the block of {@code offset}, mapped memory of that team rank; for {@link #release}, in any case. */
    public long acquire(MappedRange mapped, int rank, long offset) {
        long lock = SharedMemory.word(SegmentTrailer.lock(mapped.trailer(), offset >>> BLOCK_SHIFT), Long.BYTES);
        if (!take(lock)) {
            contend(lock, rank, offset);
        }
        return lock;
    }

    /** As {@link #acquire}, by a handler, which may not wait in due form: as long as another adds to one block. */
    public long acquireInHandler(MappedRange mapped, long offset) {
        long lock = SharedMemory.word(SegmentTrailer.lock(mapped.trailer(), offset >>> BLOCK_SHIFT), Long.BYTES);
        for (int looks = 1; !take(lock); looks++) {
            if (looks % SPINS == 0) {
                TeamCore.of(team).serving().checkRunning();
                Thread.yield();
            }
            Thread.onSpinWait();
        }
        return lock;
    }

    public void release(long lock) {
        // SYNC: accumulate lock
        SharedMemory.putLongRelease(SharedMemory.word(lock, Long.BYTES), FREE);
        if (SharedMemory.getLongOpaque(SharedMemory.word(lock + WAITERS, Long.BYTES)) != 0) {
            TeamCore.of(team).ringAll();
        }
    }

    /** Looks first: of a truncated file, a load is an InternalError, and an interpreted CAS the end of the process. */
    private boolean take(long lock) {
        // SYNC: accumulate lock; what was added under it before is seen
        return SharedMemory.getLongOpaque(lock) == FREE && SharedMemory.compareAndSetLong(lock, FREE, own);
    }

    private void contend(long lock, int rank, long offset) {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
            if (take(lock)) {
                return;
            }
        }
        SharedMemory.getAndAddLong(lock + WAITERS, 1);
        try {
            TeamCore.of(team).await(new Turn(lock, rank, offset));
        } finally {
            SharedMemory.getAndAddLong(lock + WAITERS, -1);
        }
    }

    private final class Turn implements SharedCondition {
        private final long lock;
        private final int rank;
        private final long offset;

        Turn(long lock, int rank, long offset) {
            this.lock = lock;
            this.rank = rank;
            this.offset = offset;
        }

        @Override
        public boolean isMet() {
            return take(lock);
        }

        /** Nobody when it is free, or held by another thread of this rank. */
        @Override
        public int[] needed() {
            long holder = SharedMemory.getLongOpaque(lock);
            return holder <= FREE || holder > team.job().size() || holder == own ? new int[0]
                    : new int[]{(int) holder - 1};
        }

        @Override
        public String describe() {
            long holder = SharedMemory.getLongOpaque(lock);
            return "accumulate at offset " + offset + " of rank " + rank
                    + (holder == FREE ? "" : ", where job rank " + (holder - 1) + " adds");
        }
    }
}
