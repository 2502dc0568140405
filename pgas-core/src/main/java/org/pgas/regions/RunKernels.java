package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/** The loops that copy runs. */
final class RunKernels {
    /** Elements of a side of a square of a transpose. */
    private static final int TILE = 16;

    private RunKernels() {}

    private static void one(long run, MemorySegment from, long source, MemorySegment to, long target) {
        SharedMemory.copy(from, source, to, target, run);
    }

    /** {@code count} runs at a constant distance on either side. */
    static void row(long run, long count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        for (long i = 0; i < count; i++) {
            one(run, from, source + i * sourceStride, to, target + i * targetStride);
        }
    }

    /** {@code rows} rows of {@code count} runs. */
    static void grid(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        for (long i = 0; i < rows; i++) {
            row(run, count, from, source + i * sourcePitch, sourceStride, to, target + i * targetPitch, targetStride);
        }
    }

    /** As {@link #grid}, where the target's neighbours are in a row, and the source's in a column. */
    static void transpose(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        for (long top = 0; top < rows; top += TILE) {
            long height = Math.min(TILE, rows - top);
            for (long left = 0; left < count; left += TILE) {
                grid(run, Math.min(TILE, count - left), height, from,
                        source + top * sourcePitch + left * sourceStride, sourceStride, sourcePitch, to,
                        target + top * targetPitch + left * targetStride, targetStride, targetPitch);
            }
        }
    }

    /** Both sides with lists. */
    static void lists(long run, MemorySegment from, long source, long[] sourceOffsets, MemorySegment to, long target,
            long[] targetOffsets) {
        for (int i = 0; i < sourceOffsets.length; i++) {
            one(run, from, source + sourceOffsets[i], to, target + targetOffsets[i]);
        }
    }

    /** From {@code count} entries of a list, beginning with {@code first}, to runs at a constant distance. */
    static void gather(long run, int count, MemorySegment from, long source, long[] offsets, int first,
            MemorySegment to, long target, long targetStride) {
        for (int i = 0; i < count; i++) {
            one(run, from, source + offsets[first + i], to, target + i * targetStride);
        }
    }

    /** From runs at a constant distance to {@code count} entries of a list, beginning with {@code first}. */
    static void scatter(long run, int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long[] offsets, int first) {
        for (int i = 0; i < count; i++) {
            one(run, from, source + i * sourceStride, to, target + offsets[first + i]);
        }
    }

    /** Pieces of any length. */
    static void pieces(MemorySegment from, long source, long[] sourceOffsets, MemorySegment to, long target,
            long[] targetOffsets, long[] lengths) {
        for (int i = 0; i < lengths.length; i++) {
            one(lengths[i], from, source + sourceOffsets[i], to, target + targetOffsets[i]);
        }
    }
}
