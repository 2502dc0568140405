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
                + round * perRound + noise * RANDOM.nextDouble()).toArray(), clock(ROUNDS, 1));
    }

    private static double[] clock(int rounds, double hours) {
        return IntStream.range(0, rounds).mapToDouble(round -> hours * (round + 1) / rounds).toArray();
    }

    /** Rounds do not all take as long: what grows with time has the slope of time, whatever the rounds are. */
    @Test
    void shouldMeasureSlopesByTheClock() {
        double[] clock = new double[90];
        for (int round = 1; round < clock.length; round++) {
            clock[round] = clock[round - 1] + (round % 2 == 0 ? 0.001 : 0.1) * (1 + RANDOM.nextDouble());
        }
        double[] grows = IntStream.range(0, clock.length).mapToDouble(round -> 7 * clock[round]).toArray();
        assertEquals(7, new Series("x", grows, clock).slopePerHour(), 1e-9);
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
                new Series("x", IntStream.range(0, 60).mapToDouble(round -> 1000 + round).toArray(),
                        clock(60, 60 / 3600.0))
                        .growth(200, 1000));
    }

    @Test
    void shouldTellDriftBeyondTheBandOnly() {
        double[] slower = IntStream.range(0, 90).mapToDouble(round -> round < 60 ? 100 : 280).toArray();
        assertEquals("", new Series("x", slower, clock(90, 1)).drift(3, 0));
        assertNotEquals("", new Series("x", slower, clock(90, 1)).drift(2, 0));
    }
}
