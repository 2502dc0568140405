package org.pgas.faults.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/** As root, some of what another user may try; for others nothing can be tried, which is no failure. */
class SecurityIT {
    @Test
    void anotherUserGetsNowhere(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Security(false).run(new Plan(1, 1, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(Attacks.quick().size(), ledger.trials().size() + ledger.notTried().size());
    }
}
