package org.pgas.atomics.locks;

/** A lock's holder: job rank and thread, or a rank alone; 0 is nobody. Only the holder writes it, and finds itself. */
public final class Holder {
    public static final long NOBODY = 0;

    private static final int RANK_SHIFT = 44;
    private static final long THREAD_MASK = (1L << RANK_SHIFT) - 1;

    private Holder() {}

    public static long current(int jobRank) {
        return (jobRank + 1L) << RANK_SHIFT | Thread.currentThread().threadId() & THREAD_MASK;
    }

    /** A rank of which no more than one thread comes at a time. */
    public static long of(int rank) {
        return (rank + 1L) << RANK_SHIFT;
    }

    public static int jobRank(long holder) {
        return (int) (holder >>> RANK_SHIFT) - 1;
    }

    /** Such as "rank 3 (thread 17)". */
    public static String describe(long holder) {
        return holder == NOBODY ? "nobody" : "rank " + jobRank(holder) + " (thread " + (holder & THREAD_MASK) + ")";
    }
}
