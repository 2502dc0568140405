package org.pgas.faults.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Detail;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/** A job of each sort with the library as it is, and some whose ranks use it wrongly. */
class HistoriesIT {
    private static final long SEED = 20_261_129;

    /** Of so many jobs one at least has to be found: in each, hundreds of updates meet. */
    private static final int TORN_JOBS = 5;

    private static void replay(String player, long seed, Path scratch, Ledger ledger) throws Exception {
        new Histories(player).run(new Plan(SEED, 1, Duration.ZERO, Duration.ofSeconds(20), 1, seed, scratch), ledger);
    }

    private static LongStream seeds(Focus focus, int neighbourhoods) {
        return LongStream.range(SEED, SEED + 10_000).filter(seed -> {
            Program program = Program.of(seed);
            return program.focus() == focus && program.neighbourhoods() == neighbourhoods;
        });
    }

    @Test
    void whatRanksHaveGotCanBeExplained(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        for (Focus focus : Focus.values()) {
            int neighbourhoods = 1 + focus.ordinal() % 2;
            replay(Player.class.getName(), seeds(focus, neighbourhoods).findFirst().orElseThrow(), scratch, ledger);
        }
        Outcome.assertSurvived(ledger);
        assertEquals(Focus.values().length, ledger.trials().size());
        Set<String> words = ledger.details().stream().map(Detail::words).collect(Collectors.toSet());
        for (Subject each : Subject.values()) {
            assertTrue(words.contains("histories of " + each.title()), each::toString);
        }
    }

    @Test
    void anUpdateInTwoStepsIsFound(@TempDir Path scratch) throws Exception {
        long[] seeds = seeds(Focus.WORDS, 1).limit(TORN_JOBS).toArray();
        Ledger ledger = new Ledger(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        for (int job = 0; job < TORN_JOBS && ledger.failures().isEmpty(); job++) {
            replay(TornPlayer.class.getName(), seeds[job], scratch, ledger);
        }
        assertTrue(ledger.harnessFaults().isEmpty(), ledger.harnessFaults()::toString);
        assertTrue(ledger.failures().stream().anyMatch(each -> each.what().contains("no order of")
                && each.what().contains("fetch add(")), () -> "not found: " + ledger.trials());
    }
}
