package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

class HeartTest {
    private static final Duration HALF = Duration.ofMillis(500);

    private final AtomicInteger beats = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();
    private final AtomicBoolean isUnread = new AtomicBoolean();
    private final Heart heart = new Heart("test", HALF, Duration.ofSeconds(2), beats::incrementAndGet, isUnread::get,
            lost::incrementAndGet, clock::get);

    /** The beat after so long. */
    private boolean beatAfter(Duration pause) {
        clock.addAndGet(pause.toNanos());
        return heart.beatOnce();
    }

    @Test
    void theOtherSideIsLostAfterSoManySilentBeats() {
        assertTrue(heart.beatOnce());
        for (int i = 0; i < 3; i++) {
            assertTrue(beatAfter(HALF));
        }
        assertFalse(beatAfter(HALF));
        assertEquals(Duration.ofSeconds(2).toNanos(), clock.get());
        assertEquals(1, lost.get());
        assertEquals(5, beats.get());
    }

    /** So a machine that has no processor for its threads takes no other side for lost. */
    @Test
    void aBeatThatComesLateCountsForNothing() {
        for (int i = 0; i < 4; i++) {
            assertTrue(beatAfter(HALF));
            for (int late = 0; late < 100; late++) {
                assertTrue(beatAfter(Duration.ofMillis(751)));
            }
        }
        assertFalse(beatAfter(Duration.ofMillis(750)));
        assertEquals(1, lost.get());
    }

    @Test
    void whatHasComeAndIsNotReadYetIsHeard() {
        isUnread.set(true);
        for (int i = 0; i < 100; i++) {
            assertTrue(beatAfter(HALF));
        }
        isUnread.set(false);
        int more = 0;
        while (beatAfter(HALF)) {
            more++;
        }
        assertTrue(more <= 4, () -> "lost only after more beats than may be silent");
        assertEquals(1, lost.get());
    }

    @Test
    void aSideThatIsHeardIsNotLostHoweverOften() {
        for (int i = 0; i < 100; i++) {
            assertTrue(beatAfter(HALF));
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
        try (Heart own = new Heart("test", Duration.ofMillis(1), Duration.ofMillis(3), beats::incrementAndGet,
                () -> false,
                () -> {
                    lost.incrementAndGet();
                    told.countDown();
                })) {
            own.start();
            assertTrue(told.await(60, TimeUnit.SECONDS));
        }
        // late ones, of a busy machine, come besides
        assertTrue(beats.get() >= 4, () -> "lost after " + beats + " beats");
        assertEquals(1, lost.get());
    }
}
