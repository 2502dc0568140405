package org.pgas.place;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Bells;
import org.pgas.spi.JobEnd;

/**
 * Updates of a mapped segment that its owner makes for ranks which do not map it: as neighbours make theirs, which do
 * not ask the owner, by the processor's atomic operations and under the accumulate locks of the segment's trailer.
 *
 * <p>The owner's handlers are the only ones that hold more than one lock: of two blocks that lie one behind the other.
 * All others hold one and wait for nothing meanwhile, so that there is no deadlock. A handler waits for a lock as long
 * as a neighbour adds to one block.
 */
final class MappedUpdates {
    // Fields and orders: AccumulateLocks, words of the program's

    private static final int BLOCK_SHIFT = Integer.numberOfTrailingZeros(SegmentTrailer.BLOCK_BYTES);
    private static final long FREE = 0;
    private static final long WAITERS = 8;
    private static final int SPINS = 1_000;

    private final long base;
    private final long trailer;
    private final long own;
    private final JobEnd end;
    private final Bells bells;

    MappedUpdates(ThisRank self, long base, long bytes) {
        this.base = base;
        trailer = base + bytes;
        own = self.rank() + 1;
        end = self.conduit().end();
        bells = self.conduit().bells();
    }

    /** Applies an operation; answers the value before, numbers of 4 bytes sign-extended. */
    long atomic(long offset, DataType type, Opcode opcode, long operand1, long operand2) {
        long address = base + offset;
        if (type.bytes() == Integer.BYTES) {
            int before;
            int after;
            do {
                before = SharedMemory.getIntVolatile(address);
                after = (int) opcode.result(type, before, operand1, operand2);
            } while (!SharedMemory.compareAndSetInt(address, before, after));
            return before;
        }
        long before;
        long after;
        do {
            before = SharedMemory.getLongVolatile(address);
            after = opcode.result(type, before, operand1, operand2);
        } while (!SharedMemory.compareAndSetLong(address, before, after));
        return before;
    }

    /** Takes the locks of all blocks of at most {@link SegmentTrailer#BLOCK_BYTES} bytes. */
    void lock(long offset, int bytes) {
        long last = offset + bytes - 1 >>> BLOCK_SHIFT;
        for (long block = offset >>> BLOCK_SHIFT; block <= last; block++) {
            lock(SegmentTrailer.lock(trailer, block));
        }
    }

    private void lock(long lock) {
        // SYNC: accumulate lock; what was added under it before is seen
        for (int tries = 1; SharedMemory.getLongOpaque(lock) != FREE
                || !SharedMemory.compareAndSetLong(lock, FREE, own); tries++) {
            if (tries % SPINS == 0) {
                end.checkRunning();
                Thread.yield();
            }
            Thread.onSpinWait();
        }
    }

    void unlock(long offset, int bytes) {
        long last = offset + bytes - 1 >>> BLOCK_SHIFT;
        for (long block = offset >>> BLOCK_SHIFT; block <= last; block++) {
            long lock = SegmentTrailer.lock(trailer, block);
            // SYNC: accumulate lock
            SharedMemory.putLongRelease(lock, FREE);
            if (SharedMemory.getLongOpaque(lock + WAITERS) != 0) {
                bells.ringAll();
            }
        }
    }
}
