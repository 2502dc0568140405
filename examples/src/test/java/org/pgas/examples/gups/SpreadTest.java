package org.pgas.examples.gups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SpreadTest {
    @Test
    void shouldGiveEveryWordToOneRankInRunsOfNearlyTheSameLength() {
        for (int ranks = 1; ranks <= 9; ranks++) {
            for (int log2Words = 0; log2Words <= 10; log2Words++) {
                Spread spread = new Spread(log2Words, ranks);
                long word = 0;
                for (int rank = 0; rank < ranks; rank++) {
                    assertEquals(word, spread.first(rank));
                    assertTrue(spread.mostWords() - spread.count(rank) <= 1, ranks + " ranks, 2^" + log2Words);
                    for (long i = 0; i < spread.count(rank); i++) {
                        assertEquals(rank, spread.rank(word), "word " + word + " of 2^" + log2Words);
                        word++;
                    }
                }
                assertEquals(1L << log2Words, word);
                assertEquals(word, spread.words());
            }
        }
    }

    @Test
    void shouldHoldForTheLargestTableOnTheMostRanks() {
        Spread spread = new Spread(40, 2047);
        assertEquals(2046, spread.rank(spread.words() - 1));
        for (int rank = 1; rank < 2047; rank++) {
            assertEquals(rank, spread.rank(spread.first(rank)));
            assertEquals(rank - 1, spread.rank(spread.first(rank) - 1));
        }
    }
}
