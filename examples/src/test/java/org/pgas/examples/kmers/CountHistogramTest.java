package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class CountHistogramTest {
    @Test
    void shouldHaveABinForEachCountToTenAndThenByPowersOfTen() {
        for (int occurrences = 1; occurrences <= 10; occurrences++) {
            assertEquals(occurrences - 1, CountHistogram.bin(occurrences));
        }
        long end = 10;
        for (int bin = 10; bin < CountHistogram.BINS - 1; bin++) {
            assertEquals(bin, CountHistogram.bin(end + 1));
            end *= 10;
            assertEquals(bin, CountHistogram.bin(end));
        }
        assertEquals(CountHistogram.BINS - 1, CountHistogram.bin(end + 1));
        assertEquals(CountHistogram.BINS - 1, CountHistogram.bin(Long.MAX_VALUE));
    }

    @Test
    void shouldRefuseKmersThatDoNotOccur() {
        Exception e = assertThrows(IllegalArgumentException.class, () -> CountHistogram.bin(0));
        assertEquals("occurrences is 0, legal is 1 or more", e.getMessage());
    }

    @Test
    void shouldDrawBarsToScaleAndAlignNumbers() {
        long[] bins = new long[CountHistogram.BINS];
        bins[0] = 16_000;
        bins[1] = 7_000;
        bins[3] = 1;
        bins[10] = 1_000;
        assertEquals("""
                occurrences  distinct k-mers     share
                          1           16,000   66.66 %  ████████
                          2            7,000   29.17 %  ███▌
                          3                0    0.00 %
                          4                1    0.00 %  ▏
                          5                0    0.00 %
                          6                0    0.00 %
                          7                0    0.00 %
                          8                0    0.00 %
                          9                0    0.00 %
                         10                0    0.00 %
                     to 100            1,000    4.17 %  ▌
                """, CountHistogram.render(bins, 48).replaceAll(" +\n", "\n"));
    }

    @Test
    void shouldFillExactlyTheWidth() {
        long[] bins = new long[CountHistogram.BINS];
        for (int bin = 0; bin < bins.length; bin++) {
            bins[bin] = 1L << 3 * bin;
            for (int width : new int[]{60, 80, 133}) {
                CountHistogram.render(bins, width).lines().forEach(line -> assertEquals(width, line.length(), line));
            }
        }
    }

    @Test
    void shouldSayThatThereAreNoKmers() {
        assertEquals("no k-mers\n", CountHistogram.render(new long[CountHistogram.BINS], 80));
    }
}
