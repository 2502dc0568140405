package org.pgas.place;

/**
 * Short runs of memory that an update takes together, so that it costs one call of a kernel and not one each: so few
 * that they are done in about a microsecond. Used again and again, by one thread at a time.
 */
public final class RunBatch {
    static final int MOST_BYTES = 4096;

    private static final int MOST_RUNS = 64;

    /** Longer ones gain nothing. */
    private static final int MOST_RUN_BYTES = 256;

    private final long[] offsets = new long[MOST_RUNS];
    private final int[] lengths = new int[MOST_RUNS];
    private int runs;
    private int bytes;

    /** Takes a run if there is room for it; in an empty batch, if it is short. */
    boolean take(long offset, long length) {
        if (length > MOST_RUN_BYTES || runs == MOST_RUNS || bytes + length > MOST_BYTES) {
            return false;
        }
        offsets[runs] = offset;
        lengths[runs++] = (int) length;
        bytes += (int) length;
        return true;
    }

    void clear() {
        runs = 0;
        bytes = 0;
    }

    int runs() {
        return runs;
    }

    int bytes() {
        return bytes;
    }

    long offset(int run) {
        return offsets[run];
    }

    int length(int run) {
        return lengths[run];
    }
}
