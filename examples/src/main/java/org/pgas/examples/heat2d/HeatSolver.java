package org.pgas.examples.heat2d;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * One rank's share of the plate: a block of whole rows, and the neighbours' border rows next to it.
 *
 * <p>A rank's segment holds what others write or read: two pairs of halo rows, used in turn, a word per rank for
 * reductions, and at the end its rows. Two pairs, so that one barrier a step is enough: while a slow rank still reads
 * this step's halo, its neighbour already writes the next one.
 */
public final class HeatSolver {
    private final Job job;
    private final Rma rma;
    private final int rows;
    private final int cols;
    private final double alpha;
    private final long rowBytes;
    private double[][] now;
    private double[][] then;
    private long step;

    /**
     * Attaches the job's segment. Collective, all arguments single-valued; their legal ranges are those of
     * {@link HeatModel}.
     */
    public HeatSolver(Job job, int rows, int cols, double alpha, double hot, double cold) {
        if (rows < 3 || cols < 3 || rows < job.size()) {
            throw new IllegalArgumentException(
                    "the plate has " + rows + " rows and " + cols + " columns, legal are 3 or more of each, "
                            + "and at least as many rows as the " + job.size() + " ranks");
        }
        if (!(alpha > 0 && alpha <= 0.25)) {
            throw new IllegalArgumentException("alpha is " + alpha + ", legal is above 0 up to 0.25");
        }
        this.job = job;
        this.rma = job.world().rma();
        this.rows = rows;
        this.cols = cols;
        this.alpha = alpha;
        this.rowBytes = 8L * cols;
        int own = ownRows();
        now = new double[own + 2][cols];
        then = new double[own + 2][cols];
        for (int local = 0; local < own + 2; local++) {
            int row = firstRow(job.rank()) + local - 1;
            java.util.Arrays.fill(now[local], HeatModel.initial(row, hot, cold));
            java.util.Arrays.fill(then[local], HeatModel.initial(row, hot, cold));
        }
        long bytes = fieldOffset() + own * rowBytes;
        job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes());
        exchange();
    }

    private int firstRow(int rank) {
        return (int) ((long) rows * rank / job.size());
    }

    private int ownRows() {
        return firstRow(job.rank() + 1) - firstRow(job.rank());
    }

    /** Segment: halo rows (parity, side), then a word per rank, then the rank's rows. */
    private long haloOffset(long parity, int side) {
        return (2 * parity + side) * rowBytes;
    }

    private long wordOffset(int rank) {
        return 4 * rowBytes + 8L * rank;
    }

    private long fieldOffset() {
        return wordOffset(job.size());
    }

    /** Does one step and returns the largest change of a cell of this rank. Collective. */
    public double step() {
        double largest = 0;
        for (int local = 1; local <= ownRows(); local++) {
            int row = firstRow(job.rank()) + local - 1;
            if (row > 0 && row < rows - 1) {
                largest = Math.max(largest,
                        HeatModel.nextRow(now[local - 1], now[local], now[local + 1], then[local], alpha));
            }
        }
        double[][] before = now;
        now = then;
        then = before;
        step++;
        exchange();
        return largest;
    }

    /** Puts the border rows into the neighbours' halos, and takes what they put into ours. */
    private void exchange() {
        int rank = job.rank();
        long parity = step & 1;
        if (rank > 0) {
            rma.put(rank - 1, haloOffset(parity, 1), now[1], 0, cols);
        }
        if (rank < job.size() - 1) {
            rma.put(rank + 1, haloOffset(parity, 0), now[ownRows()], 0, cols);
        }
        job.world().barrier();
        if (rank > 0) {
            rma.get(now[0], 0, rank, haloOffset(parity, 0), cols);
        }
        if (rank < job.size() - 1) {
            rma.get(now[ownRows() + 1], 0, rank, haloOffset(parity, 1), cols);
        }
    }

    /** The largest of all ranks' values. Collective. */
    public double largest(double value) {
        for (int peer = 0; peer < job.size(); peer++) {
            rma.putDouble(peer, wordOffset(job.rank()), value);
        }
        job.world().barrier();
        double largest = value;
        for (int peer = 0; peer < job.size(); peer++) {
            largest = Math.max(largest, rma.getDouble(job.rank(), wordOffset(peer)));
        }
        return largest;
    }

    /** Makes every rank's rows readable by {@link #readRow}. Collective. */
    public void publish() {
        for (int local = 1; local <= ownRows(); local++) {
            rma.put(job.rank(), fieldOffset() + (local - 1) * rowBytes, now[local], 0, cols);
        }
        job.world().barrier();
    }

    /** Reads a row of the plate, of whichever rank. Any rank, after {@link #publish}. */
    public void readRow(int row, double[] into) {
        int owner = (int) (((long) row * job.size() + job.size() - 1) / rows);
        while (firstRow(owner) > row) {
            owner--;
        }
        while (firstRow(owner + 1) <= row) {
            owner++;
        }
        rma.get(into, 0, owner, fieldOffset() + (row - firstRow(owner)) * rowBytes, cols);
    }
}
