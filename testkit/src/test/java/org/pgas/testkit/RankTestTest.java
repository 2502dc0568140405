package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.pgas.JobEndedException;

@ExtendWith(Remains.class)
class RankTestTest {
    @Test
    void bodiesRunForEveryNumberOfRanksAndMode() {
        SampleRun run = SampleRun.of(Samples.Passing.class).assertAllPassed(14);
        for (String name : List.of("1 rank, threads", "1 rank, processes", "2 ranks, threads", "2 ranks, processes",
                "4 ranks, threads", "4 ranks, processes")) {
            run.result("aPutReachesTheNeighbour() " + name);
        }
    }

    @Test
    void theMethodsAnnotationWinsOverItsClasss() {
        SampleRun.of(Samples.Defaults.class).assertAllPassed(4);
    }

    @Test
    void bodiesRunInEveryNumberOfNeighbourhoodsThatTheirRanksCanHave() {
        SampleRun run = SampleRun.of(Samples.Neighbourhoods.class);
        Map<String, Integer> expected = Map.of("1 rank, threads", 1, "2 ranks, threads", 1,
                "2 ranks, threads, 2 neighbourhoods", 2, "3 ranks, threads", 1, "3 ranks, threads, 2 neighbourhoods", 2,
                "3 ranks, threads, 3 neighbourhoods", 3);
        assertEquals(expected.size(), run.names().size(), () -> "tests: " + run.names());
        expected.forEach((name, neighbourhoods) -> {
            String message = run.message("asManyAsThereAreRanks() " + name);
            assertTrue(message.contains("neighbourhoods=" + neighbourhoods), message);
        });
    }

    @Test
    void theConfigurationSaysWhatATestDoesNot() {
        String modes = "org.pgas.testkit.modes";
        SampleRun run = SampleRun.of(Map.of(modes, "threads", "org.pgas.testkit.neighbourhoods", "2"),
                Samples.Configured.class).assertAllPassed(3);
        for (String name : List.of("saysNothing() 2 ranks, threads, 2 neighbourhoods",
                "saysModes() 2 ranks, processes, 2 neighbourhoods", "saysNeighbourhoods() 2 ranks, threads")) {
            run.result(name);
        }
        SampleRun.of(Map.of(modes, "threads, processes"), Samples.ChecksAreOn.class).assertAllPassed(2);
        run = SampleRun.of(Map.of(modes, "thread"), Samples.ChecksAreOn.class);
        String message = run.message(run.names().getFirst());
        assertTrue(message.contains("@RankTest byDefault: " + modes + " = thread: legal are threads"), message);
    }

    @Test
    void checkedModeIsOnUnlessTurnedOff() {
        String before = System.clearProperty("pgas.checks");
        try {
            SampleRun.of(Samples.ChecksAreOn.class).assertAllPassed(2);
        } finally {
            System.setProperty("pgas.checks", before);
        }
    }

    @Test
    void mistakesInTheAnnotationAreExplained() {
        SampleRun run = SampleRun.of(Samples.Refused.class);
        List<String> messages = run.names().stream().map(run::message).toList();
        String all = String.join("\n", messages);
        assertEquals(4, messages.size(), all);
        assertTrue(all.contains("@RankTest otherParameter: parameter String text: a body runs on ranks"), all);
        assertTrue(all.contains("@RankTest noRanks: ranks = 0: a job has at least 1 rank"), all);
        assertTrue(all.contains("@RankTest unknownSetting: settings = \"pgas.wail=block\""), all);
        assertTrue(all.contains("@RankTest badSize: segment=lots is not a size"), all);
    }

    @Test
    void aFailureNamesItsRankAndKeepsItsKind() {
        SampleRun run = SampleRun.of(Samples.Failing.class);
        for (Mode mode : Mode.values()) {
            assertFailureNamesItsRankAndKeepsItsKind(run, mode);
        }
    }

    private static void assertFailureNamesItsRankAndKeepsItsKind(SampleRun run, Mode mode) {
        var assertion = assertInstanceOf(AssertionFailedError.class, run.failure("assertion() 2 ranks, " + mode));
        assertTrue(
                assertion.getMessage().startsWith("rank 1 of 2 (" + mode + ") failed: expected: <one> but was: <two>"),
                assertion::getMessage);
        assertEquals("one", assertion.getExpected().getValue());
        assertEquals("two", assertion.getActual().getValue());
        assertInstanceOf(AssertionFailedError.class, assertion.getCause());
        assertTrue(Stream.of(assertion.getCause().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("assertion")));
        assertEquals(1, assertion.getSuppressed().length);
        assertTrue(
                assertion.getSuppressed()[0].getMessage().startsWith("rank 0 of 2 (" + mode + ") failed: org.pgas."));

        Throwable exception = run.failure("exception() 3 ranks, " + mode);
        assertTrue(exception.getMessage()
                .startsWith("rank 2 of 3 (" + mode + ") failed: java.lang.IllegalStateException: boom"));
        assertInstanceOf(IllegalStateException.class, exception.getCause());
        assertInstanceOf(IOException.class, exception.getCause().getCause());
        assertEquals(2, exception.getSuppressed().length);

        Throwable unsendable = run.failure("notSerialisable() 2 ranks, " + mode);
        assertTrue(unsendable.getMessage().startsWith("rank 0 of 2 (" + mode + ") failed: "
                + "org.pgas.testkit.Samples$Unsendable: cannot travel"), unsendable::getMessage);
        assertTrue(Stream.of(unsendable.getCause().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("notSerialisable")));

        assertEquals(Status.ABORTED, run.result("assumption() 2 ranks, " + mode).getStatus());
        assertInstanceOf(TestAbortedException.class, run.failure("assumption() 2 ranks, " + mode));
        assertTrue(run.message("assumption() 2 ranks, " + mode).startsWith("rank 1 of 2 (" + mode + ") aborted: "));

        assertEquals(Status.FAILED, run.result("assumptionAndAssertion() 2 ranks, " + mode).getStatus());
        assertTrue(run.message("assumptionAndAssertion() 2 ranks, " + mode)
                .startsWith("rank 0 of 2 (" + mode + ") failed: expected: <1>"));
    }

    @Test
    void whatProcessesPrintIsInTheFailure() {
        String message = SampleRun.of(Samples.Printing.class).message("toBothStreams() 2 ranks, processes");
        for (int rank = 0; rank < 2; rank++) {
            String expected = "output of rank " + rank + " of 2 (processes):\n    rank " + rank
                    + " says \u00e4\u00f6\u00fc\n    and no more";
            assertTrue(message.contains(expected), message);
        }
    }

    @Test
    void testsOfARunShareProcesses() {
        SampleRun run = SampleRun.of(Samples.Pooled.class, Samples.PooledAlone.class, Samples.PooledToo.class);
        List<String> first = pids(run.failure("first() 2 ranks, processes"));
        List<String> second = pids(run.failure("second() 2 ranks, processes"));
        assertEquals(2, first.stream().distinct().count());
        assertEquals(first, second);
        assertEquals(first, pids(run.failure("third() 2 ranks, processes")));
        assertTrue(Collections.disjoint(first, pids(run.failure("fourth() 2 ranks, processes"))), "of its own");
        String own = Long.toString(ProcessHandle.current().pid());
        assertFalse(first.contains(own));
        assertTrue(pids(run.failure("threads() 2 ranks, threads")).contains(own));
    }

    private static List<String> pids(Throwable failure) {
        return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed())).map(Throwable::getMessage)
                .map(Pattern.compile("pid=(\\d+)")::matcher).filter(Matcher::find).map(matcher -> matcher.group(1))
                .sorted().toList();
    }

    @Test
    void filesLeftBehindAreAFailure() throws IOException {
        SampleRun run = SampleRun.of(Samples.Littering.class);
        for (Path directory : Remains.jobFiles(ProcessHandle.current().pid())) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        for (Mode mode : Mode.values()) {
            String message = run.message("aDirectory() 2 ranks, " + mode);
            assertTrue(message.startsWith("the job left files behind: ["), message);
            assertTrue(message.contains("/litter/file"), message);
        }
    }

    @Test
    void theEndOfTheJobIsAFailureUnlessExpected() {
        SampleRun run = SampleRun.of(Samples.EndedByItself.class);
        for (Mode mode : Mode.values()) {
            assertEquals(Status.SUCCESSFUL, run.result("exitIsSeenByAll() 2 ranks, " + mode).getStatus());
            assertInstanceOf(JobEndedException.class,
                    run.failure("exitThatNobodyExpects() 2 ranks, " + mode).getCause());
        }
    }

    @Test
    void aFailureOfATestThatDrewSaysHowToReplayIt() {
        SampleRun run = SampleRun.of(Samples.Random.class);
        SampleRun other = withSeed("1");
        Pattern replay = Pattern.compile("\nreplay with -Dpgas\\.seed=(\\d+)(\n|$)");
        for (Mode mode : Mode.values()) {
            assertEquals(Status.SUCCESSFUL, run.result("everyRankDrawsTheSame() 2 ranks, " + mode).getStatus());
            assertFalse(run.message("nobodyDrew() 2 ranks, " + mode).contains("pgas.seed"));
            String test = "aRankThatDrewFails() 2 ranks, " + mode;
            Matcher seed = replay.matcher(run.message(test));
            assertTrue(seed.find(), run.message(test));
            String drew = run.failure(test).getCause().getMessage();
            assertNotEquals(drew, other.failure(test).getCause().getMessage());
            assertEquals(drew, withSeed(seed.group(1)).failure(test).getCause().getMessage());
        }
        assertEquals(Status.SUCCESSFUL, run.result("Samples$Random notSeeded()").getStatus());
        Throwable ordinary = run.failure("Samples$Random anOrdinaryTest()");
        assertInstanceOf(IllegalStateException.class, ordinary);
        assertTrue(ordinary.getSuppressed()[0].toString().startsWith("replay with -Dpgas.seed="));
    }

    @Test
    void everyRunOfATestDrawsTheSame() {
        String test = "Samples$Random anOrdinaryTest()";
        assertEquals(SampleRun.of(Samples.Random.class).failure(test).getMessage(),
                SampleRun.of(Samples.Random.class).failure(test).getMessage());
    }

    private static SampleRun withSeed(String seed) {
        System.setProperty("pgas.seed", seed);
        try {
            return SampleRun.of(Samples.Random.class);
        } finally {
            System.clearProperty("pgas.seed");
        }
    }
}
