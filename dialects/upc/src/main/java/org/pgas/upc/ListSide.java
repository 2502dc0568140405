package org.pgas.upc;

import java.util.Arrays;

/** One side of a call, taken apart into numbers; the next call of its thread uses the arrays again. */
final class ListSide {
    /** Longer lists are not kept. */
    private static final int MOST_KEPT = 1 << 15;

    /** Pointers, or offsets in private memory; and as many lengths. */
    long[] places = new long[16];

    long[] lengths = new long[16];
    int count;

    /** Of all entries. */
    long bytes;

    /** The sides of a thread's call, source and destination. */
    record Pair(ListSide dst, ListSide src) {
        Pair() {
            this(new ListSide(), new ListSide());
        }
    }

    static ListSide of(ListSide kept, int count) {
        ListSide side = count > MOST_KEPT ? new ListSide() : kept;
        if (count > side.places.length) {
            int length = Math.max(count, Math.min(2 * side.places.length, MOST_KEPT));
            side.places = Arrays.copyOf(side.places, length);
            side.lengths = Arrays.copyOf(side.lengths, length);
        }
        side.count = count;
        side.bytes = 0;
        return side;
    }

    void set(int index, long place, long length) {
        places[index] = place;
        lengths[index] = length;
        bytes += length;
    }
}
