package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.compare.programs.Line;

class BalanceTest {
    private static Balance balance(Measurements measurements, String... rows) {
        return new Balance(Samples.report(measurements, Reasons.parse(List.of()), rows));
    }

    private static final Measurements MEASUREMENTS = Samples.together(
            Samples.of("pgas", "put", 8, 20), Samples.of("mpich", "put", 8, 10),
            Samples.of("pgas", "put", 64, 10), Samples.of("mpich", "put", 64, 20),
            Samples.of("pgas", "get", 8, 100), Samples.of("gasnet", "get", 8, 300),
            Samples.of("pgas-mixed", "get", 8, 130),
            Samples.of("pgas", "barrier", 0, 5), Samples.of("gasnet", "barrier", 0, 1),
            Samples.of("pgas", "kmers", 0, 1));
    private static final String[] ROWS = {"table|transfers|put|2|||put|", "all|transfers|put|2||c:x|put|<= 9 ns",
        "table mixed|transfers|get|2|||get|", "table|collectives|barrier|2|||barrier|",
        "table|programs|kmers|2|||k-mers|"};

    /** The put of 64 bytes is won against the peer and has lost its goal in the other line: one cell, lost. */
    @Test
    void shouldCountEachJudgedCellOnceByGroup() {
        assertEquals("""
                                           won | lost; a mark is a cell
                Transfers                   1 █|██ 2
                Barriers and collectives     0 |█ 1
                """, balance(MEASUREMENTS, ROWS).chart());
    }

    @Test
    void shouldSayInALineEachWhatWasWonAndLostAndWhatIsFarthest() {
        assertEquals(List.of(
                "Won: 1 of 4 cells, most in: Transfers 1 of 3; farthest: get (8 B), 100 ns beside 300 ns of GASNet-EX.",
                "Lost: 3 of 4 cells, most in: Transfers 2 of 3, Barriers and collectives 1 of 1; farthest: barrier, "
                        + "5.00 ns "
                        + "beside 1.00 ns of GASNet-EX.",
                "Lost to a library: 2 cells; by the least times of both, not lost: 0.",
                "Mixed: 1 of 1 cell that were measured behind all other rows in the same JVMs take more than 1.2 of "
                        + "their "
                        + "time alone; farthest: get (8 B), 130 ns beside 100 ns."),
                balance(MEASUREMENTS, ROWS).lines());
    }

    /** Two rounds in a busy host's state, and one repetition that was not. */
    @Test
    void shouldSayHowManyAreNotLostByTheLeastTimes() {
        List<Measured> ours = List.of(new Measured(1, 2, new Line("pgas", "get", 8, 20, 9, 21)),
                new Measured(2, 2, new Line("pgas", "get", 8, 19, 15, 20)));
        Balance balance = balance(Samples.together(ours, Samples.of("mpich", "get", 8, 10, 10),
                Samples.of("pgas", "put", 8, 20), Samples.of("mpich", "put", 8, 10)), ROWS);
        assertEquals("Lost to a library: 2 cells; by the least times of both, not lost: 1.", balance.lines().get(2));
    }

    @Test
    void shouldSayNothingWhereNothingIsJudged() {
        assertTrue(balance(Samples.together(Samples.of("c", "put", 8, 1)), ROWS).isEmpty());
        assertTrue(balance(Samples.together(Samples.of("pgas", "kmers", 0, 1)), ROWS).isEmpty());
    }

    @Test
    void shouldFitItsBarsIntoALine() {
        List<Measured> many = new ArrayList<>();
        for (int bytes = 1; bytes <= 90; bytes++) {
            many.addAll(Samples.of("pgas", "put", bytes, 1));
            many.addAll(Samples.of("mpich", "put", bytes, 2));
        }
        String chart = balance(new Measurements(many), ROWS[0]).chart();
        assertTrue(chart.contains(" 90 " + "█".repeat(30) + "| 0"), chart);
        assertTrue(chart.contains("a mark is 3 cells"), chart);
    }
}
