package org.pgas.jmh;

import java.util.SplittableRandom;

import org.pgas.Job;

/** Where in a segment the benchmarks work. */
final class Places {
    static final long SEGMENT_BYTES = 64L << 20;

    /** The start of the segment is for words and bulk data. */
    static final long DATA = 0;

    /** Fits into the first-level cache together with the offsets themselves. */
    static final int NEAR_BYTES = 16 << 10;

    /** Larger than any cache that a core has to itself. */
    static final int FAR_BYTES = 32 << 20;

    /** Words that two ranks work on at once, two cache lines apart. */
    static final long COUNTER = 48L << 20;
    static final long FLAG = COUNTER + 128;
    static final long STAMP = COUNTER + 256;
    static final long DECISION = COUNTER + 384;
    static final long COUNT = COUNTER + 512;
    static final long DOUBLE_COUNTER = COUNTER + 640;
    static final long SIGNAL = COUNTER + 768;

    /** How often a rank that computes has been told to end. */
    static final long BUSY = COUNTER + 896;

    /** A mutex, and the word that it guards, a page apart. */
    static final long MUTEX = COUNTER + (64 << 10);
    static final long GUARDED = MUTEX + (16 << 10);

    /** Rings of the bare library, in the segment of the rank that reads them; a page apart from everything else. */
    static final long RING = 52L << 20;

    /** A table behind all the rest, in the segments of two ranks. */
    static final long TABLE = SEGMENT_BYTES;
    static final long TABLE_BYTES = 128L << 20;

    private static final long SEED = 20_260_101;

    private Places() {}

    /** Random offsets of longs in the first {@code window} bytes, the same in every run. */
    static long[] offsets(int count, int window) {
        return new SplittableRandom(SEED).longs(count, 0, window / Long.BYTES).map(word -> DATA + word * Long.BYTES)
                .toArray();
    }

    /** Whether all ranks share memory; those of several hosts do not. */
    static boolean areNeighbours(Job job) {
        return job.neighbourhood().size() == job.size();
    }

    static long[] near() {
        return offsets(1 << 10, NEAR_BYTES);
    }

    static long[] far() {
        return offsets(1 << 16, FAR_BYTES);
    }
}
