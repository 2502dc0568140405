package org.pgas.examples.life;

/**
 * The rule: a cell lives in the next generation with three living neighbours, or with two if it lives now. What is
 * outside the board is dead. Rows are arrays, which the compiler knows best; copies of a row cost little beside it.
 */
final class LifeRule {
    private LifeRule() {}

    /** Makes the next generation of {@code row}, of cells that are 0 or 1, between two others. */
    static void next(byte[] above, byte[] row, byte[] below, byte[] target) {
        int columns = row.length;
        int left = 0;
        int middle = above[0] + row[0] + below[0];
        for (int column = 0; column < columns; column++) {
            int next = column + 1;
            int right = next < columns ? above[next] + row[next] + below[next] : 0;
            int lives = row[column];
            int neighbours = left + middle + right - lives;
            target[column] = (byte) (neighbours == 3 || neighbours == 2 && lives == 1 ? 1 : 0);
            left = middle;
            middle = right;
        }
    }
}
