package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.examples.heat2d.HeatImage;
import org.pgas.examples.membrane.Exchange;
import org.pgas.examples.membrane.Membrane;

class E22MpiJacobiIT {
    @TempDir
    private Path directory;

    private static ProgramRun check(int ranks, String first, String result, String... arguments)
            throws InterruptedException {
        ProgramRun run = ProgramRun.of(E22MpiJacobi.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().get(0), run.toString());
        assertTrue(run.out().get(2).matches("\\d+\\.\\d{3} s, \\d+\\.\\d million points a second"), run.toString());
        assertEquals(result, run.out().get(1) + "; " + run.out().get(3), run.toString());
        return run;
    }

    @Test
    void shouldAgreeWithOneRankOnAnyNumberOfRanksByAnyCalls() throws InterruptedException {
        String result = "60 steps, largest change 4.646e-03; 6.823e-01 from the known shape, errors=0";
        String[] grids = {"1 x 1", "1 x 2", "2 x 2", "2 x 3"};
        int[] ranks = {1, 2, 4, 6};
        for (int i = 0; i < ranks.length; i++) {
            // one rank has no neighbours, and so no difference between the calls
            Exchange[] exchanges = i == 0 ? new Exchange[]{Exchange.NONBLOCKING} : Exchange.values();
            for (Exchange exchange : exchanges) {
                check(ranks[i], "21 x 34 points on " + grids[i] + " ranks, borders by " + exchange, result, "--rows",
                        "21", "--columns", "34", "--steps", "60", "--exchange", exchange.name());
            }
        }
    }

    /** It stops by itself, with the shape that is known, as a picture. */
    @Test
    void shouldFindAndPaintTheKnownShape() throws Exception {
        Path out = directory.resolve("membrane.png");
        ProgramRun run = check(4, "3 x 4 points on 2 x 2 ranks, borders by NONBLOCKING",
                "104 steps, largest change 9.970e-14; 3.118e-13 from the known shape, errors=0", "--rows", "3",
                "--columns", "4", "--tolerance", "1e-13", "--out", out.toString());
        assertEquals("membrane written to " + out, run.out().getLast(), run.toString());
        Membrane membrane = new Membrane(3, 4);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        new HeatImage(0, 1).write(expected, 3, 4, (row, into) -> {
            for (int column = 0; column < into.length; column++) {
                into[column] = membrane.shape(row, column);
            }
        });
        assertArrayEquals(expected.toByteArray(), Files.readAllBytes(out), run.toString());
    }

    /** A membrane of one point is where its load pulls it after one step, and stays there. */
    @Test
    void shouldStopWhenNothingChanges() throws InterruptedException {
        check(1, "1 x 1 points on 1 x 1 ranks, borders by NONBLOCKING",
                "2 steps, largest change 0.000e+00; 0.000e+00 from the known shape, errors=0", "--rows", "1",
                "--columns", "1", "--tolerance", "0");
    }

    @Test
    void shouldSayWhatIsWrong() throws InterruptedException {
        says(1, "--rows 0: legal are 1..1048576", "--rows", "0");
        says(1, "--columns 1048577: legal are 1..1048576", "--columns", "1048577");
        says(1, "--rows 1048576 --columns 5: legal are 4194304 points", "--rows", "1048576", "--columns", "5");
        says(1, "--steps 0: legal are 1..2147483647", "--steps", "0");
        says(1, "--tolerance -1.0: legal are 0 and what is above it and below 1", "--tolerance", "-1");
        says(1, "Invalid value for option '--exchange'", "--exchange", "SEND");
        says(2, "--rows 1 --columns 1: an array of 1 x 1 has no block for each of 2 ranks: enlarge it, or use fewer "
                + "ranks", "--rows", "1", "--columns", "1");
    }

    private static void says(int ranks, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E22MpiJacobi.class, ranks, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] mpi-jacobi: " + message)), run.toString());
    }
}
