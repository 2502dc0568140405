package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.PgasException;

/** Jobs of real JVMs, started through the API. */
class LauncherIT {
    @TempDir
    Path base;

    private Trial trial;

    private Trial trial() {
        trial = new Trial(base);
        return trial;
    }

    @AfterEach
    void end() {
        if (trial != null) {
            trial.close();
        }
    }

    @Test
    void aJobWhoseRanksFinishEndsWithZeroAndSaysNothing() throws Exception {
        trial().start(3, Behaviours.class, "finish").endsWith(0);
        assertEquals("", trial.job().message());
        assertEquals(3, trial.lines().size(), trial.lines()::toString);
    }

    @Test
    void ranksThatNeverJoinMayFinishToo() throws Exception {
        trial().start(2, Behaviours.class, "unjoined", "0").endsWith(0);
    }

    @Test
    void theCodeOfARankThatNeverJoinedIsTheJobs() throws Exception {
        trial().start(2, Behaviours.class, "unjoined", "9").endsWith(9);
    }

    @Test
    void ranksOutsideTheJobAreEndedWithIt() throws Exception {
        trial().start(1, Behaviours.class, "sleep-unjoined");
        trial.job().end(4);
        trial.endsWith(4);
        assertEquals("ended by the launcher", trial.job().message());
    }

    @Test
    void argumentsArriveAsTheyAre() throws Exception {
        String[] arguments = {"echo", "two words", "*", "", "$HOME", "\"quoted\" \\ back", "@file", "-Dx=y", "ä日🎲"};
        trial().start(trial.launcher(2, Behaviours.class, arguments)
                .jvmArguments(List.of("-Dtest.property=with \"quotes\" and # \\ space"))
                .workingDirectory(base.toAbsolutePath())).endsWith(0);
        for (int i = 1; i < arguments.length - 1; i++) {
            assertTrue(trial.lines().contains("1 out argument <" + arguments[i] + ">"), trial.lines()::toString);
        }
        assertTrue(trial.lines().contains("1 out property with \"quotes\" and # \\ space"), trial.lines()::toString);
        assertTrue(trial.lines().contains("0 out directory " + base.toAbsolutePath()), trial.lines()::toString);
        assertTrue(trial.lines().contains("0 err to standard error"), trial.lines()::toString);
        assertTrue(trial.lines().contains("1 out unfinished"), trial.lines()::toString);
    }

    /**
     * Also where java would start itself again, with all that is in the argument file as its command: two JVMs in
     * LD_LIBRARY_PATH.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "-Dshown={rank}"})
    void commandLinesOfRanksTellNeitherArgumentsNorOptions(String rankOption) throws Exception {
        trial().start(trial.launcher(2, Behaviours.class, "wait", "0", "word-of-the-program")
                .environment("LD_LIBRARY_PATH", "/nowhere:" + ThisJvm.home().resolve("lib/server"))
                .jvmArguments(Stream.of("-Dsecret=option-of-the-jvm", rankOption).filter(each -> !each.isEmpty())
                        .toList()));
        trial.awaitLines(1, "waiting");
        for (int rank = 0; rank < 2; rank++) {
            String file = rankOption.isEmpty() ? "java.args" : "java-" + rank + ".args";
            List<String> words = List.of(Files.readString(Path.of("/proc", "" + trial.job().pids().get(rank),
                    "cmdline")).split("\0"));
            assertEquals(List.of(ThisJvm.java().toString(), "-Dpgas.rank=" + rank,
                    "@" + trial.job().directory().resolve(file)), words);
        }
        trial.job().end(5);
        trial.endsWith(5);
    }

    @Test
    void everyRankSeesTheJobsEnvironment() throws Exception {
        trial().start(trial.launcher(2, Behaviours.class, "environment", "1", "TRIAL_VARIABLE")
                .environment("TRIAL_VARIABLE", "some value")).endsWith(0);
        assertTrue(trial.lines().contains("1 out value some value"), trial.lines()::toString);
    }

    @Test
    void aFloodArrivesCompleteAndInOrder() throws Exception {
        int count = 200_000;
        trial().start(2, Behaviours.class, "flood", Integer.toString(count)).endsWith(0);
        for (int rank = 0; rank < 2; rank++) {
            String prefix = rank + " out ";
            List<String> own = trial.lines().stream().filter(line -> line.startsWith(prefix)).toList();
            assertEquals(count, own.size());
            for (int i = 0; i < count; i++) {
                assertEquals(prefix + i, own.get(i));
            }
        }
    }

    @Test
    void outputGoesToAFilePerRankAndStream() throws Exception {
        Path output = base.resolveSibling(base.getFileName() + "-output").resolve("deep");
        trial().start(trial.launcher(2, Behaviours.class, "echo").output(RankOutput.directory(output))).endsWith(0);
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(Files.readString(output.resolve("rank-" + rank + ".out")).endsWith("unfinished"));
            assertEquals("to standard error\n", Files.readString(output.resolve("rank-" + rank + ".err")));
        }
    }

    @Test
    void boundRanksHaveOneCoreEach() throws Exception {
        int ranks = Math.min(2, Cores.ofThisProcess().size());
        trial().start(trial.launcher(ranks, Behaviours.class, "echo").bind(true)).endsWith(0);
        for (int rank = 0; rank < ranks; rank++) {
            String cores = rank + " out cores " + Cores.oneEach(ranks, Cores.places()).get(rank);
            assertTrue(trial.lines().contains(cores), trial.lines()::toString);
        }
    }

    @Test
    void outputOfAProcessThatARankLeftBehindIsNotWaitedFor() throws Exception {
        trial().start(1, Behaviours.class, "leave-child").endsWith(0);
        String child = trial.lines().getFirst();
        Trial.signal("KILL", Long.parseLong(child.substring(child.lastIndexOf(' ') + 1)));
    }

    @Test
    void outputThatCannotBeDeliveredEndsTheJob() throws Exception {
        trial().start(trial.launcher(2, Behaviours.class, "flood", "100000")
                .output(RankOutput.lines((rank, error, line) -> {
                    throw new IllegalStateException("full");
                }))).endsWith(141);
        assertTrue(trial.job().message().contains("could not be delivered"), trial.job()::message);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 137, 255})
    void systemExitBeforeLeavingEndsTheJobWithItsCode(int code) throws Exception {
        trial().start(3, Behaviours.class, "system-exit", "1", Integer.toString(code)).endsWith(code);
        assertTrue(trial.job().message().matches("rank 1 .*"), trial.job()::message);
    }

    @Test
    void systemExitWithZeroBeforeLeavingEndsTheJobWithOne() throws Exception {
        trial().start(3, Behaviours.class, "system-exit", "1", "0").endsWith(1);
        assertTrue(trial.job().message().contains("without leaving its job"), trial.job()::message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 42, 255})
    void jobExitEndsTheJobWithItsCode(int code) throws Exception {
        trial().start(3, Behaviours.class, "job-exit", "2", Integer.toString(code)).endsWith(code);
    }

    @ParameterizedTest
    @CsvSource({"-1,255", "256,255", "257,1"})
    void jobExitEndsTheJobWithTheLowBitsOfACodeThatNoProcessCanReturn(int code, int returned) throws Exception {
        trial().start(3, Behaviours.class, "job-exit", "2", Integer.toString(code)).endsWith(returned);
    }

    @Test
    void everyRanksExitHookRunsOnceWhenOneExits() throws Exception {
        trial().start(3, Behaviours.class, "hook", "1", "5").endsWith(5);
        for (int rank = 0; rank < 3; rank++) {
            String line = rank + " out exit hook of rank " + rank;
            assertEquals(1, trial.lines().stream().filter(line::equals).count(), trial.lines()::toString);
        }
    }

    @Test
    void anUncaughtExceptionInMainEndsTheJobWithOne() throws Exception {
        trial().start(3, Behaviours.class, "throw", "1", "on purpose").endsWith(1);
        assertTrue(trial.lines().stream().anyMatch(line -> line.startsWith("1 err") && line.contains("on purpose")),
                trial.lines()::toString);
    }

    @Test
    void aRankWithoutHeapIsReportedAsSuch() throws Exception {
        trial().start(2, Behaviours.class, "out-of-memory", "1").endsWith(3);
        assertEquals("rank 1 (pid " + trial.job().pids().get(1)
                + ") ran out of Java heap, which was 64m: give more with --heap "
                + "(or its program has called Runtime.halt(3))", trial.job().message());
    }

    @Test
    void haltEndsTheJobWithItsCode() throws Exception {
        trial().start(2, Behaviours.class, "halt", "0", "6").endsWith(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start-up", "barrier", "computing", "spinning", "exiting"})
    void aRankKilledInAnyPhaseEndsTheJob(String phase) throws Exception {
        for (int victim : new int[]{0, 1}) {
            trial().start(2, Phases.class, phase);
            trial.awaitLines(phase.equals("exiting") ? 1 : 2, "ready");
            long pid = trial.job().pids().get(victim);
            Trial.until(
                    () -> Trial.isGone(pid) || trial.lines().stream().anyMatch(line -> line.contains("ready " + pid)),
                    "rank " + victim + " to be ready");
            Trial.signal("KILL", pid);
            trial.endsWith(137);
            assertEquals("rank " + victim + " (pid " + pid + ") was killed by SIGKILL", trial.job().message());
        }
    }

    @Test
    void stoppedRanksAreEndedToo() throws Exception {
        trial().start(3, Phases.class, "spinning");
        trial.awaitLines(3, "ready");
        Trial.signal("STOP", trial.job().pids().get(0));
        Trial.signal("KILL", trial.job().pids().get(1));
        trial.endsWith(137);
    }

    @Test
    void aRankThatGetsSigtermEndsTheJobWith143() throws Exception {
        trial().start(2, Phases.class, "barrier");
        trial.awaitLines(2, "ready");
        Trial.signal("TERM", trial.job().pids().get(1));
        trial.endsWith(143);
        assertTrue(trial.job().message().contains("SIGTERM"), trial.job()::message);
    }

    /** Again with twice the time while ranks that other work on the host has held up are not there yet. */
    @Test
    void theTimeoutEndsTheJobWith124AndSaysWhatEachRankIsDoing() throws Exception {
        String doing = ", its --timeout; rank 0: computing; rank 1: waiting in a barrier";
        int seconds = 1;
        do {
            seconds *= 2;
            trial().start(trial.launcher(2, Phases.class, "barrier").timeout(Duration.ofSeconds(seconds)))
                    .endsWith(124);
        } while (!trial.job().message().endsWith(doing) && seconds < 32);
        assertEquals("the job has run for " + seconds + "s" + doing,
                trial.job().message());
    }

    @Test
    void aTimeoutThatIsOverBeforeAllRanksAreStartedEndsTheJobWith124() throws Exception {
        trial().start(trial.launcher(3, Phases.class, "barrier").timeout(Duration.ZERO)).endsWith(124);
        assertEquals(1, trial.job().pids().size(), "started");
    }

    @Test
    void oneRankAloneIsStartedOfAJobThatHasEnded() throws Exception {
        trial().start(trial.launcher(3, Phases.class, "barrier").onStarting(job -> job.end(7, "for some reason")))
                .endsWith(7);
        assertEquals("for some reason", trial.job().message());
        assertEquals(1, trial.job().pids().size(), "started");
    }

    @Test
    void theTimeoutSaysWhichRankIsStopped() throws Exception {
        trial().start(trial.launcher(2, Phases.class, "barrier").timeout(Duration.ofSeconds(3)));
        Trial.signal("STOP", trial.job().pids().get(1));
        trial.endsWith(124);
        assertTrue(trial.job().message().contains("; rank 1: ")
                && trial.job().message().endsWith(", stopped (state T: SIGCONT lets it go on)"), trial.job()::message);
    }

    @Test
    void aRankThatEndsWithoutJoiningEndsAJobThatWaitsForIt() throws Exception {
        trial().start(2, HalfJoined.class).endsWith(1);
        assertTrue(trial.job().message().contains("ended without joining the job"), trial.job()::message);
    }

    /** Rank 0 finishes without joining. */
    public static final class HalfJoined {
        private HalfJoined() {}

        /** Takes no arguments. */
        public static void main(String[] args) {
            if (Integer.getInteger("pgas.rank") != 0) {
                org.pgas.Job.join();
            }
        }
    }

    @Test
    void closeEndsARunningJob() throws Exception {
        trial().start(2, Phases.class, "spinning");
        trial.awaitLines(2, "ready");
        trial.job().close();
        trial.endsWith(143);
        trial.job().close();
    }

    @Test
    void theFirstEndCounts() throws Exception {
        trial().start(2, Phases.class, "computing");
        trial.awaitLines(2, "ready");
        trial.job().end(11);
        trial.job().end(12);
        trial.endsWith(11);
    }

    @Test
    void aRunningJobHasNoExitCode() {
        trial().start(1, Behaviours.class, "sleep-unjoined");
        assertThrows(PgasException.class, () -> trial.job().exitCode());
        assertEquals("", trial.job().message());
    }

    @Test
    void severalJobsRunAtOnce() throws Exception {
        List<Trial> trials = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                Path own = Files.createDirectory(base.resolve("jobs-" + i));
                trials.add(new Trial(own).start(2, Behaviours.class, "job-exit", "1", Integer.toString(20 + i)));
            }
            for (int i = 0; i < 3; i++) {
                trials.get(i).endsWith(20 + i);
            }
        } finally {
            trials.forEach(Trial::close);
        }
    }

    @Test
    void aJobThatCannotStartLeavesNothing() {
        // more than the system takes for one word
        var builder = trial().launcher(2, Behaviours.class, "finish").environment("LARGE", "x".repeat(1 << 20));
        var e = assertThrows(PgasException.class, () -> trial.start(builder));
        assertTrue(e.getMessage().startsWith("cannot start rank 0 of 2"), e::getMessage);
        Trial.assertNothingLeft(base);
    }

    @Test
    void aWorkingDirectoryThatIsMissingIsNamedWithWhatHelps() {
        var builder = trial().launcher(2, Behaviours.class, "finish").workingDirectory(base.resolve("none"));
        var e = assertThrows(PgasException.class, () -> trial.start(builder));
        assertEquals("the working directory of the ranks, " + base.resolve("none")
                + ", is not there, or is no directory: make it, or name another", e.getMessage());
        Trial.assertNothingLeft(base);
    }
}
