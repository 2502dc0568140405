package org.pgas.conformance;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** Offsets of bytes, one by one, in the order in which a document's loop copies them. */
final class Places {
    private long[] offsets = new long[64];
    private int count;

    /** {@code bytes} bytes from {@code offset} on. */
    Places add(long offset, long bytes) {
        for (long i = 0; i < bytes; i++) {
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * count);
            }
            offsets[count++] = offset + i;
        }
        return this;
    }

    int count() {
        return count;
    }

    private long low() {
        return Arrays.stream(offsets, 0, count).min().orElse(0);
    }

    private long span() {
        return Arrays.stream(offsets, 0, count).max().orElse(-1) + 1 - low();
    }

    /** Whether there is a place for them in so many bytes. */
    boolean fit(long bytes) {
        return span() <= bytes;
    }

    /** A base from which on all lie in a rig's memory. */
    long base(TransferRig rig) {
        return rig.random().nextLong(TransferRig.BYTES - span() + 1) - low();
    }

    /** As places of a rig. */
    long[] at(LongUnaryOperator place, long base) {
        return Arrays.stream(offsets, 0, count).map(offset -> place.applyAsLong(offset + base)).toArray();
    }
}
