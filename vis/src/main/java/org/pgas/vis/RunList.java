package org.pgas.vis;

import java.util.Arrays;

/** A list of (offset, length) that grows; what follows the last one without a gap is added to it. For one thread. */
final class RunList {
    private long[] offsets = new long[8];
    private long[] lengths = new long[8];
    private int count;

    void add(long offset, long length) {
        if (count > 0 && offsets[count - 1] + lengths[count - 1] == offset) {
            lengths[count - 1] += length;
            return;
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        offsets[count] = offset;
        lengths[count++] = length;
    }

    long[] offsets() {
        return Arrays.copyOf(offsets, count);
    }

    long[] lengths() {
        return Arrays.copyOf(lengths, count);
    }

    Shape shape() {
        return Shape.vector(offsets(), lengths());
    }
}
