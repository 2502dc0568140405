package org.pgas.vis;

import java.lang.foreign.MemorySegment;

/** Starts the parts of a call, each with one rank. A source may be overwritten when a part was started. */
interface PartialTransfers {
    void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape);

    void get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source);

    /** To be called when a part could not be started, before {@code failure} is thrown. */
    void abandon(Throwable failure);
}
