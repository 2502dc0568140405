package org.pgas.examples.matmul;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a rank has done.
 *
 * @param rank whose share it is
 * @param tasks products of two tiles
 * @param flops multiplications and additions in them, without those of what fills up tiles at the edges
 * @param nanos how long it took, until none was left to draw
 * @param wrongNumbers numbers of the result, among those that this rank looked at, that are wrong
 */
public record Share(int rank, long tasks, long flops, long nanos, long wrongNumbers) {
    /** Bytes of a share in a message. */
    static final int BYTES = 40;

    void writeTo(MemorySegment message) {
        message.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 0, rank);
        message.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 1, tasks);
        message.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 2, flops);
        message.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 3, nanos);
        message.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 4, wrongNumbers);
    }

    static Share readFrom(MemorySegment message) {
        return new Share((int) message.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 0),
                message.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 1),
                message.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 2),
                message.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 3),
                message.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 4));
    }
}
