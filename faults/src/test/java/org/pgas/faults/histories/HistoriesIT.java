package org.pgas.faults.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/** A few jobs with the library as it is, and some whose ranks use it wrongly. */
class HistoriesIT {
    private static final long SEED = 20_261_129;

    /** Of so many jobs one at least has to be found: in each, hundreds of updates meet. */
    private static final int TORN_JOBS = 5;

    private static Plan plan(Path scratch, int tries, long replay) {
        return new Plan(SEED, tries, Duration.ZERO, Duration.ofSeconds(20), 2, replay, scratch);
    }

    @Test
    void whatRanksHaveGotCanBeExplained(@TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Histories().run(plan(scratch, 4, -1), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(4, ledger.trials().size());
        assertTrue(ledger.details().stream().anyMatch(each -> each.words().startsWith("histories of")));
    }

    @Test
    void anUpdateInTwoStepsIsFound(@TempDir Path scratch) throws Exception {
        long[] seeds = LongStream.range(SEED, SEED + 10_000).filter(HistoriesIT::isOfWords).limit(TORN_JOBS).toArray();
        Ledger ledger = new Ledger(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        for (int job = 0; job < TORN_JOBS && ledger.failures().isEmpty(); job++) {
            new Histories(TornPlayer.class.getName()).run(plan(scratch, 1, seeds[job]), ledger);
        }
        assertTrue(ledger.harnessFaults().isEmpty(), ledger.harnessFaults()::toString);
        assertTrue(ledger.failures().stream().anyMatch(each -> each.what().contains("no order of")
                && each.what().contains("fetch add(")), () -> "not found: " + ledger.trials());
    }

    private static boolean isOfWords(long seed) {
        Program program = Program.of(seed);
        return program.focus() == Focus.WORDS && program.neighbourhoods() == 1;
    }
}
