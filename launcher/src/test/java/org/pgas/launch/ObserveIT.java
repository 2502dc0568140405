package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Counter;
import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;

/** A job of real JVMs, each in a wait that is known, seen by the commands that look. */
class ObserveIT {
    @TempDir
    static Path base;

    private static Trial trial;
    private static JobView view;

    private final Tool tool = new Tool(base);

    @BeforeAll
    static void start() {
        trial = new Trial(base);
        trial.start(3, Observed.class);
        trial.awaitLines(3, "ready");
        // a wait is shown with its ranks when it has taken some time
        Trial.until(() -> {
            view = JobView.look(JobList.find(base, null));
            return isWaitingFor(0, 1) && view.ranks().get(1).waiting() != null && isWaitingFor(2, 1);
        }, "the ranks to say what they wait for");
    }

    private static boolean isWaitingFor(int rank, int peer) {
        var wait = view.ranks().get(rank).waiting();
        return wait != null && wait.rank() == peer && wait.ranks() == 1;
    }

    @AfterAll
    static void theJobGoesOnAndEndsAsItIsTold() throws Exception {
        try {
            assertTrue(trial.job().pids().stream().noneMatch(Trial::isGone));
            trial.job().end(4);
            trial.endsWith(4);
        } finally {
            trial.close();
        }
    }

    @Test
    void psShowsTheJobOnOneLine() {
        assertEquals(0, tool.run("ps"));
        List<String> lines = tool.lines();
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.get(1).matches(
                view.name() + " +3/3 +[\\dms.h ]+ +" + ProcessHandle.current().pid() + " +[\\d.]+M +running"),
                lines::toString);
    }

    @Test
    void statShowsWhatEachRankWaitsForAndHasCounted() {
        assertEquals(0, tool.run("stat", view.name().substring(0, 4)));
        for (int rank = 0; rank < 3; rank++) {
            String line = tool.line("   " + rank + "  joined  ");
            assertTrue(line.contains(" " + trial.job().pids().get(rank) + " "), line);
            assertTrue(rank == 1 || line.matches(".* waiting .* for rank 1: barrier .*"), line);
            assertTrue(rank != 1 || line.contains("waiting "), line);
        }
        assertTrue(tool.out().matches("(?s).*RANK .*puts  put bytes.*"), tool::out);
        assertTrue(tool.out().matches("(?s).*\n   0 +3 +192K .*"), tool::out);
    }

    @Test
    void statGivesEveryNumberAsJson() {
        assertEquals(0, tool.run("stat", "--json"));
        Map<String, Object> job = Json.object(tool.out());
        assertEquals(view.name(), job.get("job"));
        assertEquals("running", job.get("state"));
        List<?> ranks = (List<?>) job.get("ranks");
        assertEquals(3, ranks.size());
        Map<?, ?> first = (Map<?, ?>) ranks.get(0);
        assertEquals(trial.job().pids().get(0), first.get("pid"));
        Map<?, ?> counters = (Map<?, ?>) first.get("counters");
        assertEquals(Counter.values().length, counters.size());
        assertEquals((long) Observed.PUTS, counters.get("puts"));
        assertEquals((long) Observed.PUTS * Observed.BYTES, counters.get("put_bytes"));
        assertTrue((long) counters.get("requests") >= 1, counters::toString);
        assertEquals(1L, ((Map<?, ?>) first.get("waiting")).get("rank"));
        assertEquals(2L, ((Map<?, ?>) first.get("requests")).get("rings"));
    }

    @Test
    void statWithAnIntervalShowsRatesAndEndsAfterAsManyAsWanted() {
        assertEquals(0, tool.run("stat", "--interval", "20ms", "-n", "2"));
        assertEquals(2, tool.lines().stream().filter(line -> line.startsWith("per second, in the last ")).count(),
                tool::out);
    }

    @Test
    void topShowsALineForEachRankAndEndsWhenItIsToldTo() {
        assertEquals(0, tool.run("top", "--once", "--interval", "20ms", view.name()));
        // with the line that says what - stands for
        assertEquals(7, tool.lines().size(), tool::out);
        assertTrue(tool.line("   0  ").matches(" +0 +- +- +\\S+ +0B +\\d+%  \\.{5} +0%  waiting .* for rank 1: .*"),
                tool::out);
        assertEquals(0, tool.run("top", "--batch", "-n", "2", "--interval", "20ms"));
        assertEquals(2, tool.lines().stream().filter(line -> line.startsWith("job " + view.name())).count(), tool::out);
    }

    @Test
    void stackShowsWhereEveryRankIsWithoutTheLibrarysOwnThreads() {
        assertEquals(0, tool.run("stack", view.name(), "--timeout", "30s"));
        String out = tool.out();
        for (int rank = 0; rank < 3; rank++) {
            assertTrue(out.contains("rank " + rank + " (pid " + trial.job().pids().get(rank) + "): waiting "), out);
        }
        assertEquals(3,
                tool.lines().stream().filter(line -> line.contains("at org.pgas.launch.Observed.main(")).count(),
                out);
        assertTrue(out.contains("at org.pgas.launch.Observed.waitForWhatNeverComes("), out);
        assertFalse(out.contains("watcher"), out);
        assertEquals(0, tool.run("stack", view.name(), "1", "--all", "--timeout", "30s"));
        assertFalse(tool.out().contains("rank 0 ("), tool::out);
        assertTrue(tool.out().contains("\"pgas-watcher-1\""), tool::out);
    }

    @Test
    void stackNamesARankThatIsStoppedAndDoesNotWaitForIt() throws Exception {
        long pid = trial.job().pids().get(2);
        Trial.signal("STOP", pid);
        try {
            Trial.until(() -> JobView.look(view.directory()).ranks().get(2).kernelState() == 'T', "the stop");
            assertEquals(0, tool.run("stack", view.name(), "2"));
            assertTrue(tool.line("rank 2 ").contains("(pid " + pid + "): stopped; waiting "), tool::out);
            assertTrue(tool.out().contains("no stacks: a signal or a debugger has stopped it (state T)"), tool::out);
            assertEquals(0, tool.run("stat"));
            assertTrue(tool.line("   2  stopped  ").contains(Long.toString(pid)), tool::out);
        } finally {
            Trial.signal("CONT", pid);
        }
    }

    @Test
    void cleanLeavesAJobThatRunsAndSaysWhy() {
        assertEquals(0, tool.run("clean"));
        assertEquals("left " + view.name() + ": its launcher runs (pid " + ProcessHandle.current().pid() + ")",
                tool.lines().getFirst());
        assertEquals("removed the files of 0 jobs", tool.lines().getLast());
    }

    @Test
    void anUnknownRankOfAKnownJobIsAUsageError() {
        assertEquals(2, tool.run("stack", view.name(), "3"));
        assertTrue(tool.err().contains("rank 3: job " + view.name() + " has ranks 0..2"), tool::err);
    }
}
