package org.pgas.spi;

/** A segment mapped into this process. Any thread may call. */
public interface MappedSegment {
    /**
     * Where the segment begins here; its {@link org.pgas.memory.SegmentTrailer} lies behind it. Stays a legal address
     * for a long time after {@link #close}, of zeros: see {@link SegmentStore}.
     */
    long address();

    /** Bytes of the segment, without what the library keeps beside it; whole pages. */
    long bytes();

    /**
     * Returns when what was written before, by any rank, is on the device of a segment of kind FILE. Memory has none:
     * nothing happens.
     *
     * @throws org.pgas.PgasException with {@link org.pgas.ErrorCode#RESOURCE} when the device refuses, or
     *         {@link org.pgas.ErrorCode#NOT_INITIALIZED} when the segment was closed
     */
    void sync();

    /**
     * Ends this mapping; idempotent. Of an own segment of kind HOST that is the end of the segment: its file is removed
     * and its memory given back at once, also where peers still have it mapped. Of a FILE segment by the rank that has
     * made or opened it: it is synchronised and marked as closed. Of a peer's nothing but this mapping ends.
     */
    void close();
}
