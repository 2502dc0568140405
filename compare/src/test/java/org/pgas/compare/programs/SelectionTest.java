package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final Selection SELECTION = new Selection(List.of("put8", "put"), 3, 5, 7, false);

    @Test
    void shouldTellProgramsInCByTheEnvironmentAndThoseInJavaByOptions() {
        assertEquals("put8,put", SELECTION.environment().get("ROWS"));
        assertEquals("", SELECTION.environment().get("ONLY"));
        assertEquals("7", SELECTION.environment().get("WARM_MS"));
        assertEquals(
                List.of("--repetitions", "3", "--run-ms", "5", "--warm-ms", "7", "--rows", "put8,put"),
                SELECTION.options());
    }

    @Test
    void shouldNameNoRowThatThereIsWhereAProgramOnlyStartsAndEnds() {
        assertEquals("none", SELECTION.ofNothing().environment().get("ROWS"));
    }
}
