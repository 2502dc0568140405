package org.pgas.faults.kills;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.work.Workload;

/**
 * Kills ranks and launchers of real jobs, the same ones in every build. A failure names the seed with which
 * {@code faults/faults.sh} tries it again.
 */
class KillsIT {
    private static final long SEED = 20_261_123;
    private static final int KILLS = 24;
    private static final int CROSSING_KILLS = 4;

    /**
     * Two seconds are promised, and {@code faults/faults.sh} measures them. A busy host may not keep them, so this is
     * far more.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int LONGER_THAN_ANY_JOB_MILLIS = 1_000_000_000;

    @Test
    void shouldLeaveNothingBehindWhoeverIsKilled(@TempDir Path scratch) throws Exception {
        System.out.println("seed " + SEED);
        Ledger ledger = new Ledger(System.out);
        new Kills().run(new Plan(SEED, KILLS, Duration.ZERO, PATIENCE, 3, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        // some programs may have ended before
        assertTrue(ledger.trials().size() > KILLS / 2, () -> "only " + ledger.trials());
    }

    /** The first such seeds from there on. */
    static LongStream crossingSeeds() {
        return LongStream.iterate(SEED, seed -> seed + 1).filter(seed -> {
            Choice choice = Choice.of(seed);
            return choice.program().neighbourhoods() > 1 && choice.program().workload().endless();
        }).limit(CROSSING_KILLS);
    }

    @ParameterizedTest
    @MethodSource("crossingSeeds")
    @Execution(ExecutionMode.CONCURRENT)
    void shouldLeaveNothingBehindBetweenNeighbourhoods(long seed, @TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        ledger.add(new Killing(Choice.of(seed), scratch, PATIENCE, FastStart.get()).run("kills"));
        Outcome.assertSurvived(ledger);
    }

    /** It is neither survived nor failed: nothing was done to it. */
    @Test
    void shouldNotCountAJobThatHasEndedByItselfBeforeTheSignal(@TempDir Path scratch) throws Exception {
        Choice late = new Choice(SEED, new Choice.Program(Workload.LEAVING, 2, 1, List.of("-Dpgas.segment=4m")),
                Victims.RANK, 0, 1, Signal.KILL, false, LONGER_THAN_ANY_JOB_MILLIS, 0);
        assertNull(new Killing(late, scratch, PATIENCE, FastStart.get()).run("kills"));
    }
}
