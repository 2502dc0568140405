package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void columnsAreAsWideAsTheirWidestWordAndTheTextsAreToTheLeft() {
        TextTable table = new TextTable(1, List.of("JOB", "RANKS", " STATE"));
        table.add(List.of("heat-1", "4", "running"));
        table.add(List.of("x", "1024/1024", "ending with code 3"));
        assertEquals(List.of(
                "JOB         RANKS  STATE",
                "heat-1          4  running",
                "x       1024/1024  ending with code 3"), table.lines());
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        TextTable table = new TextTable(0, List.of("A", "B"));
        assertThrows(IllegalArgumentException.class, () -> table.add(List.of("1")));
    }
}
