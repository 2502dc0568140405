package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.WayView;
import org.pgas.spi.WayNumber;

/** A job of real JVMs in two neighbourhoods, seen by the commands that look, and its timeline. */
class NeighbourhoodsIT {
    private static final int RANKS = 4;
    private static final int LAST = RANKS - 1;

    @TempDir
    static Path base;

    @TempDir
    static Path elsewhere;

    private static Trial trial;
    private static Path trace;
    private static JobView view;

    private final Tool tool = new Tool(base);

    @BeforeAll
    static void start() {
        trace = elsewhere.resolve("trace.json");
        trial = new Trial(base);
        trial.start(trial.launcher(RANKS, ObservedApart.class).setting(Setting.NEIGHBOURHOODS, "2").timeline(trace));
        trial.awaitLines(RANKS, "ready");
        Trial.until(() -> {
            view = JobView.look(JobList.find(base, null));
            return isWaitingForTheLast(0) && isWaitingForTheLast(1) && isWaitingForTheLast(2)
                    && way(0, LAST).number(WayNumber.BYTES_SENT) > ObservedApart.BYTES
                    && way(LAST, 0).number(WayNumber.BYTES_RECEIVED) > ObservedApart.BYTES;
        }, "the ranks to say what they wait for, and what has gone and come over the wire");
    }

    private static boolean isWaitingForTheLast(int rank) {
        var wait = view.ranks().get(rank).waiting();
        return wait != null && wait.rank() == LAST && wait.ranks() == 1;
    }

    private static WayView way(int rank, int peer) {
        return view.ranks().get(rank).messages().ways().stream().filter(way -> way.peer() == peer).findFirst()
                .orElse(new WayView(peer, Map.of()));
    }

    @AfterAll
    static void theJobEndsAsItIsToldAndLeavesNothing() throws Exception {
        try {
            trial.job().end(4);
            trial.endsWith(4);
            String names = Files.readString(trace);
            for (int rank = 0; rank < RANKS; rank++) {
                String name = "\"rank " + rank + " of neighbourhood " + rank / 2 + " (pid "
                        + trial.job().pids().get(rank) + ")\"";
                assertTrue(names.contains(name), () -> "no " + name);
            }
        } finally {
            trial.close();
        }
    }

    @Test
    void ranksOfBothNeighbourhoodsAreSeenWithTheirRingsAndWays() {
        assertEquals(List.of(), view.remarks());
        assertEquals(2, view.neighbourhoods());
        for (RankStatus rank : view.ranks()) {
            assertEquals(rank.rank() / 2, rank.neighbourhood());
            // of a neighbour, of two ranks elsewhere, and of what only reaches memory from these
            assertEquals(1 + 2 + 2, rank.requests().rings(), rank::toString);
            assertEquals(1 + 2, rank.replies().rings(), rank::toString);
        }
        assertTrue(way(0, LAST).number(WayNumber.BYTES_SENT) > ObservedApart.BYTES, () -> way(0, LAST).toString());
        assertEquals(0, way(0, LAST).number(WayNumber.LOST));
        assertTrue(way(0, LAST).number(WayNumber.WIRE_ROOM) > 0);
    }

    @Test
    void psCountsEveryFileAndSaysHowManyNeighbourhoods() {
        assertEquals(0, tool.run("ps"));
        assertTrue(tool.line(view.name()).endsWith("M  running, in 2 neighbourhoods"), tool::out);
        for (String file : List.of("am", "am-1", "board-0", "board-1", "ways-0", "ways-3",
                "wire-3")) {
            assertTrue(Files.exists(view.directory().resolve(file)), file);
        }
    }

    @Test
    void statSaysWhereEachRankIsForWhomItWaitsAndWhatItsWaysHaveSent() {
        assertEquals(0, tool.run("stat"));
        assertTrue(tool.line("   1 ").matches(" +1 +0  joined .* for rank 3 of neighbourhood 1: barrier .*"),
                tool::out);
        assertTrue(tool.line("   2 ").matches(" +2 +1  joined .* for rank 3: barrier .*"), tool::out);
        assertTrue(tool.out().matches("(?s).*\nFROM  TO .*\n   0   3 .*\n   3   0 .*"), tool::out);
        assertEquals(0, tool.run("stat", "--json"));
        List<?> ranks = (List<?>) Json.object(tool.out()).get("ranks");
        List<?> ways = (List<?>) ((Map<?, ?>) ranks.get(LAST)).get("ways");
        assertEquals(2, ways.size());
        assertEquals(1L, ((Map<?, ?>) ways.get(1)).get("peer"));
        assertEquals(1 + WayNumber.values().length, ((Map<?, ?>) ways.get(0)).size());
    }

    @Test
    void topShowsTheNeighbourhoodOfEachRank() {
        assertEquals(0, tool.run("top", "--once", "--interval", "20ms"));
        assertTrue(tool.line("   3 ").matches(" +3 +1 +\\S+ .*"), tool::out);
    }

    @Test
    void stackNamesRanksOfBothNeighbourhoods() {
        assertEquals(0, tool.run("stack", view.name(), "--timeout", "30s"));
        for (int rank = 0; rank < RANKS; rank++) {
            assertTrue(tool.out().contains("rank " + rank + " of neighbourhood " + rank / 2 + " (pid "
                    + trial.job().pids().get(rank) + "): waiting "), tool::out);
        }
        assertEquals(RANKS,
                tool.lines().stream().filter(line -> line.contains("at org.pgas.launch.ObservedApart.main(")).count(),
                tool::out);
    }

    @Test
    void cleanLeavesTheJob() {
        assertEquals(0, tool.run("clean"));
        assertTrue(tool.line("left " + view.name()).contains("its launcher runs"), tool::out);
    }
}
