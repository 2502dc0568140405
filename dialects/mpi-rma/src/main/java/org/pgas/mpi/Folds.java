package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.memory.FoldKernels;
import org.pgas.memory.FoldKernels.Numbers;
import org.pgas.memory.FoldKernels.Operation;
import org.pgas.memory.SharedMemory;

/**
 * Which loop updates elements that follow each other, by operation and kind: {@code target = target op operand}. One
 * choice for a call, none for an element. Any memory at any alignment; operand and target do not overlap. Plain, and
 * nothing is allocated but a thread's arrays and views, once.
 */
final class Folds {
    private static final MemorySegment ALL = SharedMemory.everything();

    /** Numbers up to which it does not pay to go through arrays. */
    private static final int FEW = 2;

    private Folds() {}

    static void fold(Op op, Basic basic, MemorySegment operand, long operandOffset, MemorySegment target,
            long targetOffset, long elements) {
        switch (op) {
            case MAX -> numbers(Operation.MAX, op, basic, operand, operandOffset, target, targetOffset, elements);
            case MIN -> numbers(Operation.MIN, op, basic, operand, operandOffset, target, targetOffset, elements);
            case SUM -> numbers(Operation.ADD, op, basic, operand, operandOffset, target, targetOffset, elements);
            case PROD -> numbers(Operation.MULTIPLY, op, basic, operand, operandOffset, target, targetOffset, elements);
            case BAND -> bits(Operation.AND, operand, operandOffset, target, targetOffset, elements * basic.span);
            case BOR -> bits(Operation.OR, operand, operandOffset, target, targetOffset, elements * basic.span);
            case BXOR -> bits(Operation.XOR, operand, operandOffset, target, targetOffset, elements * basic.span);
            case LAND, LOR, LXOR, MAXLOC, MINLOC ->
                ArrayFolds.fold(op, basic, operand, operandOffset, target, targetOffset, elements);
            case REPLACE -> SharedMemory.copy(operand, operandOffset, target, targetOffset, elements * basic.span);
            case NO_OP -> {
            }
        }
    }

    private static void numbers(Operation operation, Op op, Basic basic, MemorySegment operand, long operandOffset,
            MemorySegment target, long targetOffset, long elements) {
        Numbers numbers = numbers(operation, basic);
        if (numbers == null) {
            ArrayFolds.fold(op, basic, operand, operandOffset, target, targetOffset, elements);
        } else {
            kernel(FoldKernels.of(numbers, operation), numbers.bytes(), operand, operandOffset, target, targetOffset,
                    elements * basic.span / numbers.bytes());
        }
    }

    /** A few numbers are combined one by one: a kernel would copy what is not mapped memory to arrays first. */
    private static void kernel(FoldKernels kernel, int width, MemorySegment operand, long operandOffset,
            MemorySegment target, long targetOffset, long count) {
        if (count > FEW || operand == ALL && target == ALL) {
            kernel.fold(target, targetOffset, operand, operandOffset, target, targetOffset, count);
        } else if (width == Integer.BYTES) {
            for (long at = 0; at < 4 * count; at += 4) {
                int left = target.get(ValueLayout.JAVA_INT_UNALIGNED, targetOffset + at);
                int right = operand.get(ValueLayout.JAVA_INT_UNALIGNED, operandOffset + at);
                target.set(ValueLayout.JAVA_INT_UNALIGNED, targetOffset + at, (int) kernel.fold(left, right));
            }
        } else {
            for (long at = 0; at < 8 * count; at += 8) {
                long left = target.get(ValueLayout.JAVA_LONG_UNALIGNED, targetOffset + at);
                long right = operand.get(ValueLayout.JAVA_LONG_UNALIGNED, operandOffset + at);
                target.set(ValueLayout.JAVA_LONG_UNALIGNED, targetOffset + at, kernel.fold(left, right));
            }
        }
    }

    /** What a kernel takes the elements as, perhaps two for one; null if there is none. */
    private static Numbers numbers(Operation operation, Basic basic) {
        return switch (basic) {
            case INT -> Numbers.INT;
            case UINT32 -> Numbers.UNSIGNED_INT;
            case LONG -> Numbers.LONG;
            case UINT64 -> Numbers.UNSIGNED_LONG;
            case FLOAT -> Numbers.FLOAT;
            case DOUBLE -> Numbers.DOUBLE;
            case FLOAT_COMPLEX -> operation == Operation.ADD ? Numbers.FLOAT : null;
            case DOUBLE_COMPLEX -> operation == Operation.ADD ? Numbers.DOUBLE : null;
            default -> null;
        };
    }

    /** Bits are combined as those of longs, whatever they belong to. */
    private static void bits(Operation operation, MemorySegment operand, long operandOffset, MemorySegment target,
            long targetOffset, long bytes) {
        long whole = bytes & -Long.BYTES;
        if (whole > 0) {
            kernel(FoldKernels.of(Numbers.LONG, operation), Long.BYTES, operand, operandOffset, target, targetOffset,
                    whole / Long.BYTES);
        }
        for (long at = whole; at < bytes; at++) {
            byte left = target.get(ValueLayout.JAVA_BYTE, targetOffset + at);
            byte right = operand.get(ValueLayout.JAVA_BYTE, operandOffset + at);
            int result = operation == Operation.AND ? left & right
                    : operation == Operation.OR ? left | right : left ^ right;
            target.set(ValueLayout.JAVA_BYTE, targetOffset + at, (byte) result);
        }
    }

    /** Callers check that an operation is defined; a loop that is not there says which one was asked for. */
    static IllegalArgumentException undefined(Op op, Basic basic) {
        return new IllegalArgumentException(op + " of " + basic);
    }
}
