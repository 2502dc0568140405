package org.pgas.examples.membrane;

/**
 * The points of a rectangle of a membrane, in two fields: one before a step and one after it, in turn. Each field has a
 * frame around the points: what lies there belongs to other blocks, or is an edge, which is 0. Flat at first.
 */
public final class Block {
    private final int rows;
    private final int columns;
    private final int lead;
    private final double[] load;
    private final double[][] fields;
    private int current;

    /** The points from row {@code firstRow} and column {@code firstColumn} of the membrane on. */
    public Block(Membrane membrane, int firstRow, int firstColumn, int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        lead = columns + 2;
        int size = Math.multiplyExact(rows + 2, lead);
        load = new double[size];
        fields = new double[2][size];
        for (int row = 1; row <= rows; row++) {
            for (int column = 1; column <= columns; column++) {
                load[at(row, column)] = membrane.load(firstRow + row - 1, firstColumn + column - 1);
            }
        }
    }

    /** Rows of points, without the frame. */
    public int rows() {
        return rows;
    }

    /** Columns of points, without the frame. */
    public int columns() {
        return columns;
    }

    /** Where a point lies in a field: the block's own are 1..rows and 1..columns, and the frame is around them. */
    public int at(int row, int column) {
        return row * lead + column;
    }

    /** The index of the field that the next step begins with: 0 or 1. */
    public int current() {
        return current;
    }

    /** One of the two fields, by its index, row by row with the frame. The same array each time. */
    public double[] field(int index) {
        return fields[index];
    }

    /** A step: every point becomes the mean of the four around it and its load. Answers the largest change. */
    public double relax() {
        double largest = relax(fields[current], fields[1 - current]);
        current = 1 - current;
        return largest;
    }

    private double relax(double[] now, double[] next) {
        double largest = 0;
        for (int row = 1; row <= rows; row++) {
            int behind = at(row, columns + 1);
            for (int here = at(row, 1); here < behind; here++) {
                double value = 0.25
                        * (now[here - lead] + now[here - 1] + now[here + 1] + now[here + lead] + load[here]);
                largest = Math.max(largest, Math.abs(value - now[here]));
                next[here] = value;
            }
        }
        return largest;
    }
}
