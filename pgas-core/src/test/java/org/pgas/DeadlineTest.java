package org.pgas;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.rank.Warnings;
import org.pgas.wait.LongWait;

/** When the time of a wait is over: times are made up. */
class DeadlineTest {
    private static final long MILLI = 1_000_000;
    private static final long LOOK = 50 * MILLI;

    private static LongWait with(long timeoutMillis) {
        FakeWorld world = new FakeWorld(1);
        return new LongWait(world.conduit(0), new Warnings(FakeWorld.settings(Map.of()), world.conduit(0)), 0,
                timeoutMillis * MILLI);
    }

    @Test
    void shouldBeOverAfterTheTimeout() {
        LongWait wait = with(1_000);
        for (long now = LOOK; now <= 1_000 * MILLI; now += LOOK) {
            assertFalse(wait.isLate(now));
        }
        assertTrue(wait.isLate(1_000 * MILLI + 1));
    }

    @Test
    void shouldNotBeOverAsSoonAsThisProcessGoesOnAfterALongStop() {
        LongWait wait = with(1_000);
        assertFalse(wait.isLate(LOOK));
        long resumed = 3_600_000 * MILLI;
        assertFalse(wait.isLate(resumed));
        assertFalse(wait.isLate(resumed + LOOK));
        long now = resumed + LOOK;
        while (!wait.isLate(now)) {
            now += LOOK;
            assertTrue(now < resumed + 1_100 * MILLI, "time passes when it runs");
        }
    }

    @Test
    void shouldNeverBeOverWithoutATimeout() {
        assertFalse(with(0).isLate(Long.MAX_VALUE));
    }
}
