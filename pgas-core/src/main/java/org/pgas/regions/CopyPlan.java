package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/**
 * How to copy from one set of regions to another of equal volume: found once, used any number of times, without
 * allocation.
 *
 * <p>The order of the copies is not that of the packed form, but what the memory likes best; so the target's runs may
 * not overlap each other nor the source's. Bytes have no atomicity. Ranges are not checked here but by the segments.
 *
 * <p>Immutable; any thread.
 */
public abstract sealed class CopyPlan permits ContiguousCopy, NestCopy, ListCopy, PieceCopy, WalkCopy {
    /** Most pieces, of 24 bytes each, that a plan lists; or four for each entry of a list that the program gave. */
    private static final long MOST_PIECES = 1 << 16;

    /** More pieces than this, 1.5 GB, are not listed, whatever was given. */
    private static final long MOST_LISTED = 1 << 26;

    private final Regions source;
    private final Regions target;

    CopyPlan(Regions source, Regions target) {
        this.source = source;
        this.target = target;
    }

    /** For regions of equal volume. */
    public static CopyPlan of(Regions source, Regions target) {
        assert source.bytes() == target.bytes() : source.bytes() + " and " + target.bytes();
        if (source.isContiguous() && target.isContiguous()) {
            return new ContiguousCopy(source, target, source.low(), target.low());
        }
        if (source instanceof Nest from && target instanceof Nest to) {
            JointNest joint = JointNest.of(from, to);
            if (joint != null) {
                return joint.levels() == 0
                        ? new ContiguousCopy(source, target, joint.sourceOrigin, joint.targetOrigin)
                        : new NestCopy(source, target, joint);
            }
        }
        ListCopy lists = ListCopy.direct(source, target);
        if (lists != null) {
            return lists;
        }
        long entries = entries(source) + entries(target);
        return source.runs() + target.runs() <= Math.max(MOST_PIECES, Math.min(4 * entries, MOST_LISTED))
                ? PieceCopy.list(source, target)
                : new WalkCopy(source, target);
    }

    private static long entries(Regions regions) {
        return regions instanceof Nest ? 0 : regions.runs();
    }

    public final Regions source() {
        return source;
    }

    public final Regions target() {
        return target;
    }

    /** Copies; offsets of the regions are relative to the bases, of memory of any kind. */
    public abstract void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase);

    /** For what is not a copy: tells of all pieces, in an order that suits the target's memory. */
    public abstract void visit(PieceVisitor visitor);

    /** Copies between mapped memory, at absolute addresses. */
    public final void copy(long from, long to) {
        copy(SharedMemory.everything(), from, SharedMemory.everything(), to);
    }

    /** Copies from local memory to mapped memory. */
    public final void copyIn(MemorySegment from, long fromBase, long to) {
        copy(from, fromBase, SharedMemory.everything(), to);
    }

    /** Copies from mapped memory to local memory. */
    public final void copyOut(long from, MemorySegment to, long toBase) {
        copy(SharedMemory.everything(), from, to, toBase);
    }
}
