package org.pgas.examples.matrix;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.Scale;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.grid.Split;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * A matrix cut into blocks, one in each rank's segment, stored row after row from the same offset on. Patches may reach over any number
 * of blocks; what a transfer does not see is whose they are. Blocking; for one thread of each rank.
 */
public final class DistributedMatrix {
    private final Job job;
    private final RankGrid grid;
    private final long base;
    private final Rma rma;
    private final Vis vis;
    private final List<Dense> blocks = new ArrayList<>();

    /** A matrix whose blocks begin at {@code base} of each segment. Not collective. */
    public DistributedMatrix(Job job, RankGrid grid, long base) {
        this.job = job;
        this.grid = grid;
        this.base = base;
        rma = job.world().rma();
        vis = Vis.of(job.world());
        for (int rank = 0; rank < job.size(); rank++) {
            blocks.add(Dense.rowMajor(grid.count(rank, 0), grid.count(rank, 1)));
        }
    }

    /** Bytes for the block of any rank, a multiple of 64. */
    public static long bytes(RankGrid grid) {
        long numbers = (long) grid.split(0).largest() * grid.split(1).largest();
        return Math.ceilDiv(Double.BYTES * numbers, 64) * 64;
    }

    /** Rows of the whole matrix. */
    public int rows() {
        return grid.split(0).extent();
    }

    /** Columns of the whole matrix. */
    public int columns() {
        return grid.split(1).extent();
    }

    /** Which ranks have what. */
    public RankGrid grid() {
        return grid;
    }

    /** Where in each segment the rank's block begins. */
    public long base() {
        return base;
    }

    /** The block of a rank. */
    public Patch block(int rank) {
        return new Patch(grid.first(rank, 0), grid.first(rank, 1), grid.count(rank, 0), grid.count(rank, 1));
    }

    /** The block of a rank as an array, relative to where it begins. */
    public Section section(int rank) {
        return Section.rowMajor(Double.BYTES, grid.count(rank, 0), grid.count(rank, 1));
    }

    /** Puts numbers into this rank's block; seen by others after a barrier. */
    public void fill(Numbers numbers) {
        Patch own = block(job.rank());
        double[] line = new double[own.columns()];
        for (int row = 0; row < own.rows(); row++) {
            for (int column = 0; column < own.columns(); column++) {
                line[column] = numbers.at(own.row() + row, own.column() + column);
            }
            rma.put(job.rank(), base + (long) Double.BYTES * own.columns() * row, line, 0, line.length);
        }
    }

    /** Gets a patch into memory that is laid out as {@code layout}, beginning with its first row and column. */
    public void get(Patch patch, MemorySegment target, Dense layout) {
        each(patch, layout, (rank, offset, there, local, here) -> vis.get(target, local, here, rank, offset, there));
    }

    /** Puts a patch from memory that is laid out as {@code layout}, beginning with its first row and column. */
    public void put(Patch patch, MemorySegment source, Dense layout) {
        each(patch, layout, (rank, offset, there, local, here) -> vis.put(rank, offset, there, source, local, here));
    }

    /** Adds to a patch what {@link #put} would put there, atomically towards other accumulates. */
    public void accumulate(Patch patch, MemorySegment source, Dense layout) {
        each(patch, layout, (rank, offset, there, local, here) -> vis.accumulate(rank, offset, there, Scale.ofDouble(1),
                source, local, here));
    }

    /** Adds to a single number. Nobody else may be at it. */
    void add(int row, int column, double value) {
        int rank = rank(row, column);
        long offset = base + blocks.get(rank).offset(row - grid.first(rank, 0), column - grid.first(rank, 1));
        rma.putDouble(rank, offset, rma.getDouble(rank, offset) + value);
    }

    /** Gets a whole row, each rank's part of it by a contiguous transfer. */
    public void getRow(int row, double[] target) {
        for (int part = 0; part < grid.split(1).parts(); part++) {
            int rank = grid.rank(grid.split(0).part(row), part);
            rma.get(target, grid.first(rank, 1), rank, base + blocks.get(rank).offset(row - grid.first(rank, 0), 0),
                    grid.count(rank, 1));
        }
    }

    private int rank(int row, int column) {
        return grid.rank(grid.split(0).part(row), grid.split(1).part(column));
    }

    /** What to do with the part of a patch that is one rank's. */
    @FunctionalInterface
    private interface Piece {
        void transfer(int rank, long offset, Shape there, long local, Shape here);
    }

    private void each(Patch patch, Dense layout, Piece piece) {
        Split rows = grid.split(0);
        Split columns = grid.split(1);
        int endRow = patch.row() + patch.rows();
        int endColumn = patch.column() + patch.columns();
        for (int row = patch.row(); row < endRow;) {
            int nextRow = Math.min(endRow, rows.first(rows.part(row) + 1));
            for (int column = patch.column(); column < endColumn;) {
                int nextColumn = Math.min(endColumn, columns.first(columns.part(column) + 1));
                int rank = rank(row, column);
                Dense block = blocks.get(rank);
                piece.transfer(rank, base + block.offset(row - grid.first(rank, 0), column - grid.first(rank, 1)),
                        block.part(nextRow - row, nextColumn - column),
                        layout.offset(row - patch.row(), column - patch.column()),
                        layout.part(nextRow - row, nextColumn - column));
                column = nextColumn;
            }
            row = nextRow;
        }
    }
}
