package org.pgas.examples.kmers;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.LongAtomicDomain;

/**
 * What all ranks found, added up in rank 0's segment: sums by fetch-add, and a line of words per rank that each rank
 * puts itself.
 *
 * <p>Words at the start of the segment: distinct, total, slots, the histogram's bins, then (k-mer, count, nanoseconds)
 * of each rank.
 */
public final class Summary {
    private static final int DISTINCT = 0;
    private static final int TOTAL = 8;
    private static final int SLOTS = 16;
    private static final int BINS = 24;
    private static final int RANKS = BINS + 8 * CountHistogram.BINS;
    private static final int RANK_BYTES = 24;

    private final Job job;

    /** For the ranks of {@code job}; see {@link #bytes}. */
    public Summary(Job job) {
        this.job = job;
    }

    /** Bytes that a summary takes at the start of each segment, whole pages. */
    public static long bytes(Job job) {
        return Math.ceilDiv(RANKS + (long) RANK_BYTES * job.size(), job.pageBytes()) * job.pageBytes();
    }

    /** Adds this rank's part of the table. Collective: complete on all ranks when it returns. */
    public void add(LocalCounts table, long elapsedNanos) {
        long[] sums = new long[2];
        long[] bins = new long[CountHistogram.BINS];
        long[] most = {-1, 0};
        table.forEachLocal((kmer, count) -> {
            sums[0]++;
            sums[1] += count;
            bins[CountHistogram.bin(count)]++;
            // of equally frequent ones the smallest, so that the answer does not depend on the number of ranks
            if (count > most[1] || count == most[1] && kmer < most[0]) {
                most[0] = kmer;
                most[1] = count;
            }
        });
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        atomics.fetchAdd(0, DISTINCT, sums[0]);
        atomics.fetchAdd(0, TOTAL, sums[1]);
        atomics.fetchAdd(0, SLOTS, table.slots());
        for (int bin = 0; bin < bins.length; bin++) {
            atomics.fetchAdd(0, BINS + 8L * bin, bins[bin]);
        }
        long line = RANKS + (long) RANK_BYTES * job.rank();
        job.world().rma().put(0, line, new long[]{most[0], most[1], elapsedNanos}, 0, 3);
        job.world().barrier();
    }

    /** Different k-mers of all ranks. */
    public long distinct() {
        return rma().getLong(0, DISTINCT);
    }

    /** Occurrences of all k-mers. */
    public long total() {
        return rma().getLong(0, TOTAL);
    }

    /** Slots of all ranks' tables, taken or free. */
    public long slots() {
        return rma().getLong(0, SLOTS);
    }

    /** The bins of {@link CountHistogram}. */
    public long[] bins() {
        long[] bins = new long[CountHistogram.BINS];
        rma().get(bins, 0, 0, BINS, bins.length);
        return bins;
    }

    /** The most frequent k-mer (the smallest code of several) and its count; a count of 0 when there is none. */
    public long[] mostFrequent() {
        long[] best = {-1, 0};
        for (int rank = 0; rank < job.size(); rank++) {
            long[] line = line(rank);
            if (line[1] > best[1] || line[1] == best[1] && line[1] > 0 && line[0] < best[0]) {
                best[0] = line[0];
                best[1] = line[1];
            }
        }
        return best;
    }

    /** How long the slowest rank counted. */
    public long slowestNanos() {
        long slowest = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            slowest = Math.max(slowest, line(rank)[2]);
        }
        return slowest;
    }

    private long[] line(int rank) {
        long[] line = new long[3];
        rma().get(line, 0, 0, RANKS + (long) RANK_BYTES * rank, 3);
        return line;
    }

    private Rma rma() {
        return job.world().rma();
    }
}
