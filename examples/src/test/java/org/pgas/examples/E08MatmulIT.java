package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.pgas.Setting;

class E08MatmulIT {
    private static final Pattern RANK = Pattern.compile("rank=(\\d+) tasks=(\\d+) gflops=\\d+\\.\\d\\d");

    @Test
    void shouldMultiplyExactlyForAnyNumberOfRanks() throws InterruptedException {
        check(1, 27, "96 x 96 in tiles of 32 x 32, 27 products of tiles on 1 ranks", "--n", "96", "--tile", "32");
        check(2, 4096, "256 x 256 in tiles of 16 x 16, 4,096 products of tiles on 2 ranks", "--n", "256", "--tile",
                "16");
        check(4, 8000, "100 x 100 in tiles of 5 x 5, 8,000 products of tiles on 4 ranks", "--n", "100", "--tile", "5");
    }

    @Test
    void shouldFillUpTilesThatReachBeyondTheMatrix() throws InterruptedException {
        check(2, 125, "37 x 37 in tiles of 9 x 9, 125 products of tiles on 2 ranks", "--n", "37", "--tile", "9");
        check(3, 1, "1 x 1 in tiles of 128 x 128, 1 products of tiles on 3 ranks", "--n", "1");
    }

    private static void check(int ranks, long tasks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E08Matmul.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(3 + ranks, run.all().size(), run.toString());
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
        assertEquals("errors=0", run.out().getLast(), run.toString());
    }

    @Test
    void shouldRefuseWhatIsNoMatrixOrNoTile() throws InterruptedException {
        refuses("--n 0: legal are 1..32768", "--n", "0");
        refuses("--tile 1025: legal are 1..1024", "--tile", "1025");
    }

    @Test
    void shouldSayThatTheMatricesFindNoRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E08Matmul.class, 2, Map.of(Setting.ROOM, "1m"), "--n", "512");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("matmul: --n 512: "), run.toString());
    }

    private static void refuses(String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E08Matmul.class, 2, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }
}
