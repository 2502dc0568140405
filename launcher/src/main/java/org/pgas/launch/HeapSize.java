package org.pgas.launch;

/** The Java heap a rank gets when nobody says. */
final class HeapSize {
    private static final long MOST = 1L << 30;
    private static final long LEAST = 16L << 20;
    private static final long UNIT = 1L << 20;

    private HeapSize() {}

    /** One GiB, or an equal share of half the memory when that is less: the other half is for segments. Whole MiB. */
    static long fallback(long memoryBytes, int ranks) {
        long share = memoryBytes / (2L * ranks);
        return Math.max(LEAST, Math.min(MOST, share) / UNIT * UNIT);
    }

    /** "512m", as java's options and people write it. */
    static String text(long bytes) {
        if (bytes % UNIT != 0) {
            return bytes % 1024 == 0 ? (bytes >> 10) + "k" : Long.toString(bytes);
        }
        return bytes % (1L << 30) == 0 ? (bytes >> 30) + "g" : (bytes >> 20) + "m";
    }
}
