package org.pgas.examples.life;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The rule: a cell lives in the next generation with three living neighbours, or with two if it lives now. What is outside the board is dead. */
final class LifeRule {
    private LifeRule() {}

    /** A row of cells in some memory. */
    record Row(MemorySegment memory, long offset) {
        int cell(int column) {
            return memory.get(ValueLayout.JAVA_BYTE, offset + column);
        }
    }

    /** Makes the next generation of {@code row}, of cells that are 0 or 1, between two others. */
    static void next(Row above, Row row, Row below, Row target, int columns) {
        int left = 0;
        int middle = above.cell(0) + row.cell(0) + below.cell(0);
        for (int column = 0; column < columns; column++) {
            int next = column + 1;
            int right = next < columns ? above.cell(next) + row.cell(next) + below.cell(next) : 0;
            int lives = row.cell(column);
            int neighbours = left + middle + right - lives;
            target.memory.set(ValueLayout.JAVA_BYTE, target.offset + column,
                    (byte) (neighbours == 3 || neighbours == 2 && lives == 1 ? 1 : 0));
            left = middle;
            middle = right;
        }
    }
}
