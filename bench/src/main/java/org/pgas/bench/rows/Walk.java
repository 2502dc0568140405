package org.pgas.bench.rows;

/** Goes through a piece of memory, one operation behind the other, again and again. */
final class Walk {
    private final long last;
    private final long step;
    private long at;

    /**
     * @param window bytes to go through
     * @param bytes of each operation, at most {@code window}
     */
    Walk(long window, long bytes) {
        this.step = Math.max(8, bytes);
        this.last = window - step;
    }

    /** Offset of the next operation. */
    long next() {
        long here = at;
        at = here + step > last ? 0 : here + step;
        return here;
    }
}
