package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What holds for every program that multiplies matrices, wherever these lie. */
@Seeded
abstract class MatmulCases {
    private static final Pattern RANK = Pattern.compile("rank=(\\d+) tasks=(\\d+) gflops=\\d+\\.\\d\\d");

    @TempDir
    private Path directory;

    private final Class<?> program;
    private final String name;

    MatmulCases(Class<?> program, String name) {
        this.program = program;
        this.name = name;
    }

    @Test
    void shouldMultiplyExactlyForAnyNumberOfRanks() throws InterruptedException {
        check(1, 27, "96 x 96 times 96 x 96 in tiles of 32 x 32, 27 products of tiles on 1 ranks", "--n", "96",
                "--tile", "32");
        check(2, 4096, "256 x 256 times 256 x 256 in tiles of 16 x 16, 4,096 products of tiles on 2 ranks", "--n",
                "256", "--tile",
                "16");
        check(4, 8000, "100 x 100 times 100 x 100 in tiles of 5 x 5, 8,000 products of tiles on 4 ranks", "--n", "100",
                "--tile", "5");
    }

    @Test
    void shouldFillUpTilesThatReachBeyondTheMatrix() throws InterruptedException {
        check(2, 125, "37 x 37 times 37 x 37 in tiles of 9 x 9, 125 products of tiles on 2 ranks", "--n", "37",
                "--tile", "9");
        check(3, 1, "1 x 1 times 1 x 1 in tiles of 128 x 128, 1 products of tiles on 3 ranks", "--n", "1");
    }

    private ProgramRun check(int ranks, long tasks, String first, String... arguments)
            throws InterruptedException {
        ProgramRun run = ProgramRun.of(program, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().getFirst(), run.toString());
        long drawn = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Matcher line = RANK.matcher(run.out().get(1 + rank));
            assertTrue(line.matches(), run.toString());
            assertEquals(rank, Integer.parseInt(line.group(1)));
            drawn += Long.parseLong(line.group(2));
        }
        assertEquals(tasks, drawn, run.toString());
        assertTrue(run.out().get(1 + ranks).matches("\\d+\\.\\d{3} s, \\d+\\.\\d\\d GFLOP/s"), run.toString());
        assertEquals("errors=0", run.out().get(2 + ranks), run.toString());
        return run;
    }

    @Test
    void shouldMultiplyTheMatricesOfFiles() throws Exception {
        double[][] left = MatrixText.random(Seed.of("left"), 13, 29, Field.INTEGER);
        double[][] right = MatrixText.random(Seed.of("right"), 29, 5, Field.INTEGER);
        Path a = MatrixText.writeArray(directory.resolve("a.mtx"), Field.INTEGER, left);
        Path b = MatrixText.writeCoordinates(directory.resolve("b.mtx"), Field.INTEGER, right);
        Path sparse = MatrixText.writeCoordinates(directory.resolve("sparse.mtx"), Field.INTEGER, left);
        for (int ranks : new int[]{1, 2, 4}) {
            assertEquals("%%MatrixMarket matrix array integer general", multiplies(ranks, left, a, right, b));
        }
        assertEquals("%%MatrixMarket matrix coordinate integer general", multiplies(2, left, sparse, right, b));
    }

    /** Returns the first line of the file that was written. */
    private String multiplies(int ranks, double[][] left, Path a, double[][] right, Path b) throws Exception {
        Path out = directory.resolve("product.mtx");
        Files.deleteIfExists(out);
        ProgramRun run = check(ranks, 4 * 8 * 2,
                "13 x 29 times 29 x 5 in tiles of 4 x 4, 64 products of tiles on " + ranks
                        + " ranks",
                "--tile", "4", "--a", a.toString(), "--b", b.toString(), "--out", out.toString());
        assertEquals("product written to " + out, run.out().getLast(), run.toString());
        assertArrayEquals(MatrixText.product(left, right), MatrixText.read(out), run.toString());
        try (Stream<String> lines = Files.lines(out)) {
            return lines.findFirst().orElseThrow();
        }
    }

    @Test
    void shouldAllowForTheRoundingOfRealNumbers() throws Exception {
        double[][] left = MatrixText.random(Seed.of("left"), 40, 50, Field.REAL);
        double[][] right = MatrixText.random(Seed.of("right"), 50, 30, Field.REAL);
        Path a = MatrixText.writeCoordinates(directory.resolve("a.mtx"), Field.REAL, left);
        Path b = MatrixText.writeArray(directory.resolve("b.mtx"), Field.REAL, right);
        Path out = directory.resolve("product.mtx");
        check(4, 4 * 5 * 3, "40 x 50 times 50 x 30 in tiles of 10 x 10, 60 products of tiles on 4 ranks", "--tile",
                "10",
                "--a", a.toString(), "--b", b.toString(), "--out", out.toString());
        double[][] expected = MatrixText.product(left, right);
        double[][] found = MatrixText.read(out);
        for (int row = 0; row < expected.length; row++) {
            assertArrayEquals(expected[row], found[row], 1e-12);
        }
    }

    @Test
    void shouldSayThatTheMatricesFindNoRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(program, 2, Map.of(Setting.ROOM, "1m"), "--n", "512");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("[0] " + name + ": --n 512: "), run.toString());
    }

    @Test
    void shouldShowItsOptions() throws InterruptedException {
        ProgramRun run = ProgramRun.of(program, 2, Map.of(), "--help");
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().getFirst().startsWith("Usage: " + name + " "), run.toString());
    }
}
