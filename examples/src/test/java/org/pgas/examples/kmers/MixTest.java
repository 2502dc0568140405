package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

final class MixTest {
    @Test
    void shouldFlipEachBitForHalfOfAllChangesOfABit() {
        Random random = new Random(3);
        int samples = 4000;
        for (int in = 0; in < 64; in++) {
            int[] flips = new int[64];
            for (int i = 0; i < samples; i++) {
                long value = random.nextLong();
                long change = Mix.mix(value) ^ Mix.mix(value ^ 1L << in);
                for (int out = 0; out < 64; out++) {
                    flips[out] += (int) (change >>> out & 1);
                }
            }
            for (int count : flips) {
                // More than six standard deviations.
                assertEquals(samples / 2.0, count, 200);
            }
        }
    }

    @Test
    void shouldSpreadNeighboursEvenlyByHighAndByLowBits() {
        for (int places : new int[]{2, 3, 7, 64}) {
            int[] high = new int[places];
            int[] low = new int[places];
            for (long kmer = 0; kmer < 64_000; kmer++) {
                high[Mix.place(Mix.mix(kmer), places)]++;
                low[(int) Long.remainderUnsigned(Mix.mix(kmer), places)]++;
            }
            assertEven(high, 64_000.0 / places);
            assertEven(low, 64_000.0 / places);
        }
    }

    private static void assertEven(int[] counts, double expected) {
        for (int count : counts) {
            assertEquals(expected, count, 6 * Math.sqrt(expected));
        }
    }

    @Test
    void shouldNotMapTwoKmersToOne() {
        Set<Long> seen = new HashSet<>();
        for (long kmer = 0; kmer < 100_000; kmer++) {
            assertTrue(seen.add(Mix.mix(kmer)));
            assertTrue(seen.add(Mix.mix(~kmer)));
        }
    }

    @Test
    void shouldKeepTheExtremesInRange() {
        assertEquals(0, Mix.place(0, 5));
        assertEquals(4, Mix.place(-1, 5));
        assertEquals(0, Mix.place(-1, 1));
        assertEquals(Integer.MAX_VALUE - 1, Mix.place(-1, Integer.MAX_VALUE));
    }
}
