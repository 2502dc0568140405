package org.pgas.faults.stopped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;

/** Ranks that are stopped for a second or two. */
class StoppedIT {
    @Test
    void whoIsStoppedIsNotTakenForDead(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Stopped(false).run(new Plan(ThreadLocalRandom.current().nextInt(), 2, Duration.ZERO,
                Duration.ofSeconds(20), 1, -1, scratch), ledger);
        assertFalse(ledger.trials().isEmpty());
        assertEquals(List.of(), ledger.failures());
    }
}
