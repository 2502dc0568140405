package org.pgas.faults.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

/**
 * Some of what {@code faults/faults.sh --only hosts} does, the same in every build. Without root hosts are addresses of
 * this machine, nothing is done to networks, and a line says so.
 */
class LostHostsIT {
    private static final long SEED = 20_261_127;

    /** What is promised, {@code faults/faults.sh} measures; a busy machine may not keep it. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Of a job on two hosts, all of whose ranks run. */
    private static long seed(Deed deed) {
        return LongStream.iterate(SEED, seed -> seed + 1).filter(seed -> {
            Choice choice = Choice.of(seed);
            return choice.deed() == deed && choice.moment() == Moment.RUNNING && choice.hosts() == 2;
        }).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(names = {"RANK", "AGENT", "LAUNCHER", "PARTITION", "LOSS", "STRANGERS"})
    @Execution(ExecutionMode.CONCURRENT)
    void aJobOnTwoHostsEndsAsItShould(Deed deed, @TempDir Path scratch) throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Hosts().run(new Plan(SEED, 1, Duration.ZERO, PATIENCE, 1, seed(deed), scratch), ledger);
        Outcome.assertSurvived(ledger);
    }
}
