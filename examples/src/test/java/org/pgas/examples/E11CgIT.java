package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class E11CgIT {
    private static final Pattern RESULT = Pattern.compile("[\\d,]+ iterations, residual \\d\\.\\d\\de[-+]\\d\\d");
    private static final Pattern TIMES = Pattern.compile("\\d+\\.\\d{3} s, [\\d,]+ iterations/s");

    @TempDir
    private Path directory;

    @Test
    void shouldSolvePoissonsEquationOnAnyNumberOfRanks() throws InterruptedException {
        check(1, "1,600 rows, 7,840 entries on 1 ranks", "--grid", "40");
        check(2, "1,600 rows, 7,840 entries on 2 ranks", "--grid", "40");
        check(4, "1,600 rows, 7,840 entries on 4 ranks", "--grid", "40", "--tolerance", "1e-6");
        check(3, "1 rows, 1 entries on 3 ranks", "--grid", "1");
    }

    private static ProgramRun check(int ranks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E11Cg.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().get(0), run.toString());
        assertTrue(RESULT.matcher(run.out().get(1)).matches(), run.toString());
        assertTrue(TIMES.matcher(run.out().get(2)).matches(), run.toString());
        assertEquals("errors=0", run.out().get(3), run.toString());
        return run;
    }

    @Test
    void shouldSolveTheSystemsOfFilesHoweverTheyAreStored() throws Exception {
        double[][] matrix = positiveDefinite(Seed.of("matrix"), 57);
        Path sparse = MatrixText.writeCoordinates(directory.resolve("sparse.mtx"), Field.REAL, matrix);
        Path dense = MatrixText.writeArray(directory.resolve("dense.mtx"), Field.REAL, matrix);
        Path lower = lowerTriangle(matrix);
        long entries = MatrixText.nonZeros(matrix);
        for (Path input : new Path[]{sparse, dense, lower}) {
            long told = input == dense ? 57 * 57 : entries;
            for (int ranks : new int[]{1, 3}) {
                Path out = directory.resolve("solution.mtx");
                Files.deleteIfExists(out);
                ProgramRun run = check(ranks,
                        "57 rows, " + String.format(java.util.Locale.ROOT, "%,d", told) + " entries on " + ranks
                                + " ranks",
                        "--input", input.toString(), "--out", out.toString());
                assertEquals("solution written to " + out, run.out().getLast(), run.toString());
                double[][] product = MatrixText.product(matrix, MatrixText.read(out));
                for (double[] row : product) {
                    assertEquals(1, row[0], 1e-8, run.toString());
                }
            }
        }
    }

    /** The sum of a matrix times its transpose and of a diagonal. About a third of it are zeros. */
    private static double[][] positiveDefinite(SplittableRandom random, int order) {
        double[][] factor = new double[order][order];
        for (int entries = 2 * order; entries > 0; entries--) {
            factor[random.nextInt(order)][random.nextInt(order)] = random.nextDouble(-1, 1);
        }
        double[][] matrix = MatrixText.product(factor, MatrixText.transpose(factor));
        for (int i = 0; i < order; i++) {
            matrix[i][i] += 1 + random.nextDouble();
            for (int j = 0; j < i; j++) {
                matrix[i][j] = matrix[j][i];
            }
        }
        return matrix;
    }

    private Path lowerTriangle(double[][] matrix) throws IOException {
        StringBuilder lines = new StringBuilder();
        long entries = 0;
        for (int row = 0; row < matrix.length; row++) {
            for (int column = 0; column <= row; column++) {
                if (matrix[row][column] != 0) {
                    lines.append('\n').append(row + 1).append(' ').append(column + 1).append(' ')
                            .append(matrix[row][column]);
                    entries++;
                }
            }
        }
        return MatrixText.file(directory, "lower.mtx", "%%MatrixMarket matrix coordinate real symmetric",
                matrix.length + " " + matrix.length + " " + entries + lines);
    }

    @Test
    void shouldFindTheSameBitsInEveryRunWithAsManyRanks() throws Exception {
        for (int ranks : new int[]{2, 3}) {
            Path first = directory.resolve("first" + ranks + ".mtx");
            Path second = directory.resolve("second" + ranks + ".mtx");
            ProgramRun run = check(ranks, "2,500 rows, 12,300 entries on " + ranks + " ranks", "--grid", "50", "--out",
                    first.toString());
            ProgramRun again = check(ranks, "2,500 rows, 12,300 entries on " + ranks + " ranks", "--grid", "50",
                    "--out",
                    second.toString());
            assertEquals(run.out().get(1), again.out().get(1));
            assertEquals(-1, Files.mismatch(first, second));
        }
        double[][] two = MatrixText.read(directory.resolve("first2.mtx"));
        double[][] three = MatrixText.read(directory.resolve("first3.mtx"));
        for (int row = 0; row < two.length; row++) {
            assertArrayEquals(two[row], three[row], 1e-6);
        }
    }

    @Test
    void shouldSayWhyAMatrixIsNotPositiveDefinite() throws Exception {
        String symmetric = "%%MatrixMarket matrix coordinate real symmetric";
        Path indefinite = MatrixText.file(directory, "indefinite.mtx", symmetric, "2 2 3", "1 1 1", "2 1 -3", "2 2 1");
        says(2, indefinite
                + ": the matrix is not positive definite: in iteration 1 a direction p was found with p'Ap = -4.0, "
                + "which must"
                + " be above 0", "--input", indefinite.toString());
        Path diagonal = MatrixText.file(directory, "diagonal.mtx", symmetric, "4 4 4", "1 1 1", "2 2 1", "4 1 1",
                "4 4 -2");
        says(2, diagonal
                + ": the matrix is not positive definite: the entry of row 3 on the diagonal is missing or not above 0",
                "--input", diagonal.toString());
    }

    @Test
    void shouldNameTheFirstRowThatIsNotLikeItsColumn() throws Exception {
        String general = "%%MatrixMarket matrix coordinate real general";
        Path one = MatrixText.file(directory, "one.mtx", general, "4 4 6", "1 1 5", "2 2 5", "3 3 5", "4 4 5", "2 4 1",
                "4 2 2");
        says(2, one + ": the matrix is not symmetric: row 2 differs from column 2", "--input", one.toString());
        Path missing = MatrixText.file(directory, "missing.mtx", general, "4 4 5", "1 1 5", "2 2 5", "3 3 5", "4 4 5",
                "4 3 1");
        says(2, missing + ": the matrix is not symmetric: row 3 differs from column 3", "--input", missing.toString());
        Path skew = MatrixText.file(directory, "skew.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric",
                "2 2 1", "2 1 1");
        says(2, skew + ": the matrix is skew-symmetric: it must be symmetric", "--input", skew.toString());
        Path wide = MatrixText.file(directory, "wide.mtx", general, "2 3 0");
        says(2, wide + ": the matrix is 2 x 3: it must have as many rows as columns", "--input", wide.toString());
    }

    @Test
    void shouldAddUpWhatAFileSaysSeveralTimesOfOnePlace() throws Exception {
        Path input = MatrixText.file(directory, "twice.mtx", "%%MatrixMarket matrix coordinate integer general",
                "2 2 5", "1 1 1",
                "2 1 1", "2 2 4", "1 2 1", "1 1 2");
        Path out = directory.resolve("solution.mtx");
        check(2, "2 rows, 4 entries on 2 ranks", "--input", input.toString(), "--out", out.toString());
        double[][] found = MatrixText.read(out);
        assertEquals(3.0 / 11, found[0][0], 1e-9);
        assertEquals(2.0 / 11, found[1][0], 1e-9);
    }

    @Test
    void shouldGiveUpAndWriteNothingWhenTheToleranceIsNotMet() throws Exception {
        Path out = directory.resolve("solution.mtx");
        says(1, "the tolerance 1.0E-10 was not met: give more --iterations than 3, or a larger --tolerance", "--grid",
                "30",
                "--iterations", "3", "--out", out.toString());
        assertFalse(Files.exists(out));
    }

    @Test
    void shouldSayWhatIsWrongWithOptionsAndFiles() throws Exception {
        says(2, "--grid 0: legal are 1..8192", "--grid", "0");
        says(2, "--tolerance 1.0: legal is what is above 0 and below 1", "--tolerance", "1");
        says(2, "--iterations 0: legal are 1..", "--iterations", "0");
        says(2, "--input none.mtx: no such file", "--input", "none.mtx");
        Path late = MatrixText.file(directory, "late.mtx", "%%MatrixMarket matrix coordinate real symmetric", "2 2 2",
                "1 1 1",
                "1 3 1");
        says(1, late + ":4: expected a column, an integer in 1..2, found \"3\"", "--input", late.toString());
        says(2, "--out " + directory + ": ", "--grid", "2", "--out", directory.toString());
        ProgramRun run = ProgramRun.of(E11Cg.class, 2, Map.of(Setting.ROOM, "1m"), "--grid", "1000");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("cg: --grid 1000: "), run.toString());
    }

    private static void says(int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E11Cg.class, 2, Map.of(), arguments);
        assertEquals(code, run.code(), run.toString());
        assertEquals(1, run.all().stream().filter(line -> line.contains("] cg: " + message)).count(), run.toString());
    }
}
