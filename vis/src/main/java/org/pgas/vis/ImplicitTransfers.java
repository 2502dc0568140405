package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;

/** Parts with implicit events. */
record ImplicitTransfers(Vis vis) implements PartialTransfers {
    @Override
    public void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape) {
        vis.putNbi(rank, offset, target, source, sourceOffset, sourceShape, LocalCompletion.NOW);
    }

    @Override
    public void get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source) {
        vis.getNbi(target, targetOffset, targetShape, rank, offset, source);
    }

    /** Those that were started are among the implicit operations of the thread. */
    @Override
    public void abandon(Throwable failure) {}
}
