package org.pgas.launch;

import org.pgas.ByteSize;

/** The Java heap a rank gets when nobody says. */
final class HeapSize {
    private static final long MOST = 1L << 30;
    private static final long LEAST = 16L << 20;
    private static final long UNIT = 1L << 20;

    /** What a small JVM takes beside its heap. */
    private static final long JVM = 50L << 20;

    private HeapSize() {}

    /** One GiB, or an equal share of half the memory when that is less: the other half is for segments. Whole MiB. */
    static long fallback(long memoryBytes, int ranks) {
        long share = memoryBytes / (2L * ranks);
        return Math.max(LEAST, Math.min(MOST, share) / UNIT * UNIT);
    }

    /** What to say before a job starts if its heaps and JVMs may need more memory than there is; empty if they fit. */
    static String doubt(long memoryBytes, int ranks, long heapBytes) {
        long needed = ranks * (heapBytes + JVM);
        return needed <= memoryBytes ? ""
                : ranks + " ranks may need " + ByteSize.text(needed) + " (heaps of " + text(heapBytes)
                        + ", and about 50 MiB beside each) and their segments, but there are "
                        + ByteSize.text(memoryBytes)
                        + " of memory here: a process may be killed for want of it; have fewer ranks, or less with "
                        + "--heap";
    }

    /** "512m", as java's options and people write it. */
    static String text(long bytes) {
        if (bytes % UNIT != 0) {
            return bytes % 1024 == 0 ? (bytes >> 10) + "k" : Long.toString(bytes);
        }
        return bytes % (1L << 30) == 0 ? (bytes >> 30) + "g" : (bytes >> 20) + "m";
    }
}
