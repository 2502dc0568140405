package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

class ClocksTest {
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
        assertEquals(OptionalLong.empty(), here.ahead());
    }

    @Test
    void waysOfOneLengthGiveTheDifferenceExactlyHoweverLongTheAnswerWasHeld() {
        trip(100, 20, 5000, 20);
        assertEquals(OptionalLong.of(1_000_000), here.ahead());
    }

    @Test
    void theQuickestTripCounts() {
        trip(100, 2, 7, 4);
        assertEquals(OptionalLong.of(999_999), here.ahead());
        trip(200, 400, 7, 10);
        assertEquals(OptionalLong.of(999_999), here.ahead());
        trip(900, 1, 7, 1);
        assertEquals(OptionalLong.of(1_000_000), here.ahead());
    }
}
