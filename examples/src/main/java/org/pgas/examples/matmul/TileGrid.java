package org.pgas.examples.matmul;

/**
 * How a square matrix is cut into square tiles, and which rank has which: they are dealt out row by row. The tiles at the edges are
 * whole ones too, beyond the matrix they hold zeros.
 */
final class TileGrid {
    private final int order;
    private final int side;
    private final int across;
    private final int ranks;

    /** Of a matrix of {@code order} rows and columns, in tiles of {@code side} rows and columns. */
    TileGrid(int order, int side, int ranks) {
        this.order = order;
        this.side = side;
        this.ranks = ranks;
        across = Math.ceilDiv(order, side);
    }

    /** Rows and columns of the matrix. */
    int order() {
        return order;
    }

    /** Rows and columns of a tile. */
    int side() {
        return side;
    }

    /** Rows and columns of tiles. */
    int across() {
        return across;
    }

    /** Numbers in a tile. */
    int tileNumbers() {
        return side * side;
    }

    long tileBytes() {
        return 8L * tileNumbers();
    }

    /** The rank that has a tile. */
    int rank(int row, int column) {
        return (int) (tile(row, column) % ranks);
    }

    /** Bytes before a tile among those of its rank. */
    long offset(int row, int column) {
        return tile(row, column) / ranks * tileBytes();
    }

    private long tile(int row, int column) {
        return (long) row * across + column;
    }

    /** Bytes for the tiles of any rank. */
    long bytes() {
        return Math.ceilDiv((long) across * across, ranks) * tileBytes();
    }

    /** Products of two tiles that make up the product of two matrices. */
    long tasks() {
        return (long) across * across * across;
    }

    /** The tile row of the left factor and of the result. */
    int row(long task) {
        return (int) (task / ((long) across * across));
    }

    /** The tile column of the right factor and of the result. */
    int column(long task) {
        return (int) (task / across % across);
    }

    /** The tile column of the left factor, and row of the right one. Neighbouring tasks add to the same tile. */
    int inner(long task) {
        return (int) (task % across);
    }
}
