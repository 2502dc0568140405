package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;

class E17MppaTilesIT {
    private static final String TILES = "tiles of ranks: ";

    @TempDir
    private Path directory;

    private static ProgramRun check(int ranks, int tiles, String first, String... arguments)
            throws InterruptedException {
        ProgramRun run = ProgramRun.of(E17MppaTiles.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().get(0), run.toString());
        assertTrue(run.out().get(1).startsWith(TILES), run.toString());
        int[] tilesOfRanks = Arrays.stream(run.out().get(1).substring(TILES.length()).split(" "))
                .mapToInt(Integer::parseInt).toArray();
        assertEquals(ranks, tilesOfRanks.length, run.toString());
        assertEquals(tiles, Arrays.stream(tilesOfRanks).sum(), run.toString());
        assertTrue(run.out().get(2).matches("\\d+\\.\\d{3} s, \\d+\\.\\d megapixels/s"), run.toString());
        assertEquals("errors=0", run.out().get(3), run.toString());
        return run;
    }

    @Test
    void shouldMakeTheSamePictureOnAnyNumberOfRanks() throws Exception {
        Path one = directory.resolve("one.pgm");
        for (int ranks = 1; ranks <= 3; ranks++) {
            Path out = ranks == 1 ? one : directory.resolve(ranks + ".pgm");
            ProgramRun run = check(ranks, 70,
                    "301 x 199 pixels, GAUSS, 70 tiles of 32 x 32 on " + ranks + " ranks, 4,640 bytes in each",
                    "--width", "301", "--height", "199", "--tile", "32", "--seed", "-7", "--out", out.toString());
            assertEquals("picture written to " + out, run.out().getLast(), run.toString());
            assertEquals(-1, Files.mismatch(one, out), ranks + " ranks");
        }
    }

    @Test
    void shouldFilterAFileIntoAFile() throws Exception {
        Path input = directory.resolve("step.pgm");
        Path out = directory.resolve("edges.pgm");
        Files.write(input, "P5 # a step\n6 2\n60\n\0\0\0\17\17\17\0\0\0\17\17\17".getBytes(StandardCharsets.US_ASCII));
        check(2, 12, "6 x 2 pixels, SOBEL, 12 tiles of 1 x 1 on 2 ranks, 20 bytes in each", "--input", input.toString(),
                "--filter", "SOBEL", "--tile", "1", "--out", out.toString());
        String edge = "\0\0\377\377\0\0";
        assertEquals("P5\n6 2\n255\n" + edge + edge, Files.readString(out, StandardCharsets.ISO_8859_1));
        // and what it has written, it reads
        check(3, 1, "6 x 2 pixels, GAUSS, 1 tiles of 6 x 2 on 3 ranks, 144 bytes in each", "--input", out.toString());
    }

    @Test
    void shouldSayWhatIsWrong() throws Exception {
        says(1, 2, "--width 0: legal are 1..16384", "--width", "0");
        says(1, 2, "--height 16385: legal are 1..16384", "--height", "16385");
        says(1, 2, "--tile 0: legal are 1..4096", "--tile", "0");
        says(1, 2, "Invalid value for option '--filter'", "--filter", "MEDIAN");
        says(2, 2, "--input none.pgm: no such file", "--input", "none.pgm");
        Path text = Files.writeString(directory.resolve("text.pgm"), "P2 1 1 255\n0");
        says(2, 2, "--input " + text + ": it does not begin with P5", "--input", text.toString());
        says(2, 2, "--out " + directory + ": ", "--width", "2", "--height", "2", "--out", directory.toString());
    }

    /** What rank 0 alone finds wrong, it finds while another waits for its segments, or for their end. */
    private static void says(int ranks, int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E17MppaTiles.class, ranks, Map.of(), arguments);
        assertEquals(code, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] mppa-tiles: " + message)), run.toString());
    }

    @Test
    void shouldShowItsOptions() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E17MppaTiles.class, 2, Map.of(), "--help");
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().stream().anyMatch(line -> line.contains("--filter") && line.contains("GAUSS, SOBEL")),
                run.toString());
    }

    @Test
    void shouldRefuseAPictureThatFindsNoRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E17MppaTiles.class, 2, Map.of(Setting.ROOM, "1m"), "--width", "4096");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] mppa-tiles: 4096 x 2048: ")),
                run.toString());
    }
}
