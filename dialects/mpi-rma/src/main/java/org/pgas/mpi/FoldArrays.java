package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/** A thread's two arrays of bytes, shorts, ints or longs for {@link ArrayFolds}, and the segments that they are. */
record FoldArrays(Object targetArray, MemorySegment target, Object operandArray, MemorySegment operand) {
    /** Of each array: few enough for the first cache, and whole elements of every {@link Basic#span}. */
    static final int BYTES = 8160;

    private static final ThreadLocal<FoldArrays[]> OF_THREAD = ThreadLocal.withInitial(() -> new FoldArrays[4]);

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
        return switch (bytes) {
            case 1 -> of(new byte[length], new byte[length], MemorySegment::ofArray);
            case 2 -> of(new short[length], new short[length], MemorySegment::ofArray);
            case 4 -> of(new int[length], new int[length], MemorySegment::ofArray);
            default -> of(new long[length], new long[length], MemorySegment::ofArray);
        };
    }

    private static <A> FoldArrays of(A target, A operand, Function<A, MemorySegment> segment) {
        return new FoldArrays(target, segment.apply(target), operand, segment.apply(operand));
    }
}
