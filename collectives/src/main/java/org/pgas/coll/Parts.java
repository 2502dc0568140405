package org.pgas.coll;

/** Where the blocks of members lie in a member's memory: in arrays, or {@code step} apart, of {@code bytes} each. */
record Parts(long step, long bytes, long[] offsets, long[] lengths) {
    /** One block for everybody. */
    static Parts same(long bytes) {
        return new Parts(0, bytes, null, null);
    }

    /** Blocks of one size, behind each other. */
    static Parts inOrder(long bytes) {
        return new Parts(bytes, bytes, null, null);
    }

    /** Blocks of any sizes at any offsets. */
    static Parts of(long[] lengths, long[] offsets) {
        return new Parts(0, 0, offsets, lengths);
    }

    /** Elements dealt out evenly, as whole elements, in the order of the ranks. */
    static Parts dealt(long bytes, long elementBytes, int size) {
        long[] offsets = new long[size];
        long[] lengths = new long[size];
        long count = bytes / elementBytes;
        long each = count / size;
        long more = count % size;
        long from = 0;
        for (int i = 0; i < size; i++) {
            long here = (i < more ? each + 1 : each) * elementBytes;
            offsets[i] = from;
            lengths[i] = here;
            from += here;
        }
        return new Parts(0, 0, offsets, lengths);
    }

    long offset(int i) {
        return offsets == null ? i * step : offsets[i];
    }

    long bytes(int i) {
        return lengths == null ? bytes : lengths[i];
    }
}
