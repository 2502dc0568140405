package org.pgas.examples.heat2d;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class HeatModelTest {
    @Test
    void shouldStartWithAHotTopAndColdElsewhere() {
        HeatModel model = new HeatModel(3, 4, 0.25, 100, -20);
        assertArrayEquals(new double[][]{
            {100, 100, 100, 100}, {-20, -20, -20, -20}, {-20, -20, -20, -20}}, model.field());
    }

    @Test
    void shouldMixEachCellWithItsFourNeighbours() {
        HeatModel model = new HeatModel(4, 3, 0.125, 80, 0);
        assertEquals(10, model.step());
        assertEquals(10, model.at(1, 1));
        assertEquals(0, model.at(2, 1));
        assertEquals(5, model.step());
        assertEquals(15, model.at(1, 1));
        assertEquals(1.25, model.at(2, 1));
    }

    @Test
    void shouldNeverChangeTheEdges() {
        HeatModel model = new HeatModel(7, 9, 0.2, 100, 10);
        for (int step = 0; step < 101; step++) {
            model.step();
        }
        for (int row = 0; row < model.rows(); row++) {
            assertEquals(HeatModel.initial(row, 100, 10), model.at(row, 0));
            assertEquals(HeatModel.initial(row, 100, 10), model.at(row, model.cols() - 1));
        }
        for (int col = 0; col < model.cols(); col++) {
            assertEquals(100, model.at(0, col));
            assertEquals(10, model.at(model.rows() - 1, col));
        }
    }

    @Test
    void shouldSettleBetweenHotAndColdAndEvenFromLeftToRight() {
        HeatModel model = new HeatModel(12, 15, 0.25, 100, 0);
        double change = Double.MAX_VALUE;
        for (int step = 0; step < 3000; step++) {
            double next = model.step();
            assertTrue(next <= change + 1e-12, "step " + step);
            change = next;
        }
        assertEquals(0, change, 1e-12);
        for (int row = 1; row < 11; row++) {
            for (int col = 1; col < 14; col++) {
                assertTrue(model.at(row, col) > 0 && model.at(row, col) < model.at(row - 1, col));
                assertEquals(model.at(row, 14 - col), model.at(row, col));
            }
        }
    }

    @Test
    void shouldHaveTheSameBitsHoweverRowsAreSharedOut() {
        HeatModel whole = new HeatModel(9, 11, 0.21, 97.3, 1.7);
        double[][] now = whole.field();
        for (int step = 0; step < 50; step++) {
            double[][] next = new double[9][];
            double largest = 0;
            for (int row = 8; row >= 0; row--) {
                next[row] = now[row].clone();
                if (row > 0 && row < 8) {
                    largest = Math.max(largest,
                            HeatModel.nextRow(now[row - 1], now[row], now[row + 1], next[row], 0.21));
                }
            }
            now = next;
            assertEquals(whole.step(), largest);
            assertArrayEquals(whole.field(), now);
        }
    }

    @Test
    void shouldRefusePlatesWithoutInsideAndStepsThatOscillate() {
        assertFails(2, 3, 0.1, "the plate has 2 rows and 3 columns, legal are 3 or more of each");
        assertFails(3, 2, 0.1, "the plate has 3 rows and 2 columns, legal are 3 or more of each");
        assertFails(3, 3, 0, "alpha is 0.0, legal is above 0 up to 0.25");
        assertFails(3, 3, 0.26, "alpha is 0.26, legal is above 0 up to 0.25");
        assertFails(3, 3, Double.NaN, "alpha is NaN, legal is above 0 up to 0.25");
    }

    private static void assertFails(int rows, int cols, double alpha, String message) {
        Exception e = assertThrows(IllegalArgumentException.class, () -> new HeatModel(rows, cols, alpha, 1, 0));
        assertEquals(message, e.getMessage());
    }
}
