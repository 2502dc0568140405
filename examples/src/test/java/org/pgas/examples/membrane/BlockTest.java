package org.pgas.examples.membrane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BlockTest {
    /** In the shape the four neighbours and the load hold each point where it is. */
    @Test
    void shouldLeaveTheKnownShapeAsItIs() {
        for (int rows = 1; rows < 12; rows++) {
            for (int columns = 1; columns < 12; columns++) {
                Membrane membrane = new Membrane(rows, columns);
                Block block = new Block(membrane, 0, 0, rows, columns);
                for (int row = 1; row <= rows; row++) {
                    for (int column = 1; column <= columns; column++) {
                        block.field(0)[block.at(row, column)] = membrane.shape(row - 1, column - 1);
                    }
                }
                assertEquals(0, block.relax(), 4e-15, rows + " x " + columns);
            }
        }
    }

    @Test
    void shouldComeCloserToTheKnownShapeWithEachStep() {
        Membrane membrane = new Membrane(9, 5);
        Block block = new Block(membrane, 0, 0, 9, 5);
        double before = distance(membrane, block);
        assertEquals(1, before);
        for (int step = 0; step < 100; step++) {
            block.relax();
            double now = distance(membrane, block);
            assertTrue(now < before, "step " + step + ": " + now + " after " + before);
            before = now;
        }
        for (int step = 0; step < 1000; step++) {
            block.relax();
        }
        assertEquals(0, distance(membrane, block), 1e-14);
    }

    private static double distance(Membrane membrane, Block block) {
        double largest = 0;
        double[] field = block.field(block.current());
        for (int row = 1; row <= block.rows(); row++) {
            for (int column = 1; column <= block.columns(); column++) {
                largest = Math.max(largest,
                        Math.abs(field[block.at(row, column)] - membrane.shape(row - 1, column - 1)));
            }
        }
        return largest;
    }

    /** A part with the right frame does what the whole does, bit by bit, and tells the largest change of its points. */
    @Test
    void shouldMoveItsPointsAsTheWholeDoes() {
        Membrane membrane = new Membrane(7, 8);
        Block whole = new Block(membrane, 0, 0, 7, 8);
        Block part = new Block(membrane, 2, 3, 4, 5);
        for (int step = 0; step < 20; step++) {
            double[] before = whole.field(whole.current());
            for (int row = 0; row <= 5; row++) {
                for (int column = 0; column <= 6; column++) {
                    if (row < 1 || row > 4 || column < 1 || column > 5) {
                        part.field(part.current())[part.at(row, column)] = before[whole.at(row + 2, column + 3)];
                    }
                }
            }
            double largest = part.relax();
            whole.relax();
            double[] after = whole.field(whole.current());
            double changed = 0;
            for (int row = 1; row <= 4; row++) {
                for (int column = 1; column <= 5; column++) {
                    int there = whole.at(row + 2, column + 3);
                    assertEquals(after[there], part.field(part.current())[part.at(row, column)]);
                    changed = Math.max(changed, Math.abs(after[there] - before[there]));
                }
            }
            assertEquals(changed, largest);
        }
    }
}
