package org.pgas.examples.matmul;

/**
 * A matrix of small integers, -8 to 7, that look random. They are computed wherever they are needed, so that a result can be checked
 * without the memory that it was made from; and sums of their products are exact in doubles, in any order.
 *
 * @param seed another matrix for another seed
 */
record Numbers(long seed) {
    private static final long ROW = 0x9E37_79B9_7F4A_7C15L;
    private static final long COLUMN = 0xC2B2_AE3D_27D4_EB4FL;

    /** The number in {@code row} and {@code column}. */
    int at(int row, int column) {
        long mixed = (row + seed * COLUMN) * ROW + column;
        mixed = (mixed ^ mixed >>> 29) * COLUMN;
        return (int) ((mixed ^ mixed >>> 32) * ROW >> 60);
    }

    /** Writes a tile of the matrix, row after row; zeros beyond {@code order}. */
    void fill(double[] tile, TileGrid grid, int tileRow, int tileColumn) {
        int side = grid.side();
        for (int i = 0; i < side; i++) {
            int row = tileRow * side + i;
            for (int j = 0; j < side; j++) {
                int column = tileColumn * side + j;
                tile[i * side + j] = row < grid.order() && column < grid.order() ? at(row, column) : 0;
            }
        }
    }
}
