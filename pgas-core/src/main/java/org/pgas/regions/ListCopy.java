package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.RunKernels;

/** Runs of equal length, of which each side has a list of offsets or a constant distance. */
final class ListCopy extends CopyPlan {
    private final long run;

    /** Null where the distance is constant. */
    private final long[] sourceOffsets;

    private final long[] targetOffsets;
    private final long origin;
    private final long stride;

    ListCopy(Regions source, Regions target, long run, long[] sourceOffsets, long[] targetOffsets) {
        this(source, target, run, sourceOffsets, targetOffsets, 0, 0);
    }

    private ListCopy(Regions source, Regions target, long run, long[] sourceOffsets, long[] targetOffsets, long origin,
            long stride) {
        super(source, target);
        this.run = run;
        this.sourceOffsets = sourceOffsets;
        this.targetOffsets = targetOffsets;
        this.origin = origin;
        this.stride = stride;
    }

    /** Where the lists can be taken as they are; null otherwise. */
    static ListCopy direct(Regions source, Regions target) {
        if (source instanceof IndexedRuns from && target instanceof IndexedRuns to && from.run == to.run) {
            return new ListCopy(source, target, from.run, from.offsets, to.offsets);
        }
        if (source instanceof IndexedRuns from && target instanceof Nest to && isRow(to, from.run)) {
            return new ListCopy(source, target, from.run, from.offsets, null, to.origin, rowStride(to, from.run));
        }
        if (source instanceof Nest from && target instanceof IndexedRuns to && isRow(from, to.run)) {
            return new ListCopy(source, target, to.run, null, to.offsets, from.origin, rowStride(from, to.run));
        }
        return null;
    }

    /** Whether it is a number of pieces of {@code run} bytes at a constant distance. */
    private static boolean isRow(Nest nest, long run) {
        return nest.levels() == 0 || nest.levels() == 1 && nest.run == run;
    }

    private static long rowStride(Nest nest, long run) {
        return nest.levels() == 0 ? run : nest.strides[0];
    }

    @Override
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        RunKernels kernels = RunKernels.between(from, to);
        if (sourceOffsets == null) {
            kernels.scatter(run, targetOffsets.length, from, fromBase + origin, stride, to, toBase, targetOffsets,
                    0);
        } else if (targetOffsets == null) {
            kernels.gather(run, sourceOffsets.length, from, fromBase, sourceOffsets, 0, to, toBase + origin, stride);
        } else {
            kernels.lists(run, from, fromBase, sourceOffsets, to, toBase, targetOffsets);
        }
    }
}
