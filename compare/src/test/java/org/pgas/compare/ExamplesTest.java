package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ExamplesTest {
    private static final Examples EXAMPLES = new Examples(null);

    private static RowEntry row(String name, int ranks) {
        return Samples.rows("table|programs|" + name + "|" + ranks + "||||").entries().getFirst();
    }

    private static double nanos(RowEntry row, String text) {
        return EXAMPLES.line(row, text).orElseThrow().median();
    }

    @Test
    void shouldReadHowFastTheProgramsSayTheyWere() {
        assertEquals(100,
                nanos(row("kmers", 2), "[0] 5.00 M k-mers/s per rank (1.000 s); table load 50.00 % of 8 slots"),
                1e-9);
        assertEquals(1e6, nanos(row("cg4", 4), "[0] 0.483 s, 1,000 iterations/s"), 1e-9);
        // 300 nodes in the 3 seconds of the slower rank
        assertEquals(1e7, nanos(row("uts", 2), "[0] rank=0 nodes=200 rate=100\n[0] rank=1 nodes=100 rate=33"),
                1.1e5);
    }

    @Test
    void shouldSayNothingOfAProgramThatDoesNot() {
        assertTrue(EXAMPLES.line(row("cg", 2), "[0] errors=0").isEmpty());
    }
}
