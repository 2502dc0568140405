package org.pgas.examples.matrix;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.Scale;
import org.pgas.examples.grid.RankGrid;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** A matrix cut into blocks, one in each rank's segment, stored row after row from the same offset on. */
public final class DistributedMatrix implements Matrix {
    private final Job job;
    private final Blocks blocks;
    private final RankGrid grid;
    private final long base;
    private final Rma rma;
    private final Vis vis;
    private final List<Dense> layouts = new ArrayList<>();

    /** A matrix with blocks that begin at {@code base} of each segment. Not collective. */
    public DistributedMatrix(Job job, RankGrid grid, long base) {
        this.job = job;
        this.blocks = new Blocks(grid);
        this.grid = grid;
        this.base = base;
        rma = job.world().rma();
        vis = Vis.of(job.world());
        for (int rank = 0; rank < job.size(); rank++) {
            layouts.add(Dense.rowMajor(grid.count(rank, 0), grid.count(rank, 1)));
        }
    }

    /** Bytes for the block of any rank, a multiple of 64. */
    public static long bytes(RankGrid grid) {
        return new Blocks(grid).bytes();
    }

    @Override
    public int rows() {
        return blocks.rows();
    }

    @Override
    public int columns() {
        return blocks.columns();
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
        return blocks.block(rank);
    }

    /** The block of a rank as an array, relative to where it begins. */
    public Section section(int rank) {
        return Section.rowMajor(Double.BYTES, grid.count(rank, 0), grid.count(rank, 1));
    }

    @Override
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

    @Override
    public void get(Patch patch, MemorySegment target, Dense layout) {
        each(patch, layout, (rank, offset, there, local, here) -> vis.get(target, local, here, rank, offset, there));
    }

    @Override
    public void put(Patch patch, MemorySegment source, Dense layout) {
        each(patch, layout, (rank, offset, there, local, here) -> vis.put(rank, offset, there, source, local, here));
    }

    @Override
    public void accumulate(Patch patch, MemorySegment source, Dense layout) {
        each(patch, layout, (rank, offset, there, local, here) -> vis.accumulate(rank, offset, there, Scale.ofDouble(1),
                source, local, here));
    }

    @Override
    public void add(int row, int column, double value) {
        int rank = blocks.owner(row, column);
        long offset = offset(rank, row, column);
        rma.putDouble(rank, offset, rma.getDouble(rank, offset) + value);
    }

    /** Gets a whole row, each rank's part of it by a contiguous transfer. */
    @Override
    public void getRow(int row, double[] target) {
        for (int part = 0; part < grid.split(1).parts(); part++) {
            int rank = grid.rank(grid.split(0).part(row), part);
            rma.get(target, grid.first(rank, 1), rank, offset(rank, row, grid.first(rank, 1)),
                    grid.count(rank, 1));
        }
    }

    /** Where a number of a rank's block lies in its segment. */
    private long offset(int rank, int row, int column) {
        return base + layouts.get(rank).offset(row - grid.first(rank, 0), column - grid.first(rank, 1));
    }

    /** What to do with the part of a patch that is one rank's. */
    @FunctionalInterface
    private interface Piece {
        void transfer(int rank, long offset, Shape there, long local, Shape here);
    }

    private void each(Patch patch, Dense layout, Piece piece) {
        blocks.cut(patch, (rank, part) -> piece.transfer(rank, offset(rank, part.row(), part.column()),
                layouts.get(rank).part(part.rows(), part.columns()),
                layout.offset(part.row() - patch.row(), part.column() - patch.column()),
                layout.part(part.rows(), part.columns())));
    }
}
