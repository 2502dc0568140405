package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.refusal.Refusals;

/**
 * A part of each member's segment: its bytes are counted from where it begins, and no transfer reaches any other.
 *
 * @param base where it begins, in bytes
 * @param bytes that it has, or {@link #EVERYTHING}
 */
record SegmentPart(Vis vis, long base, long bytes) {
    /** As many as the segment has, which its transfers check. */
    private static final long EVERYTHING = Long.MAX_VALUE;

    static SegmentPart whole(Vis vis) {
        return new SegmentPart(vis, 0, EVERYTHING);
    }

    /** Where in the segment the place of a transfer is; throws when not all of its shape is in the part. */
    private long place(long offset, Shape shape) {
        if (bytes == EVERYTHING || shape.bytes() == 0) {
            return offset;
        }
        if (offset < -shape.low() || offset > bytes - shape.high()) {
            throw Refusals.of(vis.team().job().rank()).bad("MppaTransfers",
                    "bytes " + shape.low() + ".." + (shape.high() - 1)
                            + " behind offset " + offset + " are not all in the segment of " + bytes
                            + " bytes: " + (shape.high() - shape.low() > bytes ? "it is too small for them"
                                    : "legal offsets for these are " + -shape.low() + ".." + (bytes - shape.high())));
        }
        return base + offset;
    }

    void get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source) {
        vis.get(target, targetOffset, targetShape, rank, place(offset, source), source);
    }

    Event getNb(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source) {
        return vis.getNb(target, targetOffset, targetShape, rank, place(offset, source), source);
    }

    void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape) {
        vis.put(rank, place(offset, target), target, source, sourceOffset, sourceShape);
    }

    Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape,
            LocalCompletion completion) {
        return vis.putNb(rank, place(offset, target), target, source, sourceOffset, sourceShape, completion);
    }
}
