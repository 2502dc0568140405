package org.pgas.examples.gups;

/**
 * Says which rank has which words of a table: each has a run of consecutive ones, all of nearly the same length,
 * whatever the number of ranks.
 */
final class Spread {
    private final int log2Words;
    private final int ranks;

    /** The first word of each rank, and the number of words at the end. */
    private final long[] first;

    /** Up to 2^40 words on up to 2^11 ranks, no product overflows. */
    Spread(int log2Words, int ranks) {
        this.log2Words = log2Words;
        this.ranks = ranks;
        first = new long[ranks + 1];
        for (int rank = 0; rank <= ranks; rank++) {
            first[rank] = Math.ceilDiv((long) rank << log2Words, ranks);
        }
    }

    /** Number of words, a power of two. */
    long words() {
        return 1L << log2Words;
    }

    /** Which rank has a word; without a division, which would take as long as the update. */
    int rank(long word) {
        return (int) (word * ranks >>> log2Words);
    }

    /** The first of a rank's words. */
    long first(int rank) {
        return first[rank];
    }

    /** How many words a rank has; none, if there are more ranks than words. */
    long count(int rank) {
        return first[rank + 1] - first[rank];
    }

    /** The most that a rank has. */
    long mostWords() {
        return Math.ceilDiv(words(), ranks);
    }
}
