package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.heap.blocks.Bins;

class BinsTest {
    @Test
    void aBinIsTheLastWhoseLeastSizeIsNotLarger() {
        for (long granules = 1; granules < 1 << 20; granules++) {
            int bin = Bins.bin(granules);
            assertTrue(Bins.least(bin) <= granules && Bins.least(bin + 1) > granules, "granules " + granules);
            int fitting = Bins.binFitting(granules);
            assertTrue(Bins.least(fitting) >= granules && Bins.least(fitting - 1) < granules, "granules " + granules);
        }
        for (int bin = 1; bin < Bins.COUNT; bin++) {
            assertEquals(bin, Bins.bin(Bins.least(bin)));
            assertEquals(bin - 1, Bins.bin(Bins.least(bin) - 1));
        }
        assertEquals(Bins.COUNT - 1, Bins.bin((1L << 36) - 1), "the largest segment");
        assertEquals(Bins.CLASSES - 1, Bins.bin(Bins.MAX_SMALL));
    }

    @Test
    void aRequestGetsItsBytesAndWastesAnEighthAtMost() {
        for (long bytes = 0; bytes < 5000; bytes++) {
            long granules = Bins.granules(bytes);
            assertTrue(Bins.usable(granules) >= bytes, "bytes " + bytes);
            assertTrue(granules * 16 <= Math.max(32, (bytes + 31) * 9 / 8), "bytes " + bytes + ": " + granules);
        }
    }
}
