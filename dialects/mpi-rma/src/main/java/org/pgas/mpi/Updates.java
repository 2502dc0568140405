package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/** Accumulates on mapped parts, under the accumulate locks of their segments, and the loops that handlers use, too (to be written). */
final class Updates {
    Updates(WindowCore core) {}

    /** {@code offset}: where {@code targetCount} elements of {@code targetType} begin in the memory bound to the endpoint of {@code part.holder}. */
    void accumulate(Part part, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, Op op) {
        throw new UnsupportedOperationException();
    }

    /** {@code origin} is null for NO_OP. */
    void getAccumulate(Part part, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, MemorySegment result, long resultCount, Datatype resultType, Op op) {
        throw new UnsupportedOperationException();
    }

    /** One element; answers its old value in {@code result}. */
    void fetchAndOp(Part part, long offset, Basic basic, MemorySegment origin, MemorySegment result, Op op) {
        throw new UnsupportedOperationException();
    }

    /** As the other form, of a long. */
    long fetchAndOp(Part part, long offset, long operand, Op op) {
        throw new UnsupportedOperationException();
    }

    /** As the other form, of longs; answers the old value. */
    long compareAndSwap(Part part, long offset, long expected, long value) {
        throw new UnsupportedOperationException();
    }

    void compareAndSwap(Part part, long offset, Basic basic, MemorySegment origin, MemorySegment compare,
            MemorySegment result) {
        throw new UnsupportedOperationException();
    }

    /** {@code target[i] = target[i] op operand[i]} for elements that follow each other, {@link Basic#span} bytes apart; no lock, any memory. */
    static void fold(Op op, Basic basic, MemorySegment operand, long operandOffset, MemorySegment target,
            long targetOffset, long elements) {
        Folds.fold(op, basic, operand, operandOffset, target, targetOffset, elements);
    }

    /** Whether two elements are equal as compare-and-swap has it: bit by bit, so 0.0 is not -0.0. */
    static boolean isEqual(Basic basic, MemorySegment one, long oneOffset, MemorySegment other, long otherOffset) {
        return MemorySegment.mismatch(one, oneOffset, oneOffset + basic.span, other, otherOffset,
                otherOffset + basic.span) < 0;
    }
}
