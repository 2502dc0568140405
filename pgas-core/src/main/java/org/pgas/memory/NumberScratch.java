package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** A thread's two arrays for {@link FoldLoops} and {@link ScaledAdd}, and the segments that they are. */
final class NumberScratch {
    private static final int BYTES = FoldKernels.BLOCK_BYTES;

    static final ThreadLocal<NumberScratch> INTS = of(() -> {
        int[] left = new int[BYTES / 4];
        int[] right = new int[BYTES / 4];
        return new NumberScratch(left, MemorySegment.ofArray(left), right, MemorySegment.ofArray(right));
    });

    static final ThreadLocal<NumberScratch> LONGS = of(() -> {
        long[] left = new long[BYTES / 8];
        long[] right = new long[BYTES / 8];
        return new NumberScratch(left, MemorySegment.ofArray(left), right, MemorySegment.ofArray(right));
    });

    static final ThreadLocal<NumberScratch> FLOATS = of(() -> {
        float[] left = new float[BYTES / 4];
        float[] right = new float[BYTES / 4];
        return new NumberScratch(left, MemorySegment.ofArray(left), right, MemorySegment.ofArray(right));
    });

    static final ThreadLocal<NumberScratch> DOUBLES = of(() -> {
        double[] left = new double[BYTES / 8];
        double[] right = new double[BYTES / 8];
        return new NumberScratch(left, MemorySegment.ofArray(left), right, MemorySegment.ofArray(right));
    });

    final Object leftArray;
    final MemorySegment left;
    final Object rightArray;
    final MemorySegment right;

    private NumberScratch(Object leftArray, MemorySegment left, Object rightArray, MemorySegment right) {
        this.leftArray = leftArray;
        this.left = left;
        this.rightArray = rightArray;
        this.right = right;
    }

    private static ThreadLocal<NumberScratch> of(Supplier<NumberScratch> make) {
        return ThreadLocal.withInitial(make);
    }
}
