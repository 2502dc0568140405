package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class MarkedCountTest {
    private static final long[] COUNTS = {0, 1, 2, 4093, 1L << 32, MarkedCount.MOST - 1, MarkedCount.MOST};

    @Test
    void shouldGiveEveryCountBackFromItsWord() {
        for (long count : COUNTS) {
            assertEquals(count, MarkedCount.count(MarkedCount.word(count)));
            assertTrue(MarkedCount.isCount(count));
        }
    }

    @Test
    void shouldCountOnByAddingToTheWord() {
        assertEquals(8, MarkedCount.count(MarkedCount.word(7) + MarkedCount.STEP));
    }

    @Test
    void shouldTakeNoWordOfWhichOneBitHasChangedForACount() {
        for (long count : COUNTS) {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                long word = MarkedCount.word(count) ^ 1L << bit;
                assertFalse(MarkedCount.isCount(MarkedCount.count(word)), count + " with bit " + bit);
            }
        }
    }

    @Test
    void shouldTakeFewWordsOfChanceForACount() {
        SplittableRandom random = new SplittableRandom(4093);
        int taken = 0;
        for (int i = 0; i < 100_000; i++) {
            taken += MarkedCount.isCount(MarkedCount.count(random.nextLong())) ? 1 : 0;
        }
        assertTrue(taken > 0 && taken < 100, taken + " of 100000");
    }
}
