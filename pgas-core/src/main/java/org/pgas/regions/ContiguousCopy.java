package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/** One piece, or nothing. */
final class ContiguousCopy extends CopyPlan {
    private final long sourceOffset;
    private final long targetOffset;
    private final long bytes;

    ContiguousCopy(Regions source, Regions target, long sourceOffset, long targetOffset) {
        super(source, target);
        this.bytes = source.bytes();
        this.sourceOffset = sourceOffset;
        this.targetOffset = targetOffset;
    }

    @Override
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        SharedMemory.copy(from, fromBase + sourceOffset, to, toBase + targetOffset, bytes);
    }

    @Override
    public void visit(PieceVisitor visitor) {
        visitor.row(bytes, 1, sourceOffset, 0, targetOffset, 0);
    }
}
