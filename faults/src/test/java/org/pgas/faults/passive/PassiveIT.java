package org.pgas.faults.passive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/**
 * Every one-sided operation, once on mapped memory, once between neighbourhoods, and once between hosts; {@code
 * faults/faults.sh} says how soon they are over.
 */
class PassiveIT {
    @Test
    void theTargetNeedDoNothing(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Passive(false).run(new Plan(1, 1, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(3, ledger.trials().size());
        assertTrue(ledger.details().size() > 180, () -> "only " + ledger.details());
    }
}
