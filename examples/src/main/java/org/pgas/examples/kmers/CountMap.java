package org.pgas.examples.kmers;

import java.util.Arrays;

/**
 * A hash table from k-mers to counts in this JVM's heap: open addressing in two arrays, which double when they fill up.
 * Taken slots are passed over one by one; nothing is ever removed.
 *
 * <p>For one thread at a time. Allocates only to grow.
 */
final class CountMap {
    private static final int FIRST_SLOTS = 1 << 10;
    private static final int MOST_SLOTS = 1 << 30;
    private static final int FREE = -1;

    private long[] kmers;
    private long[] counts;
    private int size;
    private int mostBeforeGrowth;

    CountMap() {
        allocate(FIRST_SLOTS);
    }

    private void allocate(int slots) {
        kmers = new long[slots];
        Arrays.fill(kmers, FREE);
        counts = new long[slots];
        mostBeforeGrowth = (int) (slots * KmerTable.COMFORTABLE_LOAD);
    }

    /** Adds {@code occurrences} to the count of {@code kmer}, which is 0 at first. */
    void add(long kmer, long occurrences) {
        int slot = claim(kmer);
        counts[slot] += occurrences;
    }

    /** Sets the count of {@code kmer}; the result is the count before. */
    long put(long kmer, long count) {
        int slot = claim(kmer);
        long before = counts[slot];
        counts[slot] = count;
        return before;
    }

    /** The count of {@code kmer}, 0 if it was never there. */
    long get(long kmer) {
        int slot = find(kmer);
        return kmers[slot] == kmer ? counts[slot] : 0;
    }

    int slots() {
        return kmers.length;
    }

    void forEach(LocalCounts.Visitor visitor) {
        for (int slot = 0; slot < kmers.length; slot++) {
            if (kmers[slot] != FREE) {
                visitor.visit(kmers[slot], counts[slot]);
            }
        }
    }

    /** The slot of {@code kmer}, or the free one where it belongs. */
    private int find(long kmer) {
        int slot = (int) Mix.mix(kmer) & kmers.length - 1;
        while (kmers[slot] != kmer && kmers[slot] != FREE) {
            slot = slot + 1 & kmers.length - 1;
        }
        return slot;
    }

    private int claim(long kmer) {
        int slot = find(kmer);
        if (kmers[slot] == kmer) {
            return slot;
        }
        if (size == mostBeforeGrowth) {
            grow();
            slot = find(kmer);
        }
        kmers[slot] = kmer;
        size++;
        return slot;
    }

    private void grow() {
        if (kmers.length == MOST_SLOTS) {
            throw new IllegalStateException(
                    size + " distinct k-mers on one rank are the most there can be: take more ranks");
        }
        long[] oldKmers = kmers;
        long[] oldCounts = counts;
        allocate(2 * oldKmers.length);
        for (int old = 0; old < oldKmers.length; old++) {
            if (oldKmers[old] != FREE) {
                int slot = find(oldKmers[old]);
                kmers[slot] = oldKmers[old];
                counts[slot] = oldCounts[old];
            }
        }
    }
}
