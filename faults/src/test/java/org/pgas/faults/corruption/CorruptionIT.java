package org.pgas.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
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

/** The same jobs in every build; {@code faults/faults.sh --only corruption} draws others. */
class CorruptionIT {
    private static final long SEED = 20_261_123;
    private static final int JOBS = 10;
    private static final int CROSSING_JOBS = 2;

    /** Far more than {@code faults/faults.sh} gives, which measures: the host of a build may be busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path scratch;

    @Test
    void shouldEndWithAMessageOrGoOnWhateverHappensToTheFiles() throws Exception {
        System.out.println("seed " + SEED);
        Ledger ledger = new Ledger(System.out);
        new Corruption().run(new Plan(SEED, JOBS, Duration.ZERO, PATIENCE, 3, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(JOBS + CutJob.ALL.size(), ledger.trials().size());
    }

    /** The first such seeds from there on, each as {@code --replay} tries it. */
    static LongStream crossingSeeds() {
        return LongStream.iterate(SEED, seed -> seed + 1)
                .filter(seed -> Corruption.isOfRunningJob(seed) && DamagedJob.neighbourhoods(seed) > 1)
                .limit(CROSSING_JOBS);
    }

    @ParameterizedTest
    @MethodSource("crossingSeeds")
    @Execution(ExecutionMode.CONCURRENT)
    void shouldDoSoBetweenNeighbourhoods(long seed) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Corruption().run(new Plan(SEED, 1, Duration.ZERO, PATIENCE, 1, seed, scratch), ledger);
        Outcome.assertSurvived(ledger);
        assertEquals(1, ledger.trials().size());
    }
}
