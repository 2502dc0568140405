package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/** Run by run in packed order: for two that are cut so differently, into so many runs, that nothing better is known. */
final class WalkCopy extends CopyPlan {
    WalkCopy(Regions source, Regions target) {
        super(source, target);
    }

    @Override
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        RunPairs pairs = new RunPairs(source(), target());
        while (pairs.next()) {
            SharedMemory.copy(from, fromBase + pairs.sourceOffset(), to, toBase + pairs.targetOffset(),
                    pairs.bytes());
        }
    }

    @Override
    public void visit(PieceVisitor visitor) {
        RunPairs pairs = new RunPairs(source(), target());
        while (pairs.next()) {
            visitor.row(pairs.bytes(), 1, pairs.sourceOffset(), 0, pairs.targetOffset(), 0);
        }
    }
}
