package org.pgas.faults.stopped;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/** Ranks that are stopped for a second or two. */
class StoppedIT {
    private static final long SEED = 20_261_123;

    @Test
    void whoIsStoppedIsNotTakenForDead(@TempDir Path scratch) throws Exception {
        System.out.println("seed " + SEED);
        Ledger ledger = new Ledger(System.out);
        new Stopped(false).run(new Plan(SEED, 4, Duration.ZERO, Duration.ofSeconds(20), 4, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
    }
}
