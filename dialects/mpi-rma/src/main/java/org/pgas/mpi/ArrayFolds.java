package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/**
 * What {@link Folds} finds no kernel for: block by block through a thread's arrays, by the JDK's copy, which takes any
 * kind of memory at any alignment. HotSpot makes vectors of most loops over arrays, and no kind of segment slows the
 * loops for another one.
 */
final class ArrayFolds {
    private ArrayFolds() {}

    static void fold(Op op, Basic basic, MemorySegment operand, long operandOffset, MemorySegment target,
            long targetOffset, long elements) {
        FoldArrays arrays = FoldArrays.ofIntegers(width(op, basic));
        long bytes = elements * basic.span;
        for (long done = 0; done < bytes; done += FoldArrays.BYTES) {
            long piece = Math.min(FoldArrays.BYTES, bytes - done);
            MemorySegment.copy(target, targetOffset + done, arrays.target(), 0, piece);
            MemorySegment.copy(operand, operandOffset + done, arrays.operand(), 0, piece);
            combine(op, basic, arrays, (int) piece);
            MemorySegment.copy(arrays.target(), 0, target, targetOffset + done, piece);
        }
    }

    /** Bytes of the integers that the bits of elements are taken as: one element or several, or a part of one. */
    private static int width(Op op, Basic basic) {
        return switch (basic) {
            case BYTE, INT8, UINT8, BOOLEAN, CHAR, SHORT, UINT16 -> isByLanes(op) ? Long.BYTES : basic.span;
            case INT, UINT32, FLOAT, FLOAT_COMPLEX, FLOAT_INT, DOUBLE_INT, LONG_INT, SHORT_INT, TWO_INT -> 4;
            case LONG, UINT64, DOUBLE, DOUBLE_COMPLEX -> 8;
        };
    }

    /** Whether bytes and shorts are combined as lanes of longs. */
    private static boolean isByLanes(Op op) {
        return op != Op.SUM && op != Op.PROD;
    }

    private static void combine(Op op, Basic basic, FoldArrays arrays, int bytes) {
        int count = bytes / basic.span;
        switch (basic) {
            case INT8, UINT8, BOOLEAN, SHORT, UINT16 -> {
                if (isByLanes(op)) {
                    LaneLoops.combine(op, basic.span, basic == Basic.UINT8 || basic == Basic.UINT16,
                            (long[]) arrays.targetArray(), (long[]) arrays.operandArray(),
                            Math.ceilDiv(bytes, Long.BYTES));
                } else if (basic.span == 1) {
                    ByteLoops.combine(op, (byte[]) arrays.targetArray(), (byte[]) arrays.operandArray(), count);
                } else {
                    ShortLoops.combine(op, (short[]) arrays.targetArray(), (short[]) arrays.operandArray(), count);
                }
            }
            case INT, UINT32 ->
                IntLoops.combine(op, (int[]) arrays.targetArray(), (int[]) arrays.operandArray(), count);
            case LONG, UINT64 ->
                LongLoops.combine(op, (long[]) arrays.targetArray(), (long[]) arrays.operandArray(), count);
            case FLOAT_COMPLEX ->
                IntLoops.multiply((int[]) arrays.targetArray(), (int[]) arrays.operandArray(), count);
            case DOUBLE_COMPLEX ->
                LongLoops.multiply((long[]) arrays.targetArray(), (long[]) arrays.operandArray(), count);
            case TWO_INT, SHORT_INT, FLOAT_INT, LONG_INT, DOUBLE_INT ->
                pairs(op == Op.MAXLOC, basic, (int[]) arrays.targetArray(), (int[]) arrays.operandArray(), count);
            case BYTE, CHAR, FLOAT, DOUBLE -> throw Folds.undefined(op, basic);
        }
    }

    private static void pairs(boolean max, Basic basic, int[] target, int[] operand, int count) {
        switch (basic) {
            case TWO_INT -> TwoIntLoops.combine(max, target, operand, count);
            case SHORT_INT -> ShortIntLoops.combine(max, target, operand, count);
            case FLOAT_INT -> FloatIntLoops.combine(max, target, operand, count);
            case LONG_INT -> LongIntLoops.combine(max, target, operand, count);
            default -> DoubleIntLoops.combine(max, target, operand, count);
        }
    }
}
