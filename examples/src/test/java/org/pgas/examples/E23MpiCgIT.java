package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class E23MpiCgIT {
    /** Answers the lines of estimates, without what is left of each system. */
    private static List<String> check(int ranks, String first, String last, String... arguments)
            throws InterruptedException {
        ProgramRun run = ProgramRun.of(E23MpiCg.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().getFirst(), run.toString());
        int lines = run.out().size();
        assertTrue(run.out().get(lines - 2).matches("\\d+\\.\\d{3} s for [\\d,]+ iterations"), run.toString());
        assertTrue(run.out().getLast().matches(last), run.toString());
        return run.out().subList(1, lines - 2).stream()
                .map(line -> line.replaceFirst("residual \\d\\.\\d\\de-\\d\\d", "residual")).toList();
    }

    @Test
    void shouldEstimateTheSameOnAnyNumberOfRanks() throws InterruptedException {
        String[] matrix = {"--rows", "300", "--degree", "5", "--shift", "1.5", "--outer", "4"};
        String last = "eigenvalue 1\\.500007712 of 1\\.5, its vector \\d\\.\\de-\\d\\d from one, errors=0";
        String begin = "300 rows, 3,260 entries on ";
        List<String> expected = check(1, begin + "1 x 1 ranks", last, matrix);
        assertEquals(List.of("  1  residual  eigenvalue 1.638927040410", "  2  residual  eigenvalue 1.503556462942",
                "  3  residual  eigenvalue 1.500143415661", "  4  residual  eigenvalue 1.500007712366"), expected);
        assertEquals(expected, check(2, begin + "1 x 2 ranks", last, matrix));
        assertEquals(expected, check(4, begin + "2 x 2 ranks", last, matrix));
        assertEquals(expected, check(6, begin + "2 x 3 ranks", last, matrix));
    }

    /** Not converged, so that roundings are not forgotten; and a row for each rank, no more. */
    @Test
    void shouldAgreeWithOneRankBeforeItHasConverged() throws InterruptedException {
        check(3, "3 rows, 7 entries on 1 x 3 ranks",
                "eigenvalue \\d\\.\\d{9} of 0\\.2, its vector \\d\\.\\de-\\d\\d from one, errors=0", "--rows", "3",
                "--degree", "1", "--shift", "0.2", "--outer", "1", "--iterations", "2");
    }

    @Test
    void shouldSayWhatIsWrong() throws InterruptedException {
        says(1, "--rows 1: legal are 2..1048576", "--rows", "1");
        says(3, "--rows 2: legal are 3..1048576", "--rows", "2");
        says(1, "--degree 65: legal are 1..64", "--degree", "65");
        says(1, "--rows 1048576 --degree 5: legal is a product of 4194304 at most", "--rows", "1048576", "--degree",
                "5");
        says(1, "--shift 0.0: legal are 0.01..100.0", "--shift", "0");
        says(1, "--outer 0: legal are 1..1000", "--outer", "0");
        says(1, "--iterations 1001: legal are 1..1000", "--iterations", "1001");
    }

    private static void says(int ranks, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E23MpiCg.class, ranks, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] mpi-cg: " + message)), run.toString());
    }
}
