package org.pgas.examples.cg;

/**
 * Consecutive rows of a sparse matrix, each a run of its entries in the order of their columns. Immutable.
 */
public final class SparseRows {
    private final int first;
    private final int[] starts;
    private final int[] columns;
    private final double[] values;

    /**
     * Takes the arrays over: the entries of row {@code first + i} are those from {@code starts[i]} up to
     * {@code starts[i + 1]}.
     */
    SparseRows(int first, int[] starts, int[] columns, double[] values) {
        this.first = first;
        this.starts = starts;
        this.columns = columns;
        this.values = values;
    }

    /** Number of the first row in the whole matrix. */
    public int first() {
        return first;
    }

    /** How many rows these are. */
    public int count() {
        return starts.length - 1;
    }

    /** How many entries they have together. */
    public int entries() {
        return starts[count()];
    }

    /** Takes entries, one after another. */
    @FunctionalInterface
    interface Visitor {
        void entry(int row, int column, double value);
    }

    /** Shows all entries, by the numbers of row and column in the whole matrix. */
    void visit(Visitor visitor) {
        for (int i = 0; i < count(); i++) {
            for (int entry = starts[i]; entry < starts[i + 1]; entry++) {
                visitor.entry(first + i, columns[entry], values[entry]);
            }
        }
    }

    /** Multiplies with a vector of the whole matrix: {@code product[i]} is of row {@code first + i}. */
    public void multiply(double[] vector, double[] product) {
        multiply(starts, columns, values, vector, product);
    }

    private static void multiply(int[] starts, int[] columns, double[] values, double[] vector, double[] product) {
        for (int row = 0; row < starts.length - 1; row++) {
            double sum = 0;
            for (int entry = starts[row]; entry < starts[row + 1]; entry++) {
                sum += values[entry] * vector[columns[entry]];
            }
            product[row] = sum;
        }
    }

    /** The entries on the diagonal of the whole matrix, zero where there are none. */
    double[] diagonal() {
        double[] diagonal = new double[count()];
        visit((row, column, value) -> {
            if (row == column) {
                diagonal[row - first] = value;
            }
        });
        return diagonal;
    }
}
