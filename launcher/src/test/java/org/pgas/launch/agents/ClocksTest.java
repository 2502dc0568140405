package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

import org.junit.jupiter.api.Test;

class ClocksTest {
    private static final long SEED = 20;

    /** The clocks pass the largest number on their way. */
    private static final long START = Long.MAX_VALUE - 7 * 3_600_000_000_000L;

    private final Clocks here = new Clocks();
    private final Clocks there = new Clocks();

    /** A beat from here to there and one back; the other clock is a million ahead. */
    private void trip(long at, long out, long held, long back) {
        there.heard(here.next(at), 1_000_000 + at + out);
        long answered = at + out + held;
        here.heard(there.next(1_000_000 + answered), answered + back);
    }

    @Test
    void nothingIsKnownBeforeABeatWasAnswered() {
        here.heard(there.next(77), 5);
        assertTrue(here.toHere().isEmpty());
    }

    @Test
    void waysOfOneLengthGiveTheDifferenceExactlyHoweverLongTheAnswerWasHeld() {
        trip(100, 20, 5000, 20);
        assertEquals(1_000_000, ahead(1_000_000));
    }

    @Test
    void theQuickestTripCounts() {
        trip(100, 2, 7, 4);
        assertEquals(999_999, ahead(1_000_000));
        trip(200, 400, 7, 10);
        assertEquals(999_999, ahead(1_000_000));
        trip(900, 1, 7, 1);
        assertEquals(1_000_000, ahead(1_000_000));
    }

    private long ahead(long theirs) {
        return theirs - here.toHere().orElseThrow().applyAsLong(theirs);
    }

    /** The other clock gains 0.36 s in ten hours; ways take up to 20 ms, and some are quick. */
    @Test
    void aClockOfAnotherSpeedIsFollowedThroughAllTheJob() {
        Random random = new Random(SEED);
        long second = 1_000_000_000;
        for (long at = 0; at < 10 * 3600 * second; at += second / 2) {
            long out = random.nextInt(1, 10) == 1 ? 20_000 : random.nextLong(10_000_000);
            long held = random.nextLong(second / 4);
            long back = out == 20_000 ? 20_000 : random.nextLong(10_000_000);
            there.heard(here.next(START + at), fast(at + out));
            here.heard(there.next(fast(at + out + held)), START + at + out + held + back);
        }
        for (long at = 0; at < 10 * 3600 * second; at += 617 * second) {
            long wrong = here.toHere().orElseThrow().applyAsLong(fast(at)) - (START + at);
            assertTrue(Math.abs(wrong) < 15_000_000,
                    "after " + at / second + " s wrong by " + wrong + " ns; seed " + SEED);
        }
    }

    /** What the other clock shows that long behind the start. */
    private static long fast(long time) {
        return START - 5 + time + time / 100_000;
    }
}
