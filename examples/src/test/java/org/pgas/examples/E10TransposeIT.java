package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class E10TransposeIT {
    @TempDir
    private Path directory;

    @Test
    void shouldTransposeAMatrixOfItsOwnOnAnyNumberOfRanks() throws InterruptedException {
        check(1, "300 x 200 on 1 ranks", "--rows", "300", "--columns", "200");
        check(2, "301 x 199 on 2 ranks", "--rows", "301", "--columns", "199", "--seed", "-7");
        check(4, "2 x 1001 on 4 ranks", "--rows", "2", "--columns", "1001", "--repeat", "2");
        check(4, "1 x 1 on 4 ranks", "--rows", "1", "--columns", "1");
    }

    private static ProgramRun check(int ranks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E10Transpose.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().get(0), run.toString());
        assertTrue(run.out().get(1).matches("\\d+\\.\\d{3} s, \\d+\\.\\d\\d GB/s"), run.toString());
        assertEquals("errors=0", run.out().get(2), run.toString());
        return run;
    }

    @Test
    void shouldTransposeAFileIntoOneOfTheSameKind() throws Exception {
        double[][] real = MatrixText.random(Seed.of("real"), 23, 9, Field.REAL);
        assertEquals("%%MatrixMarket matrix array real general",
                transposes(4, real, MatrixText.writeArray(directory.resolve("array.mtx"), Field.REAL, real)));
        assertEquals("%%MatrixMarket matrix coordinate real general",
                transposes(2, real, MatrixText.writeCoordinates(directory.resolve("some.mtx"), Field.REAL, real)));
        double[][] integers = MatrixText.random(Seed.of("integers"), 3, 31, Field.INTEGER);
        assertEquals("%%MatrixMarket matrix array integer general",
                transposes(2, integers, MatrixText.writeArray(directory.resolve("int.mtx"), Field.INTEGER, integers)));
        double[][] pattern = MatrixText.random(Seed.of("pattern"), 12, 12, Field.PATTERN);
        assertEquals("%%MatrixMarket matrix coordinate pattern general", transposes(1, pattern,
                MatrixText.writeCoordinates(directory.resolve("pattern.mtx"), Field.PATTERN, pattern)));
    }

    /** Returns the first line of the file that was written. */
    private String transposes(int ranks, double[][] matrix, Path input) throws Exception {
        Path out = directory.resolve("transpose.mtx");
        Files.deleteIfExists(out);
        ProgramRun run = check(ranks, matrix.length + " x " + matrix[0].length + " on " + ranks + " ranks", "--input",
                input.toString(), "--out", out.toString());
        assertEquals("transpose written to " + out, run.out().getLast(), run.toString());
        assertEquals(lines(MatrixText.transpose(matrix)), lines(MatrixText.read(out)), run.toString());
        try (var text = Files.lines(out)) {
            return text.findFirst().orElseThrow();
        }
    }

    private static List<String> lines(double[][] matrix) {
        return Arrays.stream(matrix).map(Arrays::toString).toList();
    }

    @Test
    void shouldTransposeASkewSymmetricMatrixIntoItsNegative() throws Exception {
        Path input = MatrixText.file(directory, "skew.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric",
                "3 3 2", "2 1 5", "3 2 -6");
        Path out = directory.resolve("transpose.mtx");
        check(2, "3 x 3 on 2 ranks", "--input", input.toString(), "--out", out.toString());
        assertEquals(List.of("%%MatrixMarket matrix coordinate integer general", "3 3 4", "1 2 5", "2 1 -5", "2 3 -6",
                "3 2 6"), sorted(out));
    }

    private static List<String> sorted(Path file) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.subList(2, lines.size()).sort(null);
        return lines;
    }

    @Test
    void shouldReadLargeFilesInPanels() throws Exception {
        Path out = directory.resolve("first.mtx");
        Path again = directory.resolve("second.mtx");
        check(3, "100 x 3000 on 3 ranks", "--rows", "100", "--columns", "3000", "--out", out.toString());
        check(4, "3000 x 100 on 4 ranks", "--input", out.toString(), "--out", again.toString());
        check(1, "100 x 3000 on 1 ranks", "--input", again.toString(), "--out", directory + "/third.mtx");
        assertEquals(-1, Files.mismatch(out, directory.resolve("third.mtx")));
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws Exception {
        String header = "%%MatrixMarket matrix coordinate real general";
        Path late = MatrixText.file(directory, "late.mtx", header, "2 2 2", "1 1 1", "1 3 1");
        says(1, late + ":4: expected a column, an integer in 1..2, found \"3\"", "--input", late.toString());
        Path early = MatrixText.file(directory, "early.mtx", header, "2 0 0");
        says(2, early + ": the matrix is 2 x 0: legal are 1 x 1 to 1048576 x 1048576", "--input", early.toString());
        says(2, "--input " + directory + ": ", "--input", directory.toString());
        says(2, "--input none.mtx: no such file", "--input", "none.mtx");
        says(2, "--out " + directory + ": ", "--rows", "2", "--columns", "2", "--out", directory.toString());
    }

    @Test
    void shouldRefuseWhatIsNoMatrixAndOneThatFindsNoRoom() throws InterruptedException {
        says(2, "--rows 0: legal are 1..1048576", "--rows", "0");
        says(2, "--repeat 0: legal are 1..", "--repeat", "0");
        ProgramRun run = ProgramRun.of(E10Transpose.class, 2, Map.of(Setting.ROOM, "1m"), "--rows", "4096");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("transpose: 4096 x 2048: "), run.toString());
    }

    @Test
    void shouldMakeAMatrixThatHasRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E10Transpose.class, 2, Map.of(Setting.ROOM, "20m"), "--repeat", "1");
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().getFirst().matches("[1-9]\\d{1,2} x 2048 on 2 ranks"), run.toString());
    }

    private static void says(int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E10Transpose.class, 1, Map.of(), arguments);
        assertEquals(code, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] transpose: " + message)), run.toString());
    }
}
