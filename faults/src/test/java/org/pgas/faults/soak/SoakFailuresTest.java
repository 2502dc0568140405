package org.pgas.faults.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;

import org.junit.jupiter.api.Test;

/** What ranks tell of a failure is read as what it is. */
class SoakFailuresTest {
    @Test
    void shouldReadTheModuleAndWhatHappened() {
        String output = "[1] " + SoakFailures.line("collectives and teams", "seed 1: a call: has thrown\nwith a line")
                + "\n[1] \tat org.pgas.Somewhere\n[0] " + SoakFailures.line("upc", "seed 1, later") + "\n[2] "
                + SoakFailures.line("upc", "again") + "\n[0] the end\n";
        assertEquals(Map.of("collectives and teams", "seed 1: a call: has thrown with a line", "upc", "seed 1, later"),
                SoakFailures.of(output));
    }

    @Test
    void shouldTakeTheModuleThatAMismatchNames() {
        assertEquals(Map.of("transfers", "MISMATCH transfers: a get: expected 1"),
                SoakFailures.of(SoakFailures.line("upc", "MISMATCH transfers: a get: expected 1")));
    }

    @Test
    void shouldFindNothingInAnOrderlyOutput() {
        assertEquals(Map.of(), SoakFailures.of("[0] done\n"));
    }
}
