package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;

/**
 * Updates of elements in mapped memory that follow each other, by such, block by block of the target under the block's
 * lock. Callers have made all checks. Allocates nothing.
 */
final class DenseUpdate {
    private static final MemorySegment ALL = SharedMemory.everything();

    private DenseUpdate() {}

    /** {@code bytes} bytes, whole elements, at {@code offset} of the segment that begins at {@code base}. */
    static void accumulate(BlockLocks locks, MappedRange range, long base, int holder, long offset, Basic basic,
            MemorySegment origin, long from, long bytes, Op op) {
        long done = 0;
        while (done < bytes) {
            long place = offset + done;
            long piece = BlockLocks.begunInBlock(place, bytes - done, basic.span);
            long lock = locks.acquire(range, holder, place);
            try {
                Folds.fold(op, basic, origin, from + done, ALL, base + place, piece / basic.span);
            } finally {
                locks.release(lock);
            }
            done += piece;
        }
    }

    /** As {@link #accumulate}, and brings what was there to {@code result}. {@code origin} is null of NO_OP. */
    static void getAccumulate(BlockLocks locks, MappedRange range, long base, int holder, long offset, Basic basic,
            MemorySegment origin, long from, MemorySegment result, long to, long bytes, Op op) {
        long done = 0;
        while (done < bytes) {
            long place = offset + done;
            long piece = BlockLocks.begunInBlock(place, bytes - done, basic.span);
            long lock = locks.acquire(range, holder, place);
            try {
                SharedMemory.copyOut(base + place, result, to + done, piece);
                if (origin != null) {
                    Folds.fold(op, basic, origin, from + done, ALL, base + place, piece / basic.span);
                }
            } finally {
                locks.release(lock);
            }
            done += piece;
        }
    }

    /** One long; answers its old value. */
    static long fetchAndOp(BlockLocks locks, MappedRange range, long base, int holder, long offset, long operand,
            Op op) {
        long address = base + offset;
        long lock = locks.acquire(range, holder, offset);
        try {
            long old = SharedMemory.getLong(address);
            if (op != Op.NO_OP) {
                SharedMemory.putLong(address, combined(op, old, operand));
            }
            return old;
        } finally {
            locks.release(lock);
        }
    }

    private static long combined(Op op, long old, long operand) {
        return switch (op) {
            case MAX -> Math.max(old, operand);
            case MIN -> Math.min(old, operand);
            case SUM -> old + operand;
            case PROD -> old * operand;
            case LAND -> old != 0 && operand != 0 ? 1 : 0;
            case BAND -> old & operand;
            case LOR -> old != 0 || operand != 0 ? 1 : 0;
            case BOR -> old | operand;
            case LXOR -> old != 0 ^ operand != 0 ? 1 : 0;
            case BXOR -> old ^ operand;
            case REPLACE -> operand;
            case NO_OP -> old;
            case MAXLOC, MINLOC -> throw Folds.undefined(op, Basic.LONG);
        };
    }

    /** An element of 1, 2, 4 or 8 bytes, given as those of a number; answers its old value, zero-extended. */
    static long compareAndSwap(BlockLocks locks, MappedRange range, long base, int holder, long offset, int span,
            long expected, long value) {
        long address = base + offset;
        long lock = locks.acquire(range, holder, offset);
        try {
            long old = SharedMemory.getValue(address, span);
            if (old == expected) {
                SharedMemory.putValue(address, value, span);
            }
            return old;
        } finally {
            locks.release(lock);
        }
    }
}
