package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;

import org.junit.jupiter.api.Test;

class RankClockTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(1_800_000_000, 5);

    private final RankClock clock = new RankClock();

    private static Instant at(long nanos) {
        return BEGIN.plusNanos(nanos);
    }

    @Test
    void shouldTellTheTimesThatWereObserved() {
        clock.observe(at(0), 700);
        clock.observe(at(1_000_000), 1_000_900);
        assertEquals(700, clock.nanoTime(at(0)));
        assertEquals(1_000_900, clock.nanoTime(at(1_000_000)));
    }

    @Test
    void shouldShareADriftOutBetweenObservations() {
        clock.observe(at(0), 700);
        clock.observe(at(1_000_000), 1_000_900);
        assertEquals(500_800, clock.nanoTime(at(500_000)));
    }

    @Test
    void shouldKeepTheNearestOffsetOutsideOfThem() {
        clock.observe(at(1000), 50_000);
        clock.observe(at(2000), 51_010);
        assertEquals(49_001, clock.nanoTime(at(1)));
        assertEquals(52_010, clock.nanoTime(at(3000)));
    }

    @Test
    void shouldKeepTheOrderOfTimes() {
        clock.observe(at(0), 5000);
        clock.observe(at(10_000), 14_990);
        clock.observe(at(20_000), 25_030);
        long last = Long.MIN_VALUE;
        for (long nanos = -10; nanos < 20_010; nanos++) {
            long now = clock.nanoTime(at(nanos));
            assertTrue(now >= last, "at " + nanos);
            last = now;
        }
    }

    @Test
    void shouldTrustTheSystemsClockWithoutAnObservation() {
        long before = System.nanoTime();
        long told = clock.nanoTime(Instant.now());
        assertTrue(Math.abs(told - before) < 1_000_000_000, () -> told + " is far from " + before);
    }
}
