package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class HeartTest {
    private static final Duration HALF = Duration.ofMillis(500);

    private final AtomicInteger beats = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final Heart heart = new Heart("test", HALF, Duration.ofSeconds(2), beats::incrementAndGet,
            lost::incrementAndGet);

    @Test
    void theOtherSideIsLostAfterSoManySilentBeats() {
        for (int i = 0; i < 4; i++) {
            assertTrue(heart.beatOnce());
        }
        assertFalse(heart.beatOnce());
        assertEquals(1, lost.get());
        assertEquals(5, beats.get());
    }

    @Test
    void aSideThatIsHeardIsNotLostHoweverOften() {
        for (int i = 0; i < 100; i++) {
            assertTrue(heart.beatOnce());
            if (i % 4 == 3) {
                heart.heard();
            }
        }
        assertEquals(0, lost.get());
    }

    @Test
    void aTimeoutIsAWholeNumberOfBeatsTwoAtLeast() {
        assertEquals(4, Heart.beats(HALF, Duration.ofSeconds(2)));
        assertEquals(5, Heart.beats(HALF, Duration.ofMillis(2001)));
        assertEquals(2, Heart.beats(HALF, Duration.ofMillis(1)));
    }

    @Test
    void itBeatsByItselfAndTellsOfTheLossOnce() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        try (Heart own = new Heart("test", Duration.ofMillis(1), Duration.ofMillis(3), beats::incrementAndGet, () -> {
            lost.incrementAndGet();
            told.countDown();
        })) {
            own.start();
            assertTrue(told.await(60, TimeUnit.SECONDS));
        }
        assertEquals(4, beats.get());
        assertEquals(1, lost.get());
    }
}
