package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** At which ticks a rank looks at files and at the launcher. */
class WatcherTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "16, 1", "17, 2", "32, 2", "33, 3", "64, 3", "256, 3", "2048, 3"})
    void fewRanksLookAtEachTickAndOfManyEachAtEveryThirdAtLeast(int ranks, int turns) {
        assertEquals(turns, Watcher.turns(ranks));
    }
}
