package org.pgas.examples.matrixmarket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Symmetry;

final class MatrixMarketReaderTest {
    private static final String ARRAY = "%%MatrixMarket matrix array real general\n";
    private static final String COORDINATE = "%%MatrixMarket matrix coordinate real general\n";

    @TempDir
    private Path directory;

    @Test
    void shouldReadAnArrayColumnByColumn() throws IOException {
        assertArrayEquals(new double[][]{{1.5, -3, 5}, {2e3, .4, 0}},
                read(ARRAY + "2 3\n1.5\n2e3\n-3\n.4\n5.\n-0\n"));
    }

    @Test
    void shouldReadCoordinatesFromOneOnInAnyOrderAndAddUpThoseOfOnePlace() throws IOException {
        assertArrayEquals(new double[][]{{0, 7}, {0, 0}, {-2, 0}},
                read(COORDINATE + "3 2 3\n3 1 -2\n1 2 4\n1 2 +3\n"));
    }

    @Test
    void shouldTakeAPatternForOnes() throws IOException {
        assertArrayEquals(new double[][]{{1, 0}, {0, 1}},
                read("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n"));
    }

    @Test
    void shouldMirrorSymmetricMatrices() throws IOException {
        assertArrayEquals(new double[][]{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}},
                read("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n"));
        assertArrayEquals(new double[][]{{1, 2}, {2, 0}},
                read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 1 2\n"));
    }

    @Test
    void shouldMirrorSkewSymmetricMatricesWithTheOtherSign() throws IOException {
        assertArrayEquals(new double[][]{{0, -1, -2}, {1, 0, -3}, {2, 3, 0}},
                read("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n"));
        assertArrayEquals(new double[][]{{0, 4}, {-4, 0}},
                read("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -4\n"));
    }

    @Test
    void shouldSkipCommentsEmptyLinesAndSpaceAndKnowKeywordsInAnyCase() throws IOException {
        assertArrayEquals(new double[][]{{5}},
                read("%%MATRIXMARKET\tMatrix Array REAL General  \r\n% a\n\n%b\n 1 \t1 \r\n\n% c\n  5\r\n\n%"));
        assertArrayEquals(new double[][]{{5}}, read(ARRAY + "1 1\n5"));
    }

    @Test
    void shouldReadAMatrixOfNothing() throws IOException {
        assertEquals(0, read(ARRAY + "0 3\n").length);
        assertEquals(0, read(COORDINATE + "0 0 0\n").length);
    }

    @Test
    void shouldTellWhatIsInAFileWithoutReadingItsEntries() throws IOException {
        assertEquals(new MatrixMarketHeader(Format.COORDINATE, Field.INTEGER, Symmetry.SYMMETRIC, 5, 5, 7),
                MatrixMarketReader.header(
                        file("%%MatrixMarket matrix coordinate integer symmetric\n%\n5 5 7\nnonsense\n")));
        assertEquals(new MatrixMarketHeader(Format.ARRAY, Field.REAL, Symmetry.GENERAL, 70_000, 70_000, 4_900_000_000L),
                MatrixMarketReader.header(file(ARRAY + "70000 70000\n")));
    }

    @Test
    void shouldRefuseAHeaderThatIsNone() {
        refuses("", ":0: expected \"%%MatrixMarket\", found an empty file");
        refuses("1 2 3\n", ":1: expected \"%%MatrixMarket\", found \"1\"");
        refuses("%%MatrixMarket vector array real general\n", ":1: expected \"matrix\", found \"vector\"");
        refuses("%%MatrixMarket matrix list real general\n", ":1: expected array or coordinate, found \"list\"");
        refuses("%%MatrixMarket matrix array complex general\n",
                ":1: expected real or integer or pattern, found \"complex\"");
        refuses("%%MatrixMarket matrix array real hermitian\n",
                ":1: expected general or symmetric or skew-symmetric, found \"hermitian\"");
        refuses("%%MatrixMarket matrix array real\n",
                ":1: expected general or symmetric or skew-symmetric, found the end of the line");
        refuses("%%MatrixMarket matrix array real general now\n", ":1: expected the end of the line, found \"now\"");
        refuses("%%MatrixMarket matrix array pattern general\n",
                ":1: a pattern is expected to be coordinate and general or symmetric, found array general");
        refuses("%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
                ":1: a pattern is expected to be coordinate and general or symmetric, found coordinate skew-symmetric");
    }

    @Test
    void shouldRefuseASizeThatIsNone() {
        refuses(ARRAY + "% 2 2\n", ":2: expected the size of the matrix, found the end of the file");
        refuses(ARRAY + "-1 2\n", ":2: expected the number of rows, an integer in 0..2147483647, found \"-1\"");
        refuses(ARRAY + "2 3000000000\n",
                ":2: expected the number of columns, an integer in 0..2147483647, found \"3000000000\"");
        refuses(ARRAY + "2\n",
                ":2: expected the number of columns, an integer in 0..2147483647, found the end of the line");
        refuses(ARRAY + "2 2 4\n", ":2: expected the end of the line, found \"4\"");
        refuses(COORDINATE + "2 2\n",
                ":2: expected the number of entries, an integer in 0..9223372036854775807, found the end of the line");
        refuses("%%MatrixMarket matrix array real symmetric\n\n2 3\n",
                ":3: expected as many rows as columns of a symmetric matrix, found 2 and 3");
    }

    @Test
    void shouldRefuseTooFewAndTooManyEntries() {
        refuses(ARRAY + "2 2\n1\n2\n\n3\n", ":6: expected 4 entries, found the end of the file after 3");
        refuses(ARRAY + "1 2\n1\n2\n% and\n3\n", ":6: expected the end of the file after 2 entries, found \"3\"");
        refuses(COORDINATE + "1 2 2\n1 1 1\n", ":3: expected 2 entries, found the end of the file after 1");
        refuses(ARRAY + "1 2\n1 2\n", ":3: expected the end of the line, found \"2\"");
        refuses(COORDINATE + "1 1 1\n1 1 1 1\n", ":3: expected the end of the line, found \"1\"");
        refuses(COORDINATE + "1 1 1\n1 1\n", ":3: expected a finite decimal number that a double can hold, "
                + "found the end of the line");
    }

    @Test
    void shouldRefuseAPlaceOutsideTheMatrixOrTheTriangle() {
        refuses(COORDINATE + "2 3 1\n0 1 5\n", ":3: expected a row, an integer in 1..2, found \"0\"");
        refuses(COORDINATE + "2 3 1\n3 1 5\n", ":3: expected a row, an integer in 1..2, found \"3\"");
        refuses(COORDINATE + "2 3 1\n2 4 5\n", ":3: expected a column, an integer in 1..3, found \"4\"");
        refuses(COORDINATE + "2 3 1\n4294967297 1 5\n", ":3: expected a row, an integer in 1..2, found \"4294967297\"");
        refuses("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 5\n",
                ":3: expected an entry of the lower triangle, as the matrix is symmetric, found row 1, column 2");
        refuses("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 0\n",
                ":3: expected an entry below the diagonal, as the matrix is skew-symmetric, found row 2, column 2");
    }

    @Test
    void shouldRefuseWhatJavaTakesForANumberAndOthersDoNot() {
        for (String word : new String[]{"NaN", "Infinity", "-inf", "1e999", "0x1p3", "1d", "1.0f", "1,5"}) {
            refuses(ARRAY + "1 1\n" + word + "\n",
                    ":3: expected a finite decimal number that a double can hold, found \"" + word + "\"");
        }
        for (String word : new String[]{"1e", "--1", "1.2.3", "."}) {
            refuses(ARRAY + "1 1\n" + word + "\n", ":3: expected a number, found \"" + word + "\"");
        }
    }

    @Test
    void shouldRefuseIntegersThatAreNoneOrThatADoubleCannotHold() {
        String integers = "%%MatrixMarket matrix array integer general\n1 1\n";
        refuses(integers + "1.0\n",
                ":3: expected a value, an integer in -9007199254740992..9007199254740992, found \"1.0\"");
        refuses(integers + "9007199254740993\n",
                ":3: expected a value, an integer in -9007199254740992..9007199254740992, found \"9007199254740993\"");
    }

    @Test
    void shouldRefuseALineLongerThanTheFormatAllows() throws IOException {
        assertEquals(1, read(ARRAY + "1 1\n" + " ".repeat(1023) + "1\n").length);
        assertEquals(1, read(ARRAY + "1 1\r\n" + " ".repeat(1023) + "1\r\n").length);
        refuses(ARRAY + "1 1\n" + " ".repeat(1023) + "1\r\r\n", ":3: the line is longer than 1024 characters");
        refuses(ARRAY + "1 1\n" + " ".repeat(1024) + "1\n", ":3: the line is longer than 1024 characters");
        refuses("\0".repeat(10_000), ":1: the line is longer than 1024 characters");
    }

    @Test
    void shouldLeaveAMissingFileToItsOwnError() {
        assertThrows(NoSuchFileException.class, () -> MatrixMarketReader.header(directory.resolve("none.mtx")));
    }

    private void refuses(String text, String message) {
        MatrixMarketException thrown = assertThrows(MatrixMarketException.class, () -> read(text));
        assertEquals(directory.resolve("matrix.mtx") + message, thrown.getMessage());
    }

    private double[][] read(String text) throws IOException {
        Path file = file(text);
        MatrixMarketHeader header = MatrixMarketReader.header(file);
        double[][] matrix = new double[header.rows()][header.columns()];
        assertEquals(header, MatrixMarketReader.read(file, (row, column, value) -> matrix[row][column] += value));
        return matrix;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("matrix.mtx"), text, StandardCharsets.ISO_8859_1);
    }
}
