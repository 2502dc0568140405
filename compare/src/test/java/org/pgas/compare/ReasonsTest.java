package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

class ReasonsTest {
    private static final Processor AMD = new Processor("amd");

    @Test
    void shouldPreferTheReasonOfASizeToThatOfTheRow() {
        Reasons reasons = Reasons.parse(List.of("put,8|of the size", "put|of the row"));
        assertEquals("of the size", reasons.of(AMD, "put", 8));
        assertEquals("of the row", reasons.of(AMD, "put", 64));
        assertEquals(Reasons.UNKNOWN, reasons.of(AMD, "get", 8));
    }

    @Test
    void shouldPreferTheReasonOfTheProcessor() {
        Reasons reasons = Reasons.parse(List.of("put,8|of the size", "amd:put|of the row there",
                "amd:put,64|of the size there", "get|of the row", "intel:get|of the row elsewhere"));
        assertEquals("of the size there", reasons.of(AMD, "put", 64));
        assertEquals("of the row there", reasons.of(AMD, "put", 8));
        assertEquals("of the size", reasons.of(new Processor("intel"), "put", 8));
        assertEquals("of the row", reasons.of(AMD, "get", 8));
    }

    @Test
    void shouldRefuseTwoReasonsForOneCell() {
        var e = assertThrows(IllegalArgumentException.class,
                () -> Reasons.parse(List.of("put,8|one", "put|another", "put,8|a third")));
        assertEquals("there are two reasons for 'put,8': keep one", e.getMessage());
    }

    @Test
    void shouldRefuseRowsThatThereAreNot() {
        RowSet rows = RowSet.read();
        for (String cell : List.of("putt", "putt,8", "put,eight", "put,", "amd:putt", "0x41:put", ":put", "put:8")) {
            Reasons reasons = Reasons.parse(List.of(cell + "|why"));
            var e = assertThrows(IllegalArgumentException.class, () -> reasons.in(rows), cell);
            assertTrue(e.getMessage().startsWith("'" + cell + "' is no row"), e.getMessage());
        }
        assertEquals("why", Reasons.parse(List.of("amd:put,8|why")).in(rows).of(AMD, "put", 8));
    }
}
