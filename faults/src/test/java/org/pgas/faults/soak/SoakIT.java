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
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Detail;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/**
 * Each build does the same few rounds of the soak. In the profile {@code soak} it does others, for as long as
 * {@code -Dsoak.time} says.
 */
class SoakIT {
    private static final String TIME = "soak.time";
    private static final String OF_THE_BUILD = "0s";
    private static final long SEED = 20_261_123;
    private static final int ROUNDS = 3;
    private static final int LEAKING_ROUNDS = 36;

    private static List<Detail> failing(Ledger ledger) {
        return ledger.details().stream().filter(each -> !each.good()).toList();
    }

    @Test
    @Timeout(value = 25, unit = TimeUnit.HOURS)
    void shouldVerifyEveryRound(@TempDir Path scratch) throws Exception {
        String time = System.getProperty(TIME, OF_THE_BUILD);
        long seed = Long.getLong("pgas.seed",
                time.equals(OF_THE_BUILD) ? SEED : ThreadLocalRandom.current().nextLong(1_000_000_000_000L));
        System.out.println("seed " + seed + ", again with -Dpgas.seed=" + seed);
        Ledger ledger = new Ledger(System.out);
        new Soak().run(new Plan(seed, ROUNDS, Duration.parse("PT" + time), Duration.ofSeconds(20), 1, -1, scratch),
                ledger);
        Outcome.assertSurvived(ledger);
        List<String> seen = ledger.details().stream().map(Detail::words).distinct().toList();
        assertFalse(seen.size() < 15, () -> "only " + seen);
    }

    /** A byte of memory that one rank changes, and that its model does not know of, once. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldCountAChangedByteAgainstItsModule(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Soak(List.of("-D" + SoakRank.FLIP + "=0"), List.of("transfers", "collectives and teams"))
                .run(new Plan(1, 2, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        List<Detail> failing = failing(ledger);
        assertEquals(List.of("rounds of transfers"), failing.stream().map(Detail::words).toList(), failing::toString);
        assertTrue(failing.getFirst().wrong().contains("MISMATCH transfers"), failing::toString);
        assertEquals(1, ledger.failures().size(), "a job counts once");
    }

    /**
     * Memory that every rank loses in each round, within the heap and outside. FlatnessTest tests the judgement; this
     * test needs real rounds.
     */
    @Test
    @DisabledIfSystemProperty(named = TIME, matches = OF_THE_BUILD, disabledReason = "takes long: in the profile soak")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldNoticeMemoryThatIsLostInEachRound(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Soak(List.of("-D" + Leak.HEAP + "=400000", "-D" + Leak.NATIVE + "=600000"), List.of("transfers", "arrays"))
                .run(new Plan(2, LEAKING_ROUNDS, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        Map<String, Long> failing = failing(ledger).stream()
                .collect(Collectors.groupingBy(Detail::words, Collectors.counting()));
        // each rank's; what else fails in so short a time may be of the warm-up
        assertEquals(3, failing.get("heap flat"), failing::toString);
        assertEquals(3, failing.get("native memory flat"), failing::toString);
    }
}
