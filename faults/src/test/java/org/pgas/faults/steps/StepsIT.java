package org.pgas.faults.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/** A step of each protocol, the same in every build; {@code faults/faults.sh --only steps} tries all. */
class StepsIT {
    private static final long SEED = 20_261_123;
    private static final int TRIES = 24;

    @Test
    void shouldSurviveKillsAndStopsAtStepsOfChance(@TempDir Path scratch) throws Exception {
        System.out.println("seed " + SEED);
        Ledger ledger = new Ledger(System.out);
        new Steps().run(new Plan(SEED, TRIES, Duration.ZERO, Duration.ofSeconds(20), 3, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(TRIES, ledger.trials().size());
    }
}
