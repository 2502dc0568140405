package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

class ReportTest {
    private static Report report(Measurements measurements, String... lines) {
        return Samples.report(measurements, Reasons.parse(List.of("get|known")), lines);
    }

    private static List<String> lostAgainst(String goal, double ours, double mpich) {
        return report(Samples.together(Samples.of("pgas", "put", 8, ours), Samples.of("mpich", "put", 8, mpich)),
                "table|transfers|put|2|||put|" + goal).losses().stream().map(Report.Loss::against).toList();
    }

    @Test
    void shouldLoseToAFasterPeerAlsoWhenTheGoalIsMet() {
        assertEquals(List.of("MPICH 10.0"), lostAgainst("<= 30 ns", 20, 10));
        assertEquals(List.of(), lostAgainst("<= 30 ns", 10.5, 10));
    }

    @Test
    void shouldNameGoalAndPeerWhenBothAreLost() {
        assertEquals(List.of("goal <= 15 ns and MPICH 10.0"), lostAgainst("<= 15 ns", 20, 10));
        assertEquals(List.of("goal <= 15 ns"), lostAgainst("<= 15 ns", 20, 30));
    }

    @Test
    void shouldLoseToThePeerWhereThereIsNoGoal() {
        assertEquals(List.of("MPICH 10.0"), lostAgainst("", 20, 10));
        assertEquals(List.of(), lostAgainst("", 10, 20));
    }

    @Test
    void shouldCountEachCellOnceHoweverManyLinesShowIt() {
        Measurements measurements = Samples.together(Samples.of("pgas", "put", 8, 9), Samples.of("c", "put", 8, 1),
                Samples.of("c", "put-checked", 8, 2), Samples.of("pgas", "get", 8, 9), Samples.of("mpich", "get", 8, 1),
                Samples.of("pgas", "get", 64, 1), Samples.of("pgas", "cas", 8, 1));
        assertEquals("4 cells measured, 2 judged, 2 lost, 2 without anything to compare with. "
                + "Lost without a known reason: 1.",
                report(measurements, "table|transfers|put|2|||put|<= 1x",
                        "all|transfers|put|2||c:put-checked|put|<= 1x",
                        "table|transfers|get|2|||get|", "table|atomics|cas|2|||cas|<= 1x of gasnet").summary());
    }

    @Test
    void shouldSpeakOfNoReasonsWhereNothingIsLost() {
        assertEquals("1 cell measured, 0 judged, 0 lost, 1 without anything to compare with.",
                report(Samples.together(Samples.of("pgas", "put", 8, 9)), "table|transfers|put|2|||put|").summary());
    }
}
