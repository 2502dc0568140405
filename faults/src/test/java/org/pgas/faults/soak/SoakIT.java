package org.pgas.faults.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Trial;

/** A few rounds of the soak in each build; for as long as {@code -Dsoak.time} says in the profile {@code soak}. */
class SoakIT {
    private static final int ROUNDS = 3;
    private static final int LEAKING_ROUNDS = 36;

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

    /** A byte of memory that one rank changes, and that its model does not know of, once. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldCountAChangedByteAgainstItsModule(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Soak(List.of("-D" + SoakRank.FLIP + "=0"), List.of())
                .run(new Plan(1, 2, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        List<Trial> failures = ledger.failures();
        assertEquals(List.of("rounds of transfers", "the job ended in order, with all rounds verified"),
                failures.stream().map(Trial::kind).toList(), failures::toString);
        assertTrue(failures.getFirst().what().contains("MISMATCH transfers"), failures::toString);
    }

    /** Memory that every rank loses in each round, of the heap and not. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldNoticeMemoryThatIsLostInEachRound(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Soak(List.of("-D" + Leak.HEAP + "=400000", "-D" + Leak.NATIVE + "=600000"), List.of("transfers", "arrays"))
                .run(new Plan(2, LEAKING_ROUNDS, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        Map<String, Long> failures = ledger.failures().stream()
                .collect(Collectors.groupingBy(Trial::kind, Collectors.counting()));
        // each rank's; what else fails in so short a time may be of the warm-up
        assertEquals(3, failures.get("heap flat"), failures::toString);
        assertEquals(3, failures.get("native memory flat"), failures::toString);
    }
}
