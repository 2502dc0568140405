package org.pgas.regions;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.memory.RunKernels;

/** A list of pieces of any length, each in one run of either side: for lists that are cut differently. */
final class PieceCopy extends CopyPlan {
    private final long[] sourceOffsets;
    private final long[] targetOffsets;
    private final long[] lengths;
    private final long longest;

    private PieceCopy(Regions source, Regions target, long[] sourceOffsets, long[] targetOffsets, long[] lengths) {
        super(source, target);
        this.longest = Arrays.stream(lengths).max().getAsLong();
        this.sourceOffsets = sourceOffsets;
        this.targetOffsets = targetOffsets;
        this.lengths = lengths;
    }

    /** Lists the pieces; if all are of one length, that is a {@link ListCopy}. */
    static CopyPlan list(Regions source, Regions target) {
        int most = Math.toIntExact(source.runs() + target.runs());
        long[] from = new long[most];
        long[] to = new long[most];
        long[] lengths = new long[most];
        int pieces = 0;
        boolean isEqual = true;
        RunPairs pairs = new RunPairs(source, target);
        while (pairs.next()) {
            from[pieces] = pairs.sourceOffset();
            to[pieces] = pairs.targetOffset();
            lengths[pieces] = pairs.bytes();
            isEqual &= pairs.bytes() == lengths[0];
            pieces++;
        }
        from = Arrays.copyOf(from, pieces);
        to = Arrays.copyOf(to, pieces);
        return isEqual ? new ListCopy(source, target, lengths[0], from, to)
                : new PieceCopy(source, target, from, to, Arrays.copyOf(lengths, pieces));
    }

    @Override
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        RunKernels.of(from, to, Long.MAX_VALUE).pieces(longest, from, fromBase, sourceOffsets, to, toBase,
                targetOffsets, lengths);
    }

    @Override
    public void visit(PieceVisitor visitor) {
        visitor.list(0, lengths, lengths.length, 0, sourceOffsets, 0, 0, targetOffsets, 0);
    }
}
