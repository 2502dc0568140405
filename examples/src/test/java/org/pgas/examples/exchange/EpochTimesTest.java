package org.pgas.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class EpochTimesTest {
    @Test
    void shouldTellTheFastestAndTheMiddleEpochInMicroseconds() {
        EpochTimes odd = EpochTimes.of(new long[]{9_000, 1_000, 2_000}, 1);
        assertEquals(1.0, odd.fastest());
        assertEquals(2.0, odd.median());
        EpochTimes even = EpochTimes.of(new long[]{9_000, 1_000, 2_000, 4_000}, 1);
        assertEquals(1.0, even.fastest());
        assertEquals(3.0, even.median());
        assertThrows(IllegalArgumentException.class, () -> EpochTimes.of(new long[0], 1));
    }

    @Test
    void shouldTellTheMeanOfABatch() {
        EpochTimes times = EpochTimes.of(new long[]{60_000, 50_000, 80_000}, 100);
        assertEquals(0.5, times.fastest(), 1e-12);
        assertEquals(0.6, times.median(), 1e-12);
        assertEquals(100, times.batch());
    }

    @Test
    void shouldShowAsManyDigitsAsATimeHas() {
        assertEquals("0.05 (9.99)", new EpochTimes(0.0512, 9.994, 1).toString());
        assertEquals("10.0 (99.9)", new EpochTimes(9.996, 99.94, 1).toString());
        assertEquals("100 (12346)", new EpochTimes(99.96, 12_345.67, 1).toString());
    }

    @Test
    void shouldBatchEpochsUntilTheClockDoesNotMatter() {
        assertEquals(1, EpochTimer.batch(50_000));
        assertEquals(1, EpochTimer.batch(1e9));
        assertEquals(2, EpochTimer.batch(49_999));
        assertEquals(500, EpochTimer.batch(100));
        assertEquals(1 << 16, EpochTimer.batch(0));
    }
}
