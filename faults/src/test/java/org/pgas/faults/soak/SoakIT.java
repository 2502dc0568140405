package org.pgas.faults.soak;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Trial;

/** A few rounds of the soak in each build; for as long as {@code -Dsoak.time} says in the profile {@code soak}. */
class SoakIT {
    private static final int ROUNDS = 4;

    @Test
    @Timeout(value = 25, unit = TimeUnit.HOURS)
    void shouldVerifyEveryRound(@TempDir Path scratch) throws Exception {
        Duration time = Duration.parse("PT" + System.getProperty("soak.time", "0s"));
        long seed = Long.getLong("pgas.seed", ThreadLocalRandom.current().nextLong(1_000_000_000_000L));
        Ledger ledger = new Ledger(System.out);
        new Soak().run(new Plan(seed, ROUNDS, time, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        assertTrue(ledger.failures().isEmpty(), () -> "-Dpgas.seed=" + seed + ": " + ledger.failures());
        List<String> kinds = ledger.trials().stream().map(Trial::kind).distinct().toList();
        assertFalse(kinds.size() < 15, () -> "only " + kinds);
    }
}
