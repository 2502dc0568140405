package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.memory.FoldKernels;

/** A built-in operation: the loops of {@link FoldKernels}. */
final class BuiltInKernel extends ReductionKernel {
    private final FoldKernels loops;

    private BuiltInKernel(FoldKernels loops) {
        this.loops = loops;
    }

    /** Legal are the types and operations that {@link Reduction#of} has let pass. */
    static BuiltInKernel of(DataType type, Opcode opcode) {
        FoldKernels.Numbers numbers = switch (type) {
            case I32 -> FoldKernels.Numbers.INT;
            case U32 -> FoldKernels.Numbers.UNSIGNED_INT;
            case I64 -> FoldKernels.Numbers.LONG;
            case U64 -> FoldKernels.Numbers.UNSIGNED_LONG;
            case FLT -> FoldKernels.Numbers.FLOAT;
            case DBL -> FoldKernels.Numbers.DOUBLE;
        };
        FoldKernels.Operation operation = switch (opcode) {
            case ADD -> FoldKernels.Operation.ADD;
            case MULT -> FoldKernels.Operation.MULTIPLY;
            case MIN -> FoldKernels.Operation.MIN;
            case MAX -> FoldKernels.Operation.MAX;
            case AND -> FoldKernels.Operation.AND;
            case OR -> FoldKernels.Operation.OR;
            case XOR -> FoldKernels.Operation.XOR;
            default -> throw new IllegalArgumentException(opcode + " is no operation of a reduction");
        };
        return new BuiltInKernel(FoldKernels.of(numbers, operation));
    }

    @Override
    void fold(long left, long right, long target, long count) {
        loops.fold(left, right, target, count);
    }

    @Override
    void fold(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset, MemorySegment target,
            long targetOffset, long count) {
        loops.fold(left, leftOffset, right, rightOffset, target, targetOffset, count);
    }
}
