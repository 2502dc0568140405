package org.pgas.faults.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Kills ranks and launchers of real jobs. A failure names the seed with which {@code faults/faults.sh} tries it again. */
@Seeded
class KillsIT {
    /** However long they take, up to the limit of the test. */
    private static final int KILLS = 300;

    /** Far above the two seconds that are promised, which a busy host may not keep. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    @Timeout(600)
    void shouldLeaveNothingBehindWhoeverIsKilled(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        long seed = Seed.of("kills").nextLong(Long.MAX_VALUE);
        new Kills().run(new Plan(seed, KILLS, Duration.ZERO, PATIENCE, 2, -1, scratch), ledger);
        assertEquals(KILLS, ledger.trials().size());
        assertEquals(List.of(), ledger.failures());
    }
}
