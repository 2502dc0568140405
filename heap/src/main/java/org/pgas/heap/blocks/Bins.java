package org.pgas.heap.blocks;

/**
 * Sizes of blocks. They count granules of 16 bytes, the header included; a bin holds free blocks of similar sizes.
 *
 * <p>Below 16 granules each size has a bin, and above each power of two has eight. The least size of a bin is a size
 * class: requests of up to {@link #MAX_SMALL} granules are rounded up to one, which wastes an eighth at most.
 */
public final class Bins {
    public static final int GRANULE_BYTES = 16;

    /** Of every block: see {@link Blocks}. */
    public static final int HEADER_BYTES = 16;

    /** The smallest block: a free one keeps two links behind its header. */
    public static final int MIN_GRANULES = 2;

    /** The largest block that caches keep. */
    public static final int MAX_SMALL = 128;

    /** The bins of blocks up to {@link #MAX_SMALL}; some of the first are of no size. */
    public static final int CLASSES = 41;

    /** For blocks of up to a tebibyte, the limit of segments. */
    public static final int COUNT = 272;

    private static final int EXACT = 16;
    private static final int EXACT_BITS = 4;
    private static final int STEPS = 8;
    private static final int STEP_BITS = 3;

    private Bins() {}

    /** The bin of a block: the last bin with a least size that is not larger. */
    public static int bin(long granules) {
        if (granules < EXACT) {
            return (int) granules;
        }
        int power = 63 - Long.numberOfLeadingZeros(granules);
        return EXACT + (power - EXACT_BITS) * STEPS + (int) (granules >>> power - STEP_BITS & STEPS - 1);
    }

    /** The first bin that has only blocks of at least that size. */
    public static int binFitting(long granules) {
        return bin(granules - 1) + 1;
    }

    /** The smallest blocks of a bin. */
    public static long least(int bin) {
        if (bin < EXACT) {
            return bin;
        }
        int power = (bin - EXACT) / STEPS + EXACT_BITS;
        return (long) (STEPS + (bin - EXACT) % STEPS) << power - STEP_BITS;
    }

    /** Of a block that has room for so many bytes, which are not negative and far from overflow. */
    public static long granules(long bytes) {
        long granules = Math.max(MIN_GRANULES, bytes + HEADER_BYTES + GRANULE_BYTES - 1 >>> 4);
        return granules <= MAX_SMALL ? least(binFitting(granules)) : granules;
    }

    /** What a block has room for. */
    public static long usable(long granules) {
        return granules * GRANULE_BYTES - HEADER_BYTES;
    }
}
