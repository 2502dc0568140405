package org.pgas.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When waits spin, told from whether the waits before them were over by that. */
class SpinningTest {
    private static final int MANY = 100_000;

    private final Spinning shared = new Spinning(true);

    /** A wait for a rank that runs now, or does not; returns whether it has spun. */
    private boolean await(boolean runs) {
        int rounds = shared.rounds();
        if (rounds > 0 && runs) {
            shared.met();
        } else {
            shared.missed(rounds);
        }
        return rounds > 0;
    }

    /** How many of so many waits spin. */
    private int spinning(int waits, boolean runs) {
        int spun = 0;
        for (int i = 0; i < waits; i++) {
            spun += await(runs) ? 1 : 0;
        }
        return spun;
    }

    @Test
    void whereEachRankCanHaveACoreEveryWaitSpins() {
        Spinning alone = new Spinning(false);
        assertEquals(Spinning.ROUNDS, alone.always());
        for (int i = 0; i < MANY; i++) {
            assertEquals(Spinning.ROUNDS, alone.rounds());
            alone.missed(Spinning.ROUNDS);
        }
    }

    @Test
    void whereRanksShareCoresNothingIsSpentUnasked() {
        assertEquals(0, shared.always());
    }

    @Test
    void aPartnerThatRunsAtTheSameTimeIsWaitedForWithoutAYield() {
        assertEquals(MANY, spinning(MANY, true));
    }

    /** A full score is gone after two waits; then attempts become rarer by half each time. */
    @Test
    void whoNeverRunsAtTheSameTimeCostsFewSpins() {
        int first = Spinning.MOST / Spinning.PENALTY;
        assertEquals(first, spinning(first, false));
        int attempts = 0;
        for (int every = 2 * Spinning.OFTENEST; every < Spinning.RAREST; every *= 2) {
            assertEquals(1, spinning(every, false), "one of " + every);
            attempts++;
        }
        assertTrue(attempts > 3, "attempts " + attempts);
        assertEquals(1_000, spinning(1_000 * Spinning.RAREST, false));
    }

    @Test
    void aLostCoreIsForgivenOnceAndTheNextWaitSpinsAgain() {
        spinning(MANY, true);
        assertTrue(await(false));
        assertEquals(MANY, spinning(MANY, true));
    }

    @Test
    void whoeverComesToRunAtTheSameTimeIsFoundAndStaysFound() {
        spinning(MANY * 10, false);
        spinning(Spinning.RAREST + Spinning.MOST, true);
        assertEquals(MANY, spinning(MANY, true));
    }

    /** A full score makes attempts frequent again, however rare they had become. */
    @Test
    void attemptsAreFrequentAgainOnceSpinningHasPaid() {
        spinning(MANY * 10, false);
        spinning(Spinning.RAREST + Spinning.MOST, true);
        spinning(Spinning.MOST / Spinning.PENALTY, false);
        assertEquals(1, spinning(2 * Spinning.OFTENEST, false));
    }

    /** Half of the attempts succeed, as among collectives of ranks of which some run: yields are better then. */
    @Test
    void waitsOfWhichHalfEndWhileTheySpinYield() {
        int spun = 0;
        boolean runs = false;
        for (int i = 0; i < MANY; i++) {
            if (await(runs)) {
                spun++;
                runs = !runs;
            }
        }
        assertTrue(spun < MANY / 100, "spun " + spun);
    }

    @Test
    void aWaitThatHasNotSpunSaysNothing() {
        spinning(MANY, true);
        for (int i = 0; i < MANY; i++) {
            shared.missed(0);
        }
        assertTrue(await(true));
    }
}
