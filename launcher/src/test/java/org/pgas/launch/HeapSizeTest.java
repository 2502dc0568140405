package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HeapSizeTest {
    private static final long GIB = 1L << 30;

    @Test
    void aRankGetsOneGibibyteOrAnEqualShareOfHalfTheMemory() {
        assertEquals(GIB, HeapSize.fallback(64 * GIB, 4));
        assertEquals(GIB, HeapSize.fallback(8 * GIB, 4));
        assertEquals(GIB / 2, HeapSize.fallback(4 * GIB, 4));
        assertEquals(GIB / 2, HeapSize.fallback(GIB, 1));
        assertEquals(GIB, HeapSize.fallback(Long.MAX_VALUE, 2048));
    }

    @Test
    void sharesAreWholeMebibytesThatAJvmCanStartWith() {
        assertEquals(170L << 20, HeapSize.fallback(GIB, 3));
        assertEquals(16L << 20, HeapSize.fallback(GIB, 2048));
    }

    @Test
    void whatMayNotFitIsSaidBeforeTheStart() {
        assertEquals("", HeapSize.doubt(GIB, 4, 206L << 20));
        assertEquals("", HeapSize.doubt(Long.MAX_VALUE, 2048, GIB));
        String doubt = HeapSize.doubt(128L << 20, 4, 16L << 20);
        assertTrue(doubt.startsWith("4 ranks may need 264.0 MiB") && doubt.contains("128.0 MiB of memory here")
                && doubt.contains("--heap"), doubt);
    }

    @Test
    void textIsExactAndAsPeopleWriteIt() {
        assertEquals("1g", HeapSize.text(GIB));
        assertEquals("1536m", HeapSize.text(GIB * 3 / 2));
        assertEquals("100k", HeapSize.text(100 << 10));
        assertEquals("1001", HeapSize.text(1001));
    }
}
