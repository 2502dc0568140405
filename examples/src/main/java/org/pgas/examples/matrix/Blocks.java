package org.pgas.examples.matrix;

import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.grid.Split;

/**
 * How a matrix is cut into blocks, one for each rank. Knows nothing of where they lie.
 *
 * @param grid which ranks have what, in two dimensions
 */
record Blocks(RankGrid grid) {
    /** What to do with the part of a patch that is one rank's. */
    @FunctionalInterface
    interface Visitor {
        void visit(int rank, Patch part);
    }

    /** Rows of the whole matrix. */
    int rows() {
        return grid.split(0).extent();
    }

    /** Columns of the whole matrix. */
    int columns() {
        return grid.split(1).extent();
    }

    /** The block of a rank. */
    Patch block(int rank) {
        return new Patch(grid.first(rank, 0), grid.first(rank, 1), grid.count(rank, 0), grid.count(rank, 1));
    }

    /** The rank that has the number in its block. */
    int owner(int row, int column) {
        return grid.rank(grid.split(0).part(row), grid.split(1).part(column));
    }

    /** Bytes for the block of any rank as doubles, a multiple of 64. */
    long bytes() {
        long numbers = (long) grid.split(0).largest() * grid.split(1).largest();
        return Math.ceilDiv(Double.BYTES * numbers, 64) * 64;
    }

    /** Cuts a patch into parts, each in one block; every rank that has something of it is visited once. */
    void cut(Patch patch, Visitor visitor) {
        Split rows = grid.split(0);
        Split columns = grid.split(1);
        int endRow = patch.row() + patch.rows();
        int endColumn = patch.column() + patch.columns();
        for (int row = patch.row(); row < endRow;) {
            int nextRow = Math.min(endRow, rows.first(rows.part(row) + 1));
            for (int column = patch.column(); column < endColumn;) {
                int nextColumn = Math.min(endColumn, columns.first(columns.part(column) + 1));
                visitor.visit(owner(row, column), new Patch(row, column, nextRow - row, nextColumn - column));
                column = nextColumn;
            }
            row = nextRow;
        }
    }
}
