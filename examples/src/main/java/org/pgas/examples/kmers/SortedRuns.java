package org.pgas.examples.kmers;

/** The ranks' sorted (k-mer, count) pairs, and the way in which one rank gets at those of the others. */
public interface SortedRuns {
    /** Shows this rank's pairs to the others: {@code counts[i]} belongs to {@code kmers[i]}. A barrier follows. */
    void publish(long[] kmers, long[] counts);

    /** Pairs of {@code rank}. */
    long pairs(int rank);

    /**
     * Fetches {@code count} pairs of {@code rank}, from pair {@code first}, to the start of {@code into}: k-mer, count,
     * k-mer...
     */
    void get(long[] into, int rank, long first, int count);
}
