package org.pgas.mpi.comm;

/** The messages and receives of one context: of a communicator, those of programs or those of one use of our own. */
final class Matching {
    /** A power of two. */
    static final int BUCKETS = 32;

    final Posted posted = new Posted();
    final Unexpected unexpected = new Unexpected();

    /** Odd, and without a pattern in its bits. */
    private static final int SPREAD = 0x9E37_79B9;

    static int bucket(int source, int tag) {
        return (source * 31 + tag) * SPREAD >>> -Integer.numberOfTrailingZeros(BUCKETS);
    }

    boolean isEmpty() {
        return posted.isEmpty() && unexpected.isEmpty();
    }
}
