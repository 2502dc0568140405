package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;

import org.junit.jupiter.api.Test;

class RankClockTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(1_800_000_000, 5);

    /** By which the system's clock may be set while the test runs. */
    private static final long MOST_NANOS = 1_000_000_000;

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
        long told = new RankClock().nanoTime(Instant.now());
        long after = System.nanoTime();
        // a pause between readings of the two clocks is not told from a difference between them
        long most = after - before + MOST_NANOS;
        assertTrue(told > before - most && told < after + most, () -> told + " is far from " + before + ".." + after);
    }
}
