package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.RunKernels;

/** Runs of equal length: at least one side has a list of offsets; the other has one too, or its runs are adjacent. */
final class ListCopy extends CopyPlan {
    private final long run;
    private final int count;

    /** Null where one run follows the other. */
    private final long[] sourceOffsets;

    private final long[] targetOffsets;

    /** The origin of the side without a list. */
    private final long origin;

    ListCopy(Regions source, Regions target, long run, long[] sourceOffsets, long[] targetOffsets) {
        this(source, target, run, sourceOffsets, targetOffsets, 0);
    }

    private ListCopy(Regions source, Regions target, long run, long[] sourceOffsets, long[] targetOffsets,
            long origin) {
        super(source, target);
        this.run = run;
        this.count = sourceOffsets == null ? targetOffsets.length : sourceOffsets.length;
        this.sourceOffsets = sourceOffsets;
        this.targetOffsets = targetOffsets;
        this.origin = origin;
    }

    /** Where the lists can be taken as they are; null otherwise. */
    static ListCopy direct(Regions source, Regions target) {
        if (source instanceof IndexedRuns from && target instanceof IndexedRuns to && from.run == to.run) {
            return new ListCopy(source, target, from.run, from.offsets, to.offsets);
        }
        if (source instanceof IndexedRuns from && target.isContiguous()) {
            return new ListCopy(source, target, from.run, from.offsets, null, target.low());
        }
        if (source.isContiguous() && target instanceof IndexedRuns to) {
            return new ListCopy(source, target, to.run, null, to.offsets, source.low());
        }
        return null;
    }

    @Override
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        RunKernels.of(from, to, run).lists(run, count, from, sourceOffsets == null ? fromBase + origin : fromBase,
                sourceOffsets, 0, to, targetOffsets == null ? toBase + origin : toBase, targetOffsets, 0);
    }

    @Override
    public void visit(PieceVisitor visitor) {
        visitor.list(run, null, count, sourceOffsets == null ? origin : 0, sourceOffsets, run,
                targetOffsets == null ? origin : 0, targetOffsets, run);
    }
}
