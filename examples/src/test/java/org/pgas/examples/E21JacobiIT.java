package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

import org.junit.jupiter.api.Test;

class E21JacobiIT {
    /** Answers the last line. */
    private static String check(int ranks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E21Jacobi.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().get(0), run.toString());
        assertTrue(run.out().get(1).matches("\\d+\\.\\d{3} s, \\d+\\.\\d million points a second"), run.toString());
        assertEquals(3, run.out().size(), run.toString());
        return run.out().getLast();
    }

    @Test
    void shouldAgreeWithOneRankOnAnyNumberOfRanks() throws InterruptedException {
        String[] plate = {"--rows", "61", "--columns", "37", "--steps", "40"};
        String line = "mean 6.026332, hottest inner point 82.431217, errors=0";
        assertEquals(line, check(1, "61 x 37 points on 1 x 1 ranks, 40 steps", plate));
        assertEquals(line, check(4, "61 x 37 points on 2 x 2 ranks, 40 steps", plate));
        assertEquals(line, check(3, "61 x 37 points on 1 x 3 ranks, 40 steps", plate));
    }

    /** A plate of one inner point has the mean of its edges. */
    @Test
    void shouldLeaveRanksWithoutPointsInPeace() throws InterruptedException {
        String[] plate = {"--rows", "3", "--columns", "3", "--steps", "1"};
        assertEquals("mean 36.111111, hottest inner point 25.000000, errors=0",
                check(5, "3 x 3 points on 1 x 5 ranks, 1 steps", plate));
    }

    @Test
    void shouldSayWhatIsWrong() throws InterruptedException {
        says("--rows 2: legal are 3..1048576", "--rows", "2");
        says("--rows 1048576 --columns 17: legal are 16777216 points", "--rows", "1048576", "--columns", "17");
        says("--steps -1: legal are 0..2147483647", "--steps", "-1");
    }

    private static void says(String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E21Jacobi.class, 1, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] jacobi: " + message)), run.toString());
    }
}
