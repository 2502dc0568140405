package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.examples.halo3d.CubeModel;

class E09Halo3dIT {
    @Test
    void shouldComputeWhatOneRankComputesAloneForAnyNumberOfRanks() throws InterruptedException {
        check(1, 17, 40, "1 x 1 x 1");
        check(2, 17, 40, "1 x 1 x 2");
        check(4, 17, 40, "1 x 2 x 2");
        check(6, 7, 11, "1 x 2 x 3");
        check(8, 2, 9, "2 x 2 x 2");
    }

    @Test
    void shouldLeaveTheBeginningWithoutSteps() throws InterruptedException {
        check(3, 5, 0, "1 x 1 x 3");
    }

    private static void check(int ranks, int size, int iterations, String grid) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E09Halo3d.class, ranks, Map.of(), "--size", "" + size, "--iterations",
                "" + iterations);
        assertEquals(0, run.code(), run.toString());
        assertEquals(4, run.all().size(), run.toString());
        assertEquals("cube of " + size + " x " + size + " x " + size + " cells on " + grid + " ranks, " + iterations
                + " iterations", run.out().get(0));
        assertTrue(run.out().get(1).matches("\\d+\\.\\d{3} s, \\d+\\.\\d million cells per second"), run.toString());
        assertEquals(checksum(size, iterations), run.out().get(2), run.toString());
        assertEquals("deviation=0.0", run.out().get(3), run.toString());
    }

    private static String checksum(int size, int iterations) {
        CubeModel model = new CubeModel(size);
        for (int i = 0; i < iterations; i++) {
            model.step();
        }
        double sum = 0;
        for (int cell = 0; cell < size * size * size; cell++) {
            sum += model.cell(cell / size / size, cell / size % size, cell % size);
        }
        return String.format(Locale.ROOT, "checksum=%.3f", sum);
    }

    @Test
    void shouldNotCheckWhenToldSo() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E09Halo3d.class, 2, Map.of(), "--size", "4", "--iterations", "3", "--no-check");
        assertEquals(0, run.code(), run.toString());
        assertEquals(checksum(4, 3), run.out().getLast(), run.toString());
    }

    @Test
    void shouldRefuseACubeThatRanksCannotShare() throws InterruptedException {
        refuses(2, "halo3d: --size 0: legal are 1..2048", "--size", "0");
        refuses(2, "halo3d: --iterations -1: legal are 0 and more", "--iterations", "-1");
        refuses(5, "halo3d: --size 2: an array of 2 x 2 x 2 has no block for each of 5 ranks", "--size", "2");
    }

    private static void refuses(int ranks, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E09Halo3d.class, ranks, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }
}
