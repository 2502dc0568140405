package org.pgas.examples.cg;

import java.util.Arrays;

import org.pgas.examples.grid.Split;

/** Takes the entries of a matrix in any order, and keeps those of one rank's rows. */
public final class SparseRowsBuilder {
    private static final int FEW = 1 << 10;

    private final int order;
    private final int first;
    private final int count;
    private int[] rows = new int[FEW];
    private int[] columns = new int[FEW];
    private double[] values = new double[FEW];
    private int size;

    /** For part {@code part} of the rows of a square matrix. */
    public SparseRowsBuilder(Split split, int part) {
        this.order = split.extent();
        this.first = split.first(part);
        this.count = split.count(part);
    }

    /** Takes an entry, zero-based, and keeps it if it is in these rows. Of entries at one place the sum counts. */
    public void add(int row, int column, double value) {
        if (row < first || row >= first + count) {
            return;
        }
        if (size == rows.length) {
            int more = Math.addExact(size, size / 2);
            rows = Arrays.copyOf(rows, more);
            columns = Arrays.copyOf(columns, more);
            values = Arrays.copyOf(values, more);
        }
        rows[size] = row - first;
        columns[size] = column;
        values[size] = value;
        size++;
    }

    /** The rows. The builder is of no use afterwards. */
    public SparseRows build() {
        // by column, and then by row in that order: so the entries of a row are in the order of their columns
        sort(columns, rows, order);
        sort(rows, columns, count);
        return merge();
    }

    /** Sorts all entries by {@code keys}, one of the two arrays, and leaves equal ones in their order. */
    private void sort(int[] keys, int[] others, int bound) {
        int[] places = new int[bound + 1];
        for (int i = 0; i < size; i++) {
            places[keys[i] + 1]++;
        }
        for (int key = 0; key < bound; key++) {
            places[key + 1] += places[key];
        }
        int[] sortedKeys = new int[size];
        int[] sortedOthers = new int[size];
        double[] sortedValues = new double[size];
        for (int i = 0; i < size; i++) {
            int place = places[keys[i]]++;
            sortedKeys[place] = keys[i];
            sortedOthers[place] = others[i];
            sortedValues[place] = values[i];
        }
        boolean byRow = keys == rows;
        rows = byRow ? sortedKeys : sortedOthers;
        columns = byRow ? sortedOthers : sortedKeys;
        values = sortedValues;
    }

    /** Adds up entries at one place, and finds where rows begin. */
    private SparseRows merge() {
        int[] starts = new int[count + 1];
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (i > 0 && rows[i] == rows[i - 1] && columns[i] == columns[i - 1]) {
                values[kept - 1] += values[i];
            } else {
                columns[kept] = columns[i];
                values[kept] = values[i];
                kept++;
            }
            starts[rows[i] + 1] = kept;
        }
        for (int row = 0; row < count; row++) {
            starts[row + 1] = Math.max(starts[row + 1], starts[row]);
        }
        rows = null;
        return new SparseRows(first, starts, columns, values);
    }
}
