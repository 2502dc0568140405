package org.pgas.faults.kills;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/**
 * Kills ranks and launchers of real jobs, the same ones in every build. A failure names the seed with which
 * {@code faults/faults.sh} tries it again.
 */
class KillsIT {
    private static final long SEED = 20_261_123;
    private static final int KILLS = 24;

    /**
     * Two seconds are promised, and {@code faults/faults.sh} measures them. A busy host may not keep them, so this is
     * far more.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    @Timeout(600)
    void shouldLeaveNothingBehindWhoeverIsKilled(@TempDir Path scratch) throws Exception {
        System.out.println("seed " + SEED);
        Ledger ledger = new Ledger(System.out);
        new Kills().run(new Plan(SEED, KILLS, Duration.ZERO, PATIENCE, 3, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        // some programs may have ended before
        assertTrue(ledger.trials().size() > KILLS / 2, () -> "only " + ledger.trials());
    }
}
