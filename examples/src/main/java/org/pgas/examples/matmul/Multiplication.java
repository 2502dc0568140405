package org.pgas.examples.matmul;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.pgas.Job;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.WorkCounter;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.DistributedMatrix;
import org.pgas.examples.matrix.MatrixFiles;
import org.pgas.examples.matrix.Numbers;
import org.pgas.examples.matrix.Patch;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;

/**
 * One rank's part in multiplying two matrices. Every product of two tiles is a task; a rank draws the number of one from a counter in
 * rank 0's segment, gets the two tiles, multiplies, and accumulates what it got in the tile of the result. So several ranks may add to
 * one tile at a time, and nobody divides the work beforehand.
 *
 * <p>A segment holds the counter and the queue of what ranks report, which are used in rank 0's, and the rank's blocks of the three
 * matrices.
 */
public final class Multiplication {
    /** The most rows or columns of a matrix. */
    public static final int LARGEST_ORDER = 1 << 15;

    /** The most rows and columns of a tile. */
    public static final int LARGEST_SIDE = 1 << 10;

    private static final int ROOT = 0;

    private final Job job;
    private final TileGrid grid;
    private final DistributedMatrix left;
    private final DistributedMatrix right;
    private final DistributedMatrix product;
    private final WorkCounter counter;
    private final MessageQueue reports;
    private long elapsedNanos;

    /**
     * Attaches the job's segment; the matrices are zero. Collective, arguments single-valued; throws what attach throws. Rows and columns
     * are 1 to {@link #LARGEST_ORDER}.
     *
     * @param rows of the left factor and of the product
     * @param inner columns of the left factor, and rows of the right one
     * @param columns of the right factor and of the product
     * @param side rows and columns of a tile, 1 to {@link #LARGEST_SIDE}
     */
    public Multiplication(Job job, int rows, int inner, int columns, int side) {
        this.job = job;
        grid = new TileGrid(rows, inner, columns, side);
        RankGrid leftGrid = ranks(rows, inner);
        RankGrid rightGrid = ranks(inner, columns);
        RankGrid productGrid = ranks(rows, columns);
        // all reports find room in the queue, also that of rank 0, which takes them out only then
        int capacity = job.size();
        long queueAt = WorkCounter.bytes();
        long leftAt = queueAt + MessageQueue.bytes(capacity, Share.BYTES);
        long rightAt = leftAt + DistributedMatrix.bytes(leftGrid);
        long productAt = rightAt + DistributedMatrix.bytes(rightGrid);
        long bytes = productAt + DistributedMatrix.bytes(productGrid);
        job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes());
        left = new DistributedMatrix(job, leftGrid, leftAt);
        right = new DistributedMatrix(job, rightGrid, rightAt);
        product = new DistributedMatrix(job, productGrid, productAt);
        counter = WorkCounter.create(job.world(), ROOT, 0);
        reports = MessageQueue.create(job.world(), ROOT, queueAt, capacity, Share.BYTES);
    }

    private RankGrid ranks(int rows, int columns) {
        // a matrix may be so small that ranks have nothing of it
        return RankGrid.of(job.size(), Math.max(rows, job.size()), Math.max(columns, job.size())).over(rows, columns);
    }

    /** Fills this rank's blocks of the factors with numbers of its own. */
    public void fill(long seed) {
        left.fill(new Numbers(seed));
        right.fill(new Numbers(seed + 1));
    }

    /** Reads the factors from Matrix Market files. By rank 0. */
    public void load(Path leftFile, Path rightFile) throws IOException {
        MatrixFiles.load(leftFile, left);
        MatrixFiles.load(rightFile, right);
    }

    /** Writes the product to a Matrix Market file. By rank 0, after {@link #run}. */
    public void store(Path file, Format format, Field field) throws IOException {
        MatrixFiles.store(file, product, format, field);
    }

    /** Products of two tiles. */
    public long tasks() {
        return grid.tasks();
    }

    /** Multiplies, checks the result, and tells rank 0 what this rank has done. Collective, once, when the factors are there. */
    public void run() {
        job.world().barrier();
        long start = System.nanoTime();
        long tasks = 0;
        long flops = 0;
        Tile leftTile = new Tile(grid.side());
        Tile rightTile = new Tile(grid.side());
        Tile productTile = new Tile(grid.side());
        TileProduct tileProduct = new TileProduct(grid.side());
        for (long task = counter.next(); task < grid.tasks(); task = counter.next()) {
            Patch patch = grid.left(task);
            leftTile.get(left, patch);
            rightTile.get(right, grid.right(task));
            tileProduct.multiply(leftTile.numbers(), rightTile.numbers(), productTile.numbers());
            productTile.accumulate(product, grid.product(task));
            tasks++;
            flops += 2L * patch.rows() * patch.columns() * grid.product(task).columns();
        }
        long nanos = System.nanoTime() - start;
        job.world().barrier();
        elapsedNanos = System.nanoTime() - start;
        report(new Share(job.rank(), tasks, flops, nanos, wrongNumbers()));
    }

    /** Nanoseconds from the begin to the end of the last task of any rank. */
    public long elapsedNanos() {
        return elapsedNanos;
    }

    /** How many numbers are wrong in the strips of rows that are this rank's to check: every so many of them. */
    private long wrongNumbers() {
        PlainMultiply check = new PlainMultiply(left, right, product);
        long wrong = 0;
        for (long row = (long) job.rank() * PlainMultiply.STRIP; row < grid.rows(); row += (long) job.size()
                * PlainMultiply.STRIP) {
            wrong += check.wrongNumbers((int) row);
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
