package org.pgas.examples.matrix;

/**
 * A matrix of small integers, -8 to 7, that look random. They are computed wherever they are needed; sums of their
 * products are exact in doubles, in any order.
 *
 * @param seed another matrix for another seed
 */
public record Numbers(long seed) {
    private static final long ROW = 0x9E37_79B9_7F4A_7C15L;
    private static final long COLUMN = 0xC2B2_AE3D_27D4_EB4FL;

    /** The number in {@code row} and {@code column}. */
    public int at(int row, int column) {
        long mixed = (row + seed * COLUMN) * ROW + column;
        mixed = (mixed ^ mixed >>> 29) * COLUMN;
        return (int) ((mixed ^ mixed >>> 32) * ROW >> 60);
    }
}
