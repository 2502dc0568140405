package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Loops that copy short runs at distances that they know as constants: copies of one class, {@link StrideLoops}, each
 * for one pair of kinds of memory, one length of runs and one distance on either side. HotSpot hoists the checks of an
 * access out of a loop only where the stride is a constant, and only then makes one wide load and one wide store of a
 * run of 64 bytes (jmh/NOTES.md, Strides).
 *
 * <p>What {@link RunKernels} says of ranges, order and threads holds here too.
 */
abstract class StrideKernels {
    private final long sourceStride;
    private final long targetStride;
    private final long sourceInner;
    private final long targetInner;

    /**
     * What a copy of the loops knows.
     *
     * @param runs kinds of memory, and the length of runs
     * @param sourceInner of groups of {@link RunKernels#GROUP} runs, which the strides are between: from one run of a
     *        group to the next; 0 where single runs are copied
     */
    record Constants(RunKernels.Constants runs, long sourceStride, long targetStride, long sourceInner,
            long targetInner) {
        /** Without groups. */
        Constants(RunKernels.Constants runs, long sourceStride, long targetStride) {
            this(runs, sourceStride, targetStride, 0, 0);
        }
    }

    StrideKernels(Constants constants) {
        this.sourceStride = constants.sourceStride;
        this.targetStride = constants.targetStride;
        this.sourceInner = constants.sourceInner;
        this.targetInner = constants.targetInner;
    }

    static StrideKernels of(Constants constants) {
        return (StrideKernels) LoopCopies.of(MethodHandles.lookup(), StrideLoops.class, constants);
    }

    /** Whether these are its distances. */
    final boolean isFor(long source, long target, long inSource, long inTarget) {
        return sourceStride == source && targetStride == target && sourceInner == inSource && targetInner == inTarget;
    }

    /** At most {@link RunKernels#MOST_RUNS} runs, or groups of them. */
    abstract void row(int count, MemorySegment from, long source, MemorySegment to, long target);
}
