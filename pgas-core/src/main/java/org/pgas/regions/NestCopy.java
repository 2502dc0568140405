package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.RunKernels;

/** A nest of loops with a stride for each side. */
final class NestCopy extends CopyPlan {
    /** Runs up to this length are transposed in tiles; longer ones fill cache lines by themselves. */
    private static final long MOST_TILED_BYTES = 32;

    private final JointNest nest;

    /** The level of the source's neighbours, if it is not the innermost and tiles are of use; otherwise 0. */
    private final int crossing;

    NestCopy(Regions source, Regions target, JointNest nest) {
        super(source, target);
        this.nest = nest;
        this.crossing = crossing(nest);
    }

    private static int crossing(JointNest nest) {
        if (nest.run > MOST_TILED_BYTES) {
            return 0;
        }
        int closest = 0;
        for (int level = 1; level < nest.levels(); level++) {
            if (Math.abs(nest.sourceStrides[level]) < Math.abs(nest.sourceStrides[closest])) {
                closest = level;
            }
        }
        return closest;
    }

    @Override
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        loop(RunKernels.of(from, to, nest.run), nest.levels() - 1, from, fromBase + nest.sourceOrigin, to,
                toBase + nest.targetOrigin);
    }

    /** The levels from {@code level} inwards. */
    private void loop(RunKernels kernels, int level, MemorySegment from, long source, MemorySegment to, long target) {
        if (level == crossing && level > 0) {
            // done within the tiles
            loop(kernels, level - 1, from, source, to, target);
        } else if (level == 0) {
            innermost(kernels, from, source, to, target);
        } else if (level == 1 && crossing == 0) {
            kernels.grid(nest.run, nest.counts[0], nest.counts[1], from, source, nest.sourceStrides[0],
                    nest.sourceStrides[1], to, target, nest.targetStrides[0], nest.targetStrides[1]);
        } else {
            for (long round = 0; round < nest.counts[level]; round++) {
                loop(kernels, level - 1, from, source + round * nest.sourceStrides[level], to,
                        target + round * nest.targetStrides[level]);
            }
        }
    }

    private void innermost(RunKernels kernels, MemorySegment from, long source, MemorySegment to, long target) {
        if (crossing == 0) {
            kernels.row(nest.run, nest.counts[0], from, source, nest.sourceStrides[0], to, target,
                    nest.targetStrides[0]);
        } else {
            kernels.transpose(nest.run, nest.counts[0], nest.counts[crossing], from, source, nest.sourceStrides[0],
                    nest.sourceStrides[crossing], to, target, nest.targetStrides[0], nest.targetStrides[crossing]);
        }
    }

    @Override
    public void visit(PieceVisitor visitor) {
        visit(visitor, nest.levels() - 1, nest.sourceOrigin, nest.targetOrigin);
    }

    private void visit(PieceVisitor visitor, int level, long source, long target) {
        if (level == 0) {
            visitor.row(nest.run, nest.counts[0], source, nest.sourceStrides[0], target, nest.targetStrides[0]);
            return;
        }
        for (long round = 0; round < nest.counts[level]; round++) {
            visit(visitor, level - 1, source + round * nest.sourceStrides[level],
                    target + round * nest.targetStrides[level]);
        }
    }
}
