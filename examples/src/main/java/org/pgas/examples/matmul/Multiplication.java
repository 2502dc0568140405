package org.pgas.examples.matmul;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.pgas.Job;
import org.pgas.examples.matrix.MatrixFiles;
import org.pgas.examples.matrix.Numbers;
import org.pgas.examples.matrix.Patch;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;

/**
 * One rank's part in multiplying two matrices. Every product of two tiles is a task; a rank draws the number of one
 * from a counter that all share, gets the two tiles, multiplies, and accumulates what it got in the tile of the result.
 * So several ranks may add to one tile at a time, and nobody divides the work beforehand.
 */
public final class Multiplication {
    /** The most rows or columns of a matrix. */
    public static final int LARGEST_ORDER = 1 << 15;

    /** The most rows and columns of a tile. */
    public static final int LARGEST_SIDE = 1 << 10;

    private final Job job;
    private final TileGrid grid;
    private final Operands operands;
    private long elapsedNanos;
    private List<Share> shares = List.of();

    /**
     * The matrices are zero. Collective, arguments single-valued; throws what {@code maker} throws. Rows and columns
     * are 1 to {@link #LARGEST_ORDER}.
     *
     * @param maker makes the matrices
     * @param rows of the left factor and of the product
     * @param inner columns of the left factor, and rows of the right one
     * @param columns of the right factor and of the product
     * @param side rows and columns of a tile, 1 to {@link #LARGEST_SIDE}
     */
    public Multiplication(Job job, Operands.Maker maker, int rows, int inner, int columns, int side) {
        this.job = job;
        grid = new TileGrid(rows, inner, columns, side);
        operands = maker.make(job, rows, inner, columns);
    }

    /** Fills this rank's blocks of the factors with numbers of its own. */
    public void fill(long seed) {
        operands.left().fill(new Numbers(seed));
        operands.right().fill(new Numbers(seed + 1));
    }

    /** Reads the factors from Matrix Market files. By rank 0. */
    public void load(Path leftFile, Path rightFile) throws IOException {
        MatrixFiles.load(leftFile, operands.left());
        MatrixFiles.load(rightFile, operands.right());
    }

    /** Writes the product to a Matrix Market file. By rank 0, after {@link #run}. */
    public void store(Path file, Format format, Field field) throws IOException {
        MatrixFiles.store(file, operands.product(), format, field);
    }

    /** Products of two tiles. */
    public long tasks() {
        return grid.tasks();
    }

    /**
     * Multiplies, checks the result, and tells rank 0 what this rank has done. Collective, once, when the factors are
     * there.
     */
    public void run() {
        operands.sync();
        long start = System.nanoTime();
        long tasks = 0;
        long flops = 0;
        Tile leftTile = new Tile(grid.side());
        Tile rightTile = new Tile(grid.side());
        Tile productTile = new Tile(grid.side());
        TileProduct tileProduct = new TileProduct(grid.side());
        for (long task = operands.nextTask(); task < grid.tasks(); task = operands.nextTask()) {
            Patch patch = grid.left(task);
            leftTile.get(operands.left(), patch);
            rightTile.get(operands.right(), grid.right(task));
            tileProduct.multiply(leftTile.numbers(), rightTile.numbers(), productTile.numbers());
            productTile.accumulate(operands.product(), grid.product(task));
            tasks++;
            flops += 2L * patch.rows() * patch.columns() * grid.product(task).columns();
        }
        long nanos = System.nanoTime() - start;
        operands.sync();
        elapsedNanos = System.nanoTime() - start;
        shares = operands.gather(new Share(job.rank(), tasks, flops, nanos, wrongNumbers()));
    }

    /** Nanoseconds from the begin to the end of the last task of any rank. */
    public long elapsedNanos() {
        return elapsedNanos;
    }

    /** How many numbers are wrong in the strips of rows that are this rank's to check: every so many of them. */
    private long wrongNumbers() {
        PlainMultiply check = new PlainMultiply(operands.left(), operands.right(), operands.product());
        long wrong = 0;
        for (long row = (long) job.rank() * PlainMultiply.STRIP; row < grid.rows(); row += (long) job.size()
                * PlainMultiply.STRIP) {
            wrong += check.wrongNumbers((int) row);
        }
        return wrong;
    }

    /** What each rank has done, in the order of ranks. On rank 0, after {@link #run}. */
    public List<Share> shares() {
        return shares;
    }

    /** Ends the use of the matrices when no rank needs them any more. Collective. */
    public void release() {
        operands.release();
    }
}
