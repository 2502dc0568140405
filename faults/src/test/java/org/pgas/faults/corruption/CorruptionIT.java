package org.pgas.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/** The same jobs in every build; {@code faults/faults.sh --only corruption} draws others. */
class CorruptionIT {
    private static final long SEED = 20_261_123;
    private static final int JOBS = 10;

    @TempDir
    private Path scratch;

    @Test
    void shouldEndWithAMessageOrGoOnWhateverHappensToTheFiles() throws Exception {
        System.out.println("seed " + SEED);
        Ledger ledger = new Ledger(System.out);
        new Corruption().run(new Plan(SEED, JOBS, Duration.ZERO, Duration.ofSeconds(20), 3, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(JOBS + CutJob.ALL.size(), ledger.trials().size());
    }
}
