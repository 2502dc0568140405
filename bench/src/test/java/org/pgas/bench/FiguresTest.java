package org.pgas.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.bench.rows.Unit;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({"0,0 B", "8,8 B", "1023,1023 B", "1024,1 KiB", "65528,65528 B", "65536,64 KiB", "4194304,4 MiB",
        "25232932864,23.5 GiB"})
    void sizesBelowAMebibyteAreExact(long bytes, String text) {
        assertEquals(text, Figures.bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({"0.75,0.75 ns", "9.996,10.0 ns", "99.96,100 ns", "999.4,999 ns", "999.6,1.00 µs", "1234,1.23 µs",
        "45678901,45.7 ms", "2e9,2.00 s", "5e12,5000 s"})
    void timesHaveThreeDigitsAndTheUnitThatFits(double nanos, String text) {
        assertEquals(text, Figures.of(nanos, Unit.NANOSECONDS));
    }

    @Test
    void bandwidthsAndRatesToo() {
        assertEquals("500 kB/s", Figures.of(0.5, Unit.MEGABYTES));
        assertEquals("12.5 MB/s", Figures.of(12.5, Unit.MEGABYTES));
        assertEquals("12.5 GB/s", Figures.of(12_500, Unit.MEGABYTES));
        assertEquals("250 k/s", Figures.of(0.25, Unit.MILLIONS));
        assertEquals("36.0 M/s", Figures.of(36, Unit.MILLIONS));
    }

    @Test
    void aUnitMakesItsNumberOfNanosecondsAndBytes() {
        assertEquals(50, Unit.NANOSECONDS.of(50, 8));
        assertEquals(2000, Unit.MEGABYTES.of(4, 8));
        assertEquals(20, Unit.MILLIONS.of(50, 8));
    }
}
