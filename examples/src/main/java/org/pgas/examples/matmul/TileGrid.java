package org.pgas.examples.matmul;

import org.pgas.examples.matrix.Patch;

/**
 * The product of two matrices as products of tiles: square patches of the two factors and of the result, those at the
 * edges cut off. Tiles know nothing of the blocks that ranks have.
 *
 * @param rows of the left factor and of the result
 * @param inner columns of the left factor, and rows of the right one
 * @param columns of the right factor and of the result
 * @param side rows and columns of a tile
 */
record TileGrid(int rows, int inner, int columns, int side) {
    /** Products of two tiles that make up the product of the matrices. */
    long tasks() {
        return across(rows) * across(inner) * across(columns);
    }

    private long across(int extent) {
        return Math.ceilDiv(extent, side);
    }

    /** The tile of the left factor. Neighbouring tasks add to the same tile of the result. */
    Patch left(long task) {
        return patch(row(task), rows, innerOf(task), inner);
    }

    /** The tile of the right factor. */
    Patch right(long task) {
        return patch(innerOf(task), inner, column(task), columns);
    }

    /** The tile of the result. */
    Patch product(long task) {
        return patch(row(task), rows, column(task), columns);
    }

    private int row(long task) {
        return (int) (task / (across(inner) * across(columns)));
    }

    private int column(long task) {
        return (int) (task / across(inner) % across(columns));
    }

    private int innerOf(long task) {
        return (int) (task % across(inner));
    }

    private Patch patch(int tileRow, int allRows, int tileColumn, int allColumns) {
        int row = tileRow * side;
        int column = tileColumn * side;
        return new Patch(row, column, Math.min(side, allRows - row), Math.min(side, allColumns - column));
    }
}
