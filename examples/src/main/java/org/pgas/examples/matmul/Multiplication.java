package org.pgas.examples.matmul;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.pgas.Job;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.WorkCounter;

/**
 * One rank's part in multiplying two matrices. Every product of two tiles is a task; a rank draws the number of one from a counter in
 * rank 0's segment, gets the two tiles, multiplies, and accumulates what it got in the tile of the result. So several ranks may add to
 * one tile at a time, and nobody divides the work beforehand.
 *
 * <p>A segment holds the counter and the queue of what ranks report, which are used in rank 0's, and the rank's tiles of the three
 * matrices.
 */
public final class Multiplication {
    /** The most rows and columns of a matrix. */
    public static final int LARGEST_ORDER = 1 << 15;

    /** The most rows and columns of a tile. */
    public static final int LARGEST_SIDE = 1 << 10;

    private static final int ROOT = 0;

    private final Job job;
    private final TileGrid grid;
    private final Numbers leftNumbers = new Numbers(1);
    private final Numbers rightNumbers = new Numbers(2);
    private final TiledMatrix left;
    private final TiledMatrix right;
    private final TiledMatrix product;
    private final WorkCounter counter;
    private final MessageQueue reports;
    private final Accumulator accumulator;
    private long elapsedNanos;

    /**
     * Attaches the job's segment and fills the two factors. Collective, arguments single-valued; throws what attach throws.
     *
     * @param order rows and columns of the matrices, 1 to {@link #LARGEST_ORDER}
     * @param side rows and columns of a tile, 1 to {@link #LARGEST_SIDE}
     */
    public Multiplication(Job job, int order, int side) {
        this.job = job;
        grid = new TileGrid(order, side, job.size());
        // all reports find room in the queue, also that of rank 0, which takes them out only then
        int capacity = job.size();
        long queueAt = WorkCounter.bytes();
        long leftAt = queueAt + MessageQueue.bytes(capacity, Share.BYTES);
        long rightAt = leftAt + grid.bytes();
        long productAt = rightAt + grid.bytes();
        long bytes = productAt + grid.bytes();
        job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes());
        left = new TiledMatrix(job, grid, leftAt);
        right = new TiledMatrix(job, grid, rightAt);
        product = new TiledMatrix(job, grid, productAt);
        left.fill(leftNumbers);
        right.fill(rightNumbers);
        // both creations end with a barrier, so everybody sees all tiles
        counter = WorkCounter.create(job.world(), ROOT, 0);
        reports = MessageQueue.create(job.world(), ROOT, queueAt, capacity, Share.BYTES);
        accumulator = Accumulator.of(job.world());
    }

    /** Products of two tiles. */
    public long tasks() {
        return grid.tasks();
    }

    /** Multiplies, checks the result, and tells rank 0 what this rank has done. Collective, once. */
    public void run() {
        job.world().barrier();
        long start = System.nanoTime();
        long tasks = multiply();
        long nanos = System.nanoTime() - start;
        job.world().barrier();
        elapsedNanos = System.nanoTime() - start;
        report(new Share(job.rank(), tasks, nanos, wrongRows()));
    }

    /** Nanoseconds from the begin to the end of the last task of any rank. */
    public long elapsedNanos() {
        return elapsedNanos;
    }

    private long multiply() {
        double[] leftTile = new double[grid.tileNumbers()];
        double[] rightTile = new double[grid.tileNumbers()];
        double[] productTile = new double[grid.tileNumbers()];
        TileProduct tileProduct = new TileProduct(grid.side());
        long done = 0;
        for (long task = counter.next(); task < grid.tasks(); task = counter.next()) {
            int row = grid.row(task);
            int column = grid.column(task);
            int inner = grid.inner(task);
            left.get(leftTile, row, inner);
            right.get(rightTile, inner, column);
            tileProduct.multiply(leftTile, rightTile, productTile);
            accumulator.accumulateDoubles(product.rank(row, column), product.offset(row, column), productTile, 0,
                    productTile.length, 1);
            done++;
        }
        return done;
    }

    /** How many rows are wrong, of every so many rows of tiles those that are this rank's to check. */
    private long wrongRows() {
        ProductCheck check = new ProductCheck(leftNumbers, rightNumbers, grid.order());
        double[] tile = new double[grid.tileNumbers()];
        long wrong = 0;
        for (int tileRow = job.rank(); tileRow < grid.across(); tileRow += job.size()) {
            double[] sums = new double[grid.side()];
            for (int tileColumn = 0; tileColumn < grid.across(); tileColumn++) {
                product.get(tile, tileRow, tileColumn);
                check.weigh(tile, grid.side(), tileColumn * grid.side(), sums);
            }
            wrong += check.wrongRows(sums, tileRow * grid.side());
        }
        return wrong;
    }

    private void report(Share share) {
        MemorySegment message = MemorySegment.ofArray(new byte[Share.BYTES]);
        share.writeTo(message);
        reports.put(message, 0, Share.BYTES);
    }

    /** What each rank has done, in the order of ranks. By rank 0, once, after {@link #run}. */
    public List<Share> shares() {
        MemorySegment message = MemorySegment.ofArray(new byte[Share.BYTES]);
        List<Share> shares = new ArrayList<>();
        while (shares.size() < job.size()) {
            reports.take(message, 0);
            shares.add(Share.readFrom(message));
        }
        shares.sort(Comparator.comparingInt(Share::rank));
        return shares;
    }
}
