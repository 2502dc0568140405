package org.pgas.regions;

/** Is told of all pieces of a {@link CopyPlan}: bytes in one run of either side, by the regions' offsets. */
public interface PieceVisitor {
    /** {@code count} pieces of {@code run} bytes at constant distances; the target's is not negative. */
    void row(long run, long count, long source, long sourceStride, long target, long targetStride);

    /**
     * {@code count} pieces of {@code run} bytes, or of {@code lengths} if that is not null. Piece i is at {@code source
     * + sourceOffsets[i]} or, if that is null, at {@code source + i * sourceStride}; so is the target. The arrays may
     * not be changed.
     */
    void list(long run, long[] lengths, int count, long source, long[] sourceOffsets, long sourceStride, long target,
            long[] targetOffsets, long targetStride);
}
