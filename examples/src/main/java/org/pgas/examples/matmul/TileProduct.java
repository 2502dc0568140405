package org.pgas.examples.matmul;

import java.util.Arrays;

/**
 * Multiplies tiles. For one thread.
 *
 * <p>The inner loop runs over neighbours in memory and reads and writes all its arrays at the same index: only then can
 * the JIT know that no iteration reads what another one wrote, and make vectors of it. So the right factor is taken
 * apart into an array for each row. Four rows at a time, because each sum is then loaded and stored only once for all
 * of them.
 */
final class TileProduct {
    private static final int ROWS = 4;

    private final int side;
    private final double[][] rightRows;
    private final double[] sums;

    /** For tiles of {@code side} rows and columns. */
    TileProduct(int side) {
        this.side = side;
        // rows that fill up the last four stay zero
        rightRows = new double[Math.ceilDiv(side, ROWS) * ROWS][side];
        sums = new double[side];
    }

    /** {@code product = left * right}; all are stored row after row. */
    void multiply(double[] left, double[] right, double[] product) {
        for (int row = 0; row < side; row++) {
            System.arraycopy(right, row * side, rightRows[row], 0, side);
        }
        for (int row = 0; row < side; row++) {
            Arrays.fill(sums, 0);
            for (int inner = 0; inner < side; inner += ROWS) {
                addRows(left, row * side, inner);
            }
            System.arraycopy(sums, 0, product, row * side, side);
        }
    }

    private void addRows(double[] left, int leftRow, int inner) {
        double first = left[leftRow + inner];
        double second = inner + 1 < side ? left[leftRow + inner + 1] : 0;
        double third = inner + 2 < side ? left[leftRow + inner + 2] : 0;
        double fourth = inner + 3 < side ? left[leftRow + inner + 3] : 0;
        add(sums, first, rightRows[inner], second, rightRows[inner + 1], third, rightRows[inner + 2], fourth,
                rightRows[inner + 3]);
    }

    private static void add(double[] sums, double first, double[] firstRow, double second, double[] secondRow,
            double third, double[] thirdRow, double fourth, double[] fourthRow) {
        for (int column = 0; column < sums.length; column++) {
            sums[column] += first * firstRow[column] + second * secondRow[column] + third * thirdRow[column]
                    + fourth * fourthRow[column];
        }
    }
}
