package org.pgas.examples.matmul;

import java.util.Arrays;

import org.pgas.examples.matrix.Matrix;

/**
 * Checks a product by the definition: whole rows, got contiguously, multiplied by three nested loops. For one thread.
 *
 * <p>Integers whose products and sums a double holds exactly must be equal. Other sums depend on their order; two of
 * them may differ by the most that rounding can do to both.
 */
final class PlainMultiply {
    /** Rows at a time: as many use a row of the right factor while it is in the cache. */
    static final int STRIP = 16;

    private static final double LARGEST_EXACT = 1L << 53;

    private final Matrix left;
    private final Matrix right;
    private final Matrix product;
    private final double[] rightRow;
    private final double[] productRow;
    private final double[][] leftRows;
    private final double[][] sums;

    PlainMultiply(Matrix left, Matrix right, Matrix product) {
        this.left = left;
        this.right = right;
        this.product = product;
        rightRow = new double[right.columns()];
        productRow = new double[right.columns()];
        leftRows = new double[STRIP][left.columns()];
        sums = new double[STRIP][right.columns()];
    }

    /** How many numbers of a strip of {@link #STRIP} rows from {@code first} on are wrong. */
    long wrongNumbers(int first) {
        int rows = Math.min(STRIP, product.rows() - first);
        for (int row = 0; row < rows; row++) {
            left.getRow(first + row, leftRows[row]);
            Arrays.fill(sums[row], 0);
        }
        double largest = 0;
        boolean integers = true;
        for (int inner = 0; inner < right.rows(); inner++) {
            right.getRow(inner, rightRow);
            largest = Math.max(largest, largest(rightRow));
            integers &= isIntegers(rightRow);
            for (int row = 0; row < rows; row++) {
                add(leftRows[row][inner], rightRow, sums[row]);
            }
        }
        long wrong = 0;
        for (int row = 0; row < rows; row++) {
            double sum = largest * sum(leftRows[row]);
            boolean exact = integers && isIntegers(leftRows[row]) && sum <= LARGEST_EXACT;
            product.getRow(first + row, productRow);
            wrong += differing(productRow, sums[row], exact ? 0 : tolerance(sum, right.rows()));
        }
        return wrong;
    }

    private static void add(double factor, double[] row, double[] sums) {
        for (int column = 0; column < sums.length; column++) {
            sums[column] += factor * row[column];
        }
    }

    private static double largest(double[] row) {
        double largest = 0;
        for (double number : row) {
            largest = Math.max(largest, Math.abs(number));
        }
        return largest;
    }

    private static double sum(double[] row) {
        double sum = 0;
        for (double number : row) {
            sum += Math.abs(number);
        }
        return sum;
    }

    private static boolean isIntegers(double[] row) {
        for (double number : row) {
            if (number != Math.rint(number)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Each of two sums of {@code terms} rounded products is off by at most so many roundings of what the terms' sizes
     * add up to.
     */
    private static double tolerance(double sum, int terms) {
        return 2.0 * (terms + 1) * Math.ulp(1.0) * sum + terms * Double.MIN_NORMAL;
    }

    private static long differing(double[] found, double[] expected, double tolerance) {
        long differing = 0;
        for (int column = 0; column < expected.length; column++) {
            boolean same = Double.compare(found[column], expected[column]) == 0
                    || Math.abs(found[column] - expected[column]) <= tolerance;
            differing += same ? 0 : 1;
        }
        return differing;
    }
}
