package org.pgas.faults.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pgas.faults.jobs.Aftermath;
import org.pgas.faults.jobs.FastStart;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;

/**
 * What ranks do while something happens to them is itself right: an error of theirs would look like one of the library.
 */
@Execution(ExecutionMode.CONCURRENT)
class WorkloadsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RANKS = 3;

    /** Many rounds of any program. */
    private static final long UNDISTURBED_MILLIS = 400;

    /** All but examples, which have tests of their own. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"UTS", "HEAT"})
    void shouldGoOnInCheckedModeWhileNothingHappens(Workload workload, @TempDir Path scratch) throws Exception {
        goOn(workload, 1, scratch);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"UTS", "HEAT"})
    void shouldGoOnInTwoNeighbourhoods(Workload workload, @TempDir Path scratch) throws Exception {
        goOn(workload, 2, scratch);
    }

    private static void goOn(Workload workload, int neighbourhoods, Path scratch) throws Exception {
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        JobPlan plan = workload.plan(directory, RANKS).with("-Dpgas.segment=4m", "--checks", "--wait", "block",
                "--neighbourhoods", Integer.toString(neighbourhoods), "-J" + Aftermath.crashOption(scratch));
        try (RunningJob job = RunningJob.start(plan, scratch.resolve("output.txt"), FastStart.get())) {
            Aftermath aftermath = new Aftermath(job, directory, scratch);
            if (workload.endless()) {
                job.awaitLines(Workload.READY, RANKS, PATIENCE);
                TimeUnit.MILLISECONDS.sleep(UNDISTURBED_MILLIS);
                Processes.signal("TERM", job.launcher());
            }
            aftermath.checkGone(System.nanoTime(), PATIENCE);
            aftermath.checkCode(workload.endless() ? 143 : 0);
            aftermath.checkOutput();
            aftermath.checkFiles(false);
            assertEquals("", aftermath.text());
        }
    }
}
