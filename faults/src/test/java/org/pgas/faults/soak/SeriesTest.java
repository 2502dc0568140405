package org.pgas.faults.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** What counts as flat. */
class SeriesTest {
    private static final int ROUNDS = 3600;
    private static final SplittableRandom RANDOM = new SplittableRandom(5);

    /** A second each; {@code perRound} more in each, after much more in the first third. */
    private static Series series(double perRound, double noise) {
        return new Series("x", IntStream.range(0, ROUNDS).mapToDouble(round -> Math.min(round, ROUNDS / 3) * 1000.0
                + round * perRound + noise * RANDOM.nextDouble()).toArray(), 1);
    }

    @Test
    void shouldFindTheSlopeInNoise() {
        assertEquals(3600 * 10, series(10, 5000).slopePerHour(), 3000);
    }

    @Test
    void shouldNotTakeAWarmUpForGrowth() {
        assertEquals("", series(0, 100).growth(200, 1000));
    }

    @Test
    void shouldNotTakeAnOutlierForASlope() {
        Series series = series(0, 0);
        series.values()[ROUNDS - 5] += 1e9;
        assertEquals(0, series.slopePerHour(), 1e-6);
        assertNotEquals("", series.growth(200, 1000));
    }

    @Test
    void shouldTellGrowth() {
        assertNotEquals("", series(1, 100).growth(200, 1000));
    }

    @Test
    void shouldTakeLittleGrowthInLittleTimeForNoise() {
        assertEquals("",
                new Series("x", IntStream.range(0, 60).mapToDouble(round -> 1000 + round).toArray(), 60 / 3600.0)
                        .growth(200, 1000));
    }

    @Test
    void shouldTellDriftBeyondTheBandOnly() {
        double[] slower = IntStream.range(0, 90).mapToDouble(round -> round < 60 ? 100 : 280).toArray();
        assertEquals("", new Series("x", slower, 1).drift(3, 0));
        assertNotEquals("", new Series("x", slower, 1).drift(2, 0));
    }
}
