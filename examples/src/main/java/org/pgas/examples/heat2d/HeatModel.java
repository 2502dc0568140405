package org.pgas.examples.heat2d;

/**
 * Heat in a plate, by Jacobi steps in one thread. The top edge is kept hot, and the other edges are kept cold.
 *
 * <p>A solver that computes each cell with {@link #next} from the same {@link #initial} field has the same bits after
 * the same number of steps, however it shares the cells out: a Jacobi step reads the field before the step only, and
 * the largest change does not depend on the order of comparing.
 */
public final class HeatModel {
    private static final int MIN_EDGE = 3;

    private final int rows;
    private final int cols;
    private final double alpha;
    private double[][] now;
    private double[][] then;

    /**
     * A plate of {@code rows} times {@code cols} cells, edges included, 3 or more each. {@code alpha} is the share of
     * a difference to a neighbour that flows in a step: above 0, and at most 0.25 or the field would oscillate.
     */
    public HeatModel(int rows, int cols, double alpha, double hot, double cold) {
        if (rows < MIN_EDGE || cols < MIN_EDGE) {
            throw new IllegalArgumentException("the plate has " + rows + " rows and " + cols
                    + " columns, legal are " + MIN_EDGE + " or more of each");
        }
        if (!(alpha > 0 && alpha <= 0.25)) {
            throw new IllegalArgumentException("alpha is " + alpha + ", legal is above 0 up to 0.25");
        }
        this.rows = rows;
        this.cols = cols;
        this.alpha = alpha;
        this.now = new double[rows][cols];
        this.then = new double[rows][cols];
        for (int row = 0; row < rows; row++) {
            for (int col = 0; col < cols; col++) {
                // Both, for no step ever writes an edge.
                now[row][col] = initial(row, hot, cold);
                then[row][col] = now[row][col];
            }
        }
    }

    /** The temperature of all cells of {@code row} before the first step. */
    public static double initial(int row, double hot, double cold) {
        return row == 0 ? hot : cold;
    }

    /** The temperature of a cell after a step; the order of operations is part of the contract. */
    public static double next(double north, double west, double here, double east,
            double south, double alpha) {
        return here + alpha * (((north + south) + (west + east)) - 4 * here);
    }

    /**
     * Writes the inner cells of a row after a step to {@code into}, where the two edge cells stay as they are, and
     * returns the largest change of a cell.
     */
    public static double nextRow(double[] north, double[] here, double[] south,
            double[] into, double alpha) {
        double largest = 0;
        for (int col = 1; col < here.length - 1; col++) {
            double value = next(north[col], here[col - 1], here[col], here[col + 1], south[col], alpha);
            largest = Math.max(largest, Math.abs(value - here[col]));
            into[col] = value;
        }
        return largest;
    }

    /** Does one step and returns the largest change of a cell. */
    public double step() {
        double largest = 0;
        for (int row = 1; row < rows - 1; row++) {
            largest = Math.max(largest, nextRow(now[row - 1], now[row], now[row + 1], then[row], alpha));
        }
        double[][] before = now;
        now = then;
        then = before;
        return largest;
    }

    /** Rows, both edges included. */
    public int rows() {
        return rows;
    }

    /** Columns, both edges included. */
    public int cols() {
        return cols;
    }

    /** The temperature of a cell. */
    public double at(int row, int col) {
        return now[row][col];
    }

    /** A copy of all temperatures by row and column. */
    public double[][] field() {
        double[][] copy = new double[rows][];
        for (int row = 0; row < rows; row++) {
            copy[row] = now[row].clone();
        }
        return copy;
    }
}
