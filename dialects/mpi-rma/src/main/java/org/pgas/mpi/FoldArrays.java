package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/** A thread's two arrays of a kind for {@link ArrayFolds}, and the segments that they are. */
final class FoldArrays {
    /** Of each array: few enough for the first cache, and whole elements of every {@link Basic#span}. */
    static final int BYTES = 8160;

    private static final ThreadLocal<FoldArrays[]> OF_THREAD = ThreadLocal.withInitial(() -> new FoldArrays[4]);

    /** Of bytes, shorts, ints or longs. */
    final Object targetArray;

    final MemorySegment target;
    final Object operandArray;
    final MemorySegment operand;

    private FoldArrays(Object targetArray, MemorySegment target, Object operandArray, MemorySegment operand) {
        this.targetArray = targetArray;
        this.target = target;
        this.operandArray = operandArray;
        this.operand = operand;
    }

    /** This thread's arrays of integers of {@code bytes} (1, 2, 4 or 8) bytes. */
    static FoldArrays ofIntegers(int bytes) {
        FoldArrays[] all = OF_THREAD.get();
        int kind = Integer.numberOfTrailingZeros(bytes);
        FoldArrays found = all[kind];
        if (found == null) {
            found = make(bytes);
            all[kind] = found;
        }
        return found;
    }

    private static FoldArrays make(int bytes) {
        int length = BYTES / bytes;
        switch (bytes) {
            case 1 -> {
                byte[] target = new byte[length];
                byte[] operand = new byte[length];
                return new FoldArrays(target, MemorySegment.ofArray(target), operand, MemorySegment.ofArray(operand));
            }
            case 2 -> {
                short[] target = new short[length];
                short[] operand = new short[length];
                return new FoldArrays(target, MemorySegment.ofArray(target), operand, MemorySegment.ofArray(operand));
            }
            case 4 -> {
                int[] target = new int[length];
                int[] operand = new int[length];
                return new FoldArrays(target, MemorySegment.ofArray(target), operand, MemorySegment.ofArray(operand));
            }
            default -> {
                long[] target = new long[length];
                long[] operand = new long[length];
                return new FoldArrays(target, MemorySegment.ofArray(target), operand, MemorySegment.ofArray(operand));
            }
        }
    }
}
