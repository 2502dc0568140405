package org.pgas.examples.kmers;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.Segment;

/**
 * Sorted pairs in the place of the table that they were in, fetched with one-sided gets. The first word is their
 * number.
 */
public final class SegmentRuns implements SortedRuns {
    private static final int PAIR_BYTES = 16;

    private final Job job;
    private final Segment segment;
    private final long firstPair;

    /**
     * Replaces the table that begins at {@code firstPair}, and the summary's first word, which has been read by now.
     */
    public SegmentRuns(Job job, Segment segment, long firstPair) {
        this.job = job;
        this.segment = segment;
        this.firstPair = firstPair;
    }

    @Override
    public void publish(long[] kmers, long[] counts) {
        MemorySegment memory = segment.local();
        memory.set(ValueLayout.JAVA_LONG, 0, kmers.length);
        for (int i = 0; i < kmers.length; i++) {
            memory.set(ValueLayout.JAVA_LONG, firstPair + (long) PAIR_BYTES * i, kmers[i]);
            memory.set(ValueLayout.JAVA_LONG, firstPair + (long) PAIR_BYTES * i + 8, counts[i]);
        }
    }

    @Override
    public long pairs(int rank) {
        return job.world().rma().getLong(rank, 0);
    }

    @Override
    public void get(long[] into, int rank, long first, int count) {
        job.world().rma().get(into, 0, rank, firstPair + PAIR_BYTES * first, 2 * count);
    }
}
