package org.pgas.examples.cg;

import java.util.Arrays;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.examples.grid.Split;

/**
 * A vector that lies in the segments of all ranks, each of which has one part of it and knows the parts of others as
 * far as its rows of a matrix ask for them: of each peer's part the run from the first to the last number that these
 * multiply. For a matrix with a band that is little.
 */
final class SharedVector {
    private final Job job;
    private final Rma rma;
    private final Split split;
    private final double[] numbers;
    private final int[] from;
    private final int[] to;

    /** Attaches the job's segment. Collective. */
    SharedVector(Job job, Split split, SparseRows matrix) {
        this.job = job;
        this.split = split;
        rma = job.world().rma();
        numbers = new double[split.extent()];
        from = new int[job.size()];
        to = new int[job.size()];
        Arrays.fill(from, Integer.MAX_VALUE);
        matrix.visit((row, column, value) -> {
            int peer = split.part(column);
            from[peer] = Math.min(from[peer], column);
            to[peer] = Math.max(to[peer], column + 1);
        });
        job.attach(segmentBytes(job, split));
    }

    private static long segmentBytes(Job job, Split split) {
        long bytes = (long) Double.BYTES * split.largest();
        return Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes();
    }

    /**
     * The whole vector: the own part is true, and what the matrix asks for of others' as it was at the last
     * {@link #exchange}.
     */
    double[] numbers() {
        return numbers;
    }

    /**
     * Shows the own part to all, and gets what is needed of theirs. Collective. Between two exchanges there has to be
     * another collective call that no rank leaves before all are in it: otherwise a fast rank changes its part while a
     * slow one reads it.
     */
    void exchange() {
        publish();
        for (int turn = 1; turn < job.size(); turn++) {
            int peer = (job.rank() + turn) % job.size();
            if (from[peer] < to[peer]) {
                rma.get(numbers, from[peer], peer, (long) Double.BYTES * (from[peer] - split.first(peer)),
                        to[peer] - from[peer]);
            }
        }
    }

    /** Shows the own part to all. Collective, as {@link #exchange}. */
    private void publish() {
        rma.put(job.rank(), 0, numbers, split.first(job.rank()), split.count(job.rank()));
        job.world().barrier();
    }

    /** Gets all there is, as it was at the last {@link #exchange}. Any rank, while no other changes its part. */
    double[] all() {
        double[] all = new double[split.extent()];
        for (int rank = 0; rank < job.size(); rank++) {
            rma.get(all, split.first(rank), rank, 0, split.count(rank));
        }
        return all;
    }
}
