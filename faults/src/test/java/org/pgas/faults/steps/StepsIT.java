package org.pgas.faults.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;

/** Some steps of the table, others in each build; faults/faults.sh tries all. */
class StepsIT {
    private static final int TRIES = 30;

    @Test
    void shouldSurviveKillsAndStopsAtStepsOfChance(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        long seed = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
        new Steps().run(new Plan(seed, TRIES, Duration.ZERO, Duration.ofSeconds(20), 3, -1, scratch), ledger);
        assertEquals(List.of(), ledger.failures(), "seed " + seed);
        assertEquals(TRIES, ledger.trials().size(), "seed " + seed);
    }
}
