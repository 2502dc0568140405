package org.pgas.examples.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

/** What holds for every matrix, wherever it lies. */
public final class MatrixLaws {
    public static final int ROWS = 11;
    public static final int COLUMNS = 7;

    private MatrixLaws() {}

    /** Every number is where it was filled in. Any rank, after a barrier. */
    public static void shouldGetWhatEveryRankHasFilled(Matrix matrix, Numbers numbers) {
        double[] expected = new double[COLUMNS];
        double[] row = new double[COLUMNS];
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                expected[j] = numbers.at(i, j);
            }
            matrix.getRow(i, row);
            assertArrayEquals(expected, row);
        }
    }

    /** Patches of a matrix that is zero move as those of an array do. By one rank alone. */
    public static void shouldMovePatchesOverBlocksAsAnArrayWould(Matrix matrix, SplittableRandom random) {
        double[][] model = new double[ROWS][COLUMNS];
        for (int repetition = 0; repetition < 200; repetition++) {
            int row = random.nextInt(ROWS);
            int column = random.nextInt(COLUMNS);
            Patch patch = new Patch(row, column, random.nextInt(ROWS - row + 1), random.nextInt(COLUMNS - column + 1));
            move(matrix, model, patch, random);
            matrix.add(row, column, 3);
            model[row][column] += 3;
        }
    }

    /** Puts or adds numbers from a buffer with a margin, in either order; and gets them back into another one. */
    private static void move(Matrix matrix, double[][] model, Patch patch, SplittableRandom random) {
        boolean adds = random.nextBoolean();
        boolean byRows = adds || random.nextBoolean();
        Dense layout = byRows ? Dense.rowMajor(ROWS, COLUMNS) : Dense.columnMajor(ROWS, COLUMNS);
        double[] numbers = random.ints(ROWS * COLUMNS, -99, 99).asDoubleStream().toArray();
        double[] expected = new double[ROWS * COLUMNS];
        for (int i = 0; i < patch.rows(); i++) {
            for (int j = 0; j < patch.columns(); j++) {
                int at = byRows ? i * COLUMNS + j : j * ROWS + i;
                double before = adds ? model[patch.row() + i][patch.column() + j] : 0;
                model[patch.row() + i][patch.column() + j] = before + numbers[at];
                expected[at] = before + numbers[at];
            }
        }
        if (adds) {
            matrix.accumulate(patch, MemorySegment.ofArray(numbers), layout);
        } else {
            matrix.put(patch, MemorySegment.ofArray(numbers), layout);
        }
        double[] found = new double[ROWS * COLUMNS];
        matrix.get(patch, MemorySegment.ofArray(found), layout);
        assertArrayEquals(expected, found, patch.toString());
        double[] row = new double[COLUMNS];
        for (int i = 0; i < ROWS; i++) {
            matrix.getRow(i, row);
            assertArrayEquals(model[i], row, Arrays.toString(model[i]));
        }
    }
}
