package org.pgas.examples.cg;

import org.pgas.examples.grid.Split;

/**
 * The matrix of Poisson's equation on a square: 4 at each point of a grid, and -1 at those of its four neighbours that
 * are in it.
 */
public final class Poisson {
    /** The most points along a side. */
    public static final int LARGEST_SIDE = 1 << 13;

    private Poisson() {}

    /** Part {@code part} of the rows, of which there are as many as points. */
    public static SparseRows rows(int side, Split split, int part) {
        SparseRowsBuilder builder = new SparseRowsBuilder(split, part);
        for (int row = split.first(part); row < split.first(part + 1); row++) {
            int x = row % side;
            int y = row / side;
            builder.add(row, row, 4);
            if (x > 0) {
                builder.add(row, row - 1, -1);
            }
            if (x < side - 1) {
                builder.add(row, row + 1, -1);
            }
            if (y > 0) {
                builder.add(row, row - side, -1);
            }
            if (y < side - 1) {
                builder.add(row, row + side, -1);
            }
        }
        return builder.build();
    }
}
