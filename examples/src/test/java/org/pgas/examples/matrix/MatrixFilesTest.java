package org.pgas.examples.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.testkit.RankTest;

final class MatrixFilesTest {
    /** Entries of one place add up, so the sum of a pattern's need not be one. */
    @RankTest(ranks = 1)
    void shouldWriteNumbersWhereAPatternCannotSayThem(Job job) throws IOException {
        DistributedMatrix matrix = new DistributedMatrix(job, RankGrid.of(1, 2, 2), 0);
        Path file = Files.createTempFile("pattern", ".mtx");
        try {
            Files.write(file, List.of("%%MatrixMarket matrix coordinate pattern general", "2 2 2", "1 1", "2 1"));
            MatrixFiles.load(file, matrix);
            assertEquals(List.of("%%MatrixMarket matrix coordinate pattern general", "2 2 2", "1 1", "2 1"),
                    stored(file, matrix, Format.COORDINATE));
            assertEquals(List.of("%%MatrixMarket matrix array integer general", "2 2", "1", "1", "0", "0"),
                    stored(file, matrix, Format.ARRAY));
            matrix.add(1, 0, 1);
            assertEquals(List.of("%%MatrixMarket matrix coordinate integer general", "2 2 2", "1 1 1", "2 1 2"),
                    stored(file, matrix, Format.COORDINATE));
            matrix.add(1, 0, -.5);
            assertEquals("%%MatrixMarket matrix coordinate real general",
                    stored(file, matrix, Format.COORDINATE).getFirst());
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> stored(Path file, DistributedMatrix matrix, Format format) throws IOException {
        MatrixFiles.store(file, matrix, format, Field.PATTERN);
        return Files.readAllLines(file);
    }

    @RankTest(ranks = 1)
    void shouldBeginNoFileOfNumbersThatItCannotHave(Job job) throws IOException {
        DistributedMatrix matrix = new DistributedMatrix(job, RankGrid.of(1, 2, 3), 0);
        matrix.add(1, 2, Double.NaN);
        Path file = Files.createTempFile("numbers", ".mtx");
        Files.delete(file);
        IOException refused = assertThrows(IOException.class,
                () -> MatrixFiles.store(file, matrix, Format.COORDINATE, Field.REAL));
        assertEquals("row 2, column 3 is NaN: a Matrix Market file has finite numbers only", refused.getMessage());
        assertFalse(Files.exists(file));
    }
}
