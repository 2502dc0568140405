package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pgas.examples.matrix.Patch;

final class TileGridTest {
    @Test
    void shouldMultiplyEveryPairOfNumbersOnce() {
        TileGrid grid = new TileGrid(7, 5, 4, 3);
        assertEquals(3 * 2 * 2, grid.tasks());
        int[][][] times = new int[7][5][4];
        for (long task = 0; task < grid.tasks(); task++) {
            Patch left = grid.left(task);
            Patch right = grid.right(task);
            assertEquals(left.columns(), right.rows());
            assertEquals(left.column(), right.row());
            assertEquals(new Patch(left.row(), right.column(), left.rows(), right.columns()), grid.product(task));
            for (int row = left.row(); row < left.row() + left.rows(); row++) {
                for (int inner = right.row(); inner < right.row() + right.rows(); inner++) {
                    for (int column = right.column(); column < right.column() + right.columns(); column++) {
                        times[row][inner][column]++;
                    }
                }
            }
        }
        for (int[][] ofRow : times) {
            for (int[] ofInner : ofRow) {
                for (int count : ofInner) {
                    assertEquals(1, count);
                }
            }
        }
    }

    @Test
    void shouldCountTheTasksOfTheLargestMatricesInTheSmallestTiles() {
        int order = Multiplication.LARGEST_ORDER;
        TileGrid grid = new TileGrid(order, order, order, 1);
        long last = grid.tasks() - 1;
        assertEquals(1L << 45, grid.tasks());
        assertEquals(new Patch(order - 1, order - 1, 1, 1), grid.left(last));
        assertEquals(new Patch(order - 1, order - 1, 1, 1), grid.right(last));
    }
}
