package org.pgas.faults.power;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.examples.kv.TwinRank;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;
import org.pgas.faults.Trial;

/** A few losses of power, and twins of the store that do not survive them; {@code faults/faults.sh} tries many. */
class PowerIT {
    @TempDir
    private Path scratch;

    private Ledger run(Power power, int jobs, Ledger ledger) throws Exception {
        power.run(new Plan(20_261_129, jobs, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
        return ledger;
    }

    @Test
    void whatWasSyncedIsThereAfterALossOfPower() throws Exception {
        Ledger ledger = run(new Power(40), 3, new Ledger(System.out));
        Outcome.assertSurvived(ledger);
        assertEquals(3, ledger.trials().size());
        assertTrue(ledger.details().size() > 3 * 40, () -> "only " + ledger.details());
    }

    /** One job after the other, until one shows it. */
    @ParameterizedTest
    @ValueSource(classes = {TwinRank.SkipsSyncs.class, TwinRank.WritesOver.class, TwinRank.MarksAny.class})
    void aTwinIsFound(Class<?> twin) throws Exception {
        for (int seed = 1; seed <= 12; seed++) {
            Ledger ledger = new Ledger(new PrintStream(OutputStream.nullOutputStream()));
            new Power(200, 1, twin.getName()).run(
                    new Plan(seed, 1, Duration.ZERO, Duration.ofSeconds(20), 1, -1, scratch), ledger);
            List<Trial> failures = ledger.failures();
            if (!failures.isEmpty()) {
                assertTrue(failures.getFirst().what().contains(PowerRank.WRONG), failures.toString());
                return;
            }
        }
        assertFalse(true, "none of the jobs of " + twin.getSimpleName() + " has shown it");
    }
}
