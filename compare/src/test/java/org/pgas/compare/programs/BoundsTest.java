package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.meter.Timing;

class BoundsTest {
    private static final int SIZES = 10;

    private final Selection selection = new Selection(List.of("row"), 11, 20, 300, false);

    /** A program waits for compilers for four times the least warm-up of so many ranks. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64})
    void rowsOfManyRanksMayWaitForTheirCompilers(int ranks) {
        Timing timing = selection.timing().warmForRanks(ranks);
        Duration longest = Duration.ofNanos(SIZES * (4 * timing.warmNanos() + 11 * timing.runNanos()));
        Duration bound = Bounds.USUAL.ofRows(selection, ranks);
        assertTrue(bound.compareTo(longest) > 0, bound + " and " + longest);
    }

    @Test
    void fewRanksAreNotWaitedForSoLong() {
        Duration few = Bounds.USUAL.ofRows(selection, 2);
        assertTrue(few.compareTo(Bounds.USUAL.ofRows(selection, 8)) < 0, few::toString);
    }
}
