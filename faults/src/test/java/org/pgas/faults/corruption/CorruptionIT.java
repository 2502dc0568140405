package org.pgas.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;

@Timeout(300)
class CorruptionIT {
    @TempDir
    private Path scratch;

    @Test
    void shouldEndWithAMessageOrGoOnWhateverHappensToTheFiles() throws Exception {
        long seed = ThreadLocalRandom.current().nextLong(1_000_000_000_000L);
        Ledger ledger = new Ledger(System.out);
        new Corruption().run(new Plan(seed, 0, Duration.ofSeconds(30), Duration.ofSeconds(20), 2, -1, scratch), ledger);
        assertFalse(ledger.trials().isEmpty());
        assertEquals(List.of(), ledger.failures(), "seed " + seed);
    }
}
