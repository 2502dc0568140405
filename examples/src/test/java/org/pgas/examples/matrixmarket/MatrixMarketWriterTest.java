package org.pgas.examples.matrixmarket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Symmetry;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class MatrixMarketWriterTest {
    @TempDir
    private Path directory;

    @Test
    void shouldWriteWhatTheFormatSays() throws IOException {
        assertEquals("%%MatrixMarket matrix array real general\n2 1\n0.1\n-2.0\n",
                written(MatrixMarketHeader.array(Field.REAL, 2, 1), new double[]{0.1, -2}));
        assertEquals("%%MatrixMarket matrix array integer general\n2 1\n9007199254740992\n-2\n",
                written(MatrixMarketHeader.array(Field.INTEGER, 2, 1), new double[]{1L << 53, -2}));
        assertEquals("%%MatrixMarket matrix coordinate real general\n2 1 2\n1 1 3.0\n2 1 1.0E-300\n",
                written(MatrixMarketHeader.coordinate(Field.REAL, 2, 1, 2), new double[]{3, 1e-300}));
        assertEquals("%%MatrixMarket matrix coordinate pattern general\n2 1 2\n1 1\n2 1\n",
                written(MatrixMarketHeader.coordinate(Field.PATTERN, 2, 1, 2), new double[]{1, 1}));
    }

    private String written(MatrixMarketHeader header, double[] column) throws IOException {
        Path file = directory.resolve("column.mtx");
        try (MatrixMarketWriter writer = new MatrixMarketWriter(file, header)) {
            for (int row = 0; row < column.length; row++) {
                writer.entry(row, 0, column[row]);
            }
        }
        return Files.readString(file);
    }

    @Test
    void shouldBeReadAsItWasWrittenToTheLastBit() throws IOException {
        SplittableRandom random = Seed.of("numbers");
        Path file = directory.resolve("random.mtx");
        for (int repetition = 0; repetition < 50; repetition++) {
            double[][] matrix = new double[1 + random.nextInt(6)][1 + random.nextInt(6)];
            MatrixMarketHeader header = random.nextBoolean()
                    ? MatrixMarketHeader.array(Field.REAL, matrix.length, matrix[0].length)
                    : MatrixMarketHeader.coordinate(Field.REAL, matrix.length, matrix[0].length,
                            (long) matrix.length * matrix[0].length);
            try (MatrixMarketWriter writer = new MatrixMarketWriter(file, header)) {
                for (int column = 0; column < matrix[0].length; column++) {
                    for (int row = 0; row < matrix.length; row++) {
                        matrix[row][column] = finite(random);
                        writer.entry(row, column, matrix[row][column]);
                    }
                }
            }
            assertEquals(header, MatrixMarketReader.read(file, (row, column, value) -> assertEquals(
                    Double.doubleToRawLongBits(matrix[row][column]), Double.doubleToRawLongBits(value))));
        }
    }

    private static double finite(SplittableRandom random) {
        double number = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(number) ? number : Double.MIN_VALUE;
    }

    @Test
    void shouldRefuseWhatWouldNotBeRead() throws IOException {
        Path file = directory.resolve("refused.mtx");
        assertThrows(IllegalArgumentException.class, () -> new MatrixMarketWriter(file,
                new MatrixMarketHeader(Format.ARRAY, Field.REAL, Symmetry.SYMMETRIC, 1, 1, 1)));
        MatrixMarketWriter writer = new MatrixMarketWriter(file, MatrixMarketHeader.array(Field.REAL, 2, 2));
        writer.entry(0, 0, 1);
        assertThrows(IllegalStateException.class, () -> writer.entry(0, 1, 1));
        assertThrows(IOException.class, () -> writer.entry(1, 0, Double.NaN));
        IOException thrown = assertThrows(IOException.class, writer::close);
        assertEquals("the file has 1 entries instead of 4", thrown.getMessage());
    }
}
