package org.pgas.atomics;

/** Who holds a lock, as one word: job rank and thread, or a rank alone; 0 is nobody. Only its holder writes it, so a thread finds itself by a plain read. */
final class Holder {
    static final long NOBODY = 0;

    private static final int RANK_SHIFT = 44;
    private static final long THREAD_MASK = (1L << RANK_SHIFT) - 1;

    private Holder() {}

    static long current(int jobRank) {
        return (jobRank + 1L) << RANK_SHIFT | Thread.currentThread().threadId() & THREAD_MASK;
    }

    /** A rank of which no more than one thread comes at a time. */
    static long of(int rank) {
        return (rank + 1L) << RANK_SHIFT;
    }

    static int jobRank(long holder) {
        return (int) (holder >>> RANK_SHIFT) - 1;
    }

    /** Such as "rank 3 (thread 17)". */
    static String describe(long holder) {
        return holder == NOBODY ? "nobody" : "rank " + jobRank(holder) + " (thread " + (holder & THREAD_MASK) + ")";
    }
}
