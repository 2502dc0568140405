package org.pgas.bench.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RowLineTest {
    @Test
    void aLineOfARankIsReadBackTheSame() {
        Histogram nanos = new Histogram(10_000_000_000L, 3);
        nanos.recordValue(17);
        nanos.recordValue(12_345_678);
        for (Histogram singles : Arrays.asList(null, nanos)) {
            RowLine line = new RowLine(Kind.AM_MEDIUM, 65_528, List.of(1.5, 2e-7, 3e12), singles);
            assertEquals(line, RowLine.parse(line.format()));
        }
    }

    @Test
    void otherOutputIsNoRow() {
        for (String line : List.of("", "pgas-bench-row", "hello\tput\t8\t1.0\t-", "a\tb\tc\td\te")) {
            assertNull(RowLine.parse(line), line);
        }
    }

    @Test
    void aWalkGoesThroughItsWindowAndNeverBeyond() {
        for (int bytes : new int[]{0, 8, 64, 100, 4096}) {
            Walk walk = new Walk(4096, bytes);
            Set<Long> places = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                long at = walk.next();
                assertTrue(at >= 0 && at + bytes <= 4096 && at % Math.max(8, bytes) == 0, bytes + " at " + at);
                places.add(at);
            }
            assertEquals(4096 / Math.max(8, bytes), places.size());
        }
    }
}
