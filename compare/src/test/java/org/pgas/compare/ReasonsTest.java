package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

class ReasonsTest {
    @Test
    void shouldPreferTheReasonOfASizeToThatOfTheRow() {
        Reasons reasons = Reasons.parse(List.of("put,8|of the size", "put|of the row"));
        assertEquals("of the size", reasons.of("put", 8));
        assertEquals("of the row", reasons.of("put", 64));
        assertEquals(Reasons.UNKNOWN, reasons.of("get", 8));
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
        for (String cell : List.of("putt", "putt,8", "put,eight", "put,")) {
            Reasons reasons = Reasons.parse(List.of(cell + "|why"));
            var e = assertThrows(IllegalArgumentException.class, () -> reasons.in(rows), cell);
            assertTrue(e.getMessage().startsWith("'" + cell + "' is no row"), e.getMessage());
        }
        assertEquals("why", Reasons.parse(List.of("put,8|why")).in(rows).of("put", 8));
    }
}
