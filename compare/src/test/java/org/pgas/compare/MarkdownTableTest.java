package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

class MarkdownTableTest {
    private static final Measurements MEASUREMENTS = Samples.together(
            Samples.of("pgas", "put", 8, 2), Samples.of("c", "put", 8, 1),
            Samples.of("pgas", "put", 64, 3), Samples.of("c", "put", 64, 4),
            Samples.of("pgas", "get", 8, 21), Samples.of("mpich", "get", 8, 20), Samples.of("openmpi", "get", 8, 10),
            Samples.of("aeron", "cas", 8, 7));
    private static final String[] ROWS = {"table|transfers|put|2|||put|<= 1.05x", "table|transfers|get|2|||get|",
        "table|atomics|cas|2|||compare-and-swap|", "table|locks|mutex|2|||mutex|"};

    private static String text(String... reasons) {
        return new MarkdownTable(Samples.report(MEASUREMENTS, Reasons.parse(List.of(reasons)), ROWS)).text();
    }

    @Test
    void shouldShowLosingCellsFirstWithTheirReasons() {
        String text = text("put,8|a store is all there is", "get|never this | one");
        String lost = text.substring(text.indexOf("## Lost"), text.indexOf("## Transfers"));
        assertTrue(lost.contains(
                "3 cells measured, 3 judged, 2 lost, 0 without anything to compare with. Lost without a known "
                        + "reason: 0."),
                lost);
        assertTrue(
                lost.contains(
                        "| put (put) | 8 B | 2.00 | goal <= 1.05x | 2.00 |  |  | 0 % | 1 | a store is all there is |"),
                lost);
        assertTrue(
                lost.contains(
                        "| get (get) | 8 B | 21.0 | Open MPI 10.0 |  | 2.10 | 2.10 | 0 % | 1 | never this \\| one |"),
                lost);
        assertFalse(lost.contains("64 B"), lost);
    }

    @Test
    void shouldSayThatNoReasonIsKnown() {
        assertTrue(text("put,64|another size").contains("| 0 % | 1 | no reason known |"));
    }

    @Test
    void shouldShowTheBestPeerAndEveryLibrary() {
        String text = text();
        assertTrue(
                text.contains("| row | bytes | C | pgas | best peer | Open MPI | MPICH | pgas / C | pgas / best peer "
                        + "| spread pgas | starts | goal |"),
                text);
        assertTrue(text.contains("| get | 8 B |  | 21.0 | 10.0 Open MPI | 10.0 | 20.0 |  | 2.10 | 0 % | 1 |  |"), text);
    }

    @Test
    void shouldNeverShowWhatWasNotMeasured() {
        String text = text();
        assertTrue(text.contains("| compare-and-swap | 8 B |  |  | 7.00 Aeron IPC | 7.00 |  |  |  |  |  |"), text);
        assertFalse(text.contains("mutex"), text);
        assertFalse(text.contains("GASNet"), text);
        String tables = text.substring(text.indexOf("## Transfers"));
        assertFalse(tables.contains("PCJ"), tables);
    }

    @Test
    void shouldTellWhatIsAbsentAndWhatFailed() {
        String text = text();
        assertTrue(text.contains("- Not measured: PCJ: there is no"), text);
        assertTrue(text.contains("- **Failed:** MPICH with 2 ranks in round 1: it ended\n    with exit code 3\n"),
                text);
    }

    @Test
    void shouldNotSpeakOfLossesWhereOursWasNotMeasured() {
        String text = new MarkdownTable(Samples.report(Samples.together(Samples.of("c", "put", 8, 1)),
                Reasons.parse(List.of()), ROWS)).text();
        assertFalse(text.contains("## Lost"), text);
        assertTrue(text.contains("| put | 8 B | 1.00 |  |  |  |  |  |  | <= 1.05x |"), text);
    }

    /** As GitHub shows it: a picture of characters, then a line each, then the lost cells, then all the rest. */
    @Test
    void shouldBeginWithAPictureAndALineEachOfWhatWasWonAndLost() {
        String text = text();
        assertTrue(text.startsWith("""
                # Speed, side by side: x

                ```text
                """), text);
        List<Integer> places = List
                .of("```text\n", "- **Won:** 1 of 3 cells, ", "- **Lost:** 2 of 3 cells, ", "## Lost",
                        "## How it was measured", "- date: 2026-01-02", "Medians over the rounds", "## Transfers")
                .stream()
                .map(text::indexOf).toList();
        assertEquals(places.stream().sorted().toList(), places);
        assertTrue(places.getFirst() > 0);
    }

    @Test
    void shouldShowTcpInPlaceOfCWhereRanksAreOnTwoHosts() {
        RowSet rows = RowSet.parse(Scope.TWO_HOSTS,
                List.of("titles", "table|transfers|get8|2|||get 8 B|<= 1.3x of tcp"));
        Measurements measurements = Samples.together(Samples.of("pgas", "get8", 8, 30),
                Samples.of("tcp", "get8", 8, 20), Samples.of("pgas-tls", "get8", 8, 40),
                Samples.of("openmpi", "get8", 8, 35));
        String text = new MarkdownTable(new Report(Samples.HEAD, measurements, rows, Reasons.parse(List.of()))).text();
        assertTrue(text.startsWith("# Speed between two hosts: x\n"), text);
        assertTrue(text.contains("| row | bytes | TCP in C | pgas | best peer | Open MPI | pgas, TLS | pgas / TCP in C "
                + "| pgas / best peer | spread pgas | starts | goal |"), text);
        assertTrue(text.contains("| get 8 B | 8 B | 20.0 | 30.0 | 35.0 Open MPI | 35.0 | 40.0 | 1.50 | 0.86 |"), text);
        assertTrue(text.contains("| get 8 B (get8) | 8 B | 30.0 | goal <= 1.3x of tcp | 1.50 | 0.86 |"), text);
    }

    /** A row of two states: 100 or 300 from start to start. */
    @Test
    void shouldShowTheLeastOfSeveralStartsAndTheirNumber() {
        String text = new MarkdownTable(Samples.report(
                Samples.together(Samples.of("pgas", "pingpong", 8, 300, 100, 310),
                        Samples.of("mpich", "pingpong", 8, 90, 80)),
                Reasons.parse(List.of()), "table pair|transfers|pingpong|2|||ping-pong|")).text();
        assertTrue(
                text.contains(
                        "| ping-pong | 8 B |  | 300 (100) | 85.0 (80.0) MPICH | 85.0 (80.0) |  | 2.29 | 70 % | 3 |"),
                text);
        assertTrue(text.contains("| ping-pong (pingpong) | 8 B | 300 (100) | MPICH 85.0 |  | 2.29 | 1.25 | 70 % | 3 |"),
                text);
    }

    @Test
    void shouldShowWhatAMixedProgramPaysBesideTheSameAlone() {
        String text = new MarkdownTable(Samples.report(
                Samples.together(Samples.of("pgas", "put", 8, 2), Samples.of("pgas-mixed", "put", 8, 3),
                        Samples.of("c", "put", 8, 2)),
                Reasons.parse(List.of()), "table mixed|transfers|put|2|||put|")).text();
        assertTrue(text.contains("| row | bytes | C | pgas | best peer | pgas mixed | pgas / C | pgas / best peer "
                + "| mixed / pgas | spread pgas | starts | goal |"), text);
        assertTrue(text.contains("| put | 8 B | 2.00 | 2.00 |  | 3.00 | 1.00 |  | 1.50 | 0 % | 1 |  |"), text);
    }

    /** The loop has another size where it has only one. */
    @Test
    void shouldShowAnIdiomBesideTheBestLoopForTheSameWork() {
        String text = new MarkdownTable(Samples.report(
                Samples.together(Samples.of("pgas", "rpc", 16, 30), Samples.of("pgas", "am-short", 4, 20),
                        Samples.of("pgas", "put-bytes", 64, 9), Samples.of("pgas", "put", 64, 10),
                        Samples.of("pgas", "put", 8, 1), Samples.of("c", "put", 64, 3),
                        Samples.of("pgas", "msg-rtt-wait", 0, 7), Samples.of("pgas", "msg-rtt", 0, 7)),
                Reasons.parse(List.of()), "table|idioms|rpc|2||loop:am-short|remote call|<= 1.1x of loop",
                "table|idioms|msg-rtt-wait|2||loop:msg-rtt|message|",
                "table|idioms|put-nb|2||loop:put c:put|never measured|",
                "table|idioms|put-bytes|2||loop:put c:put|put of a byte[]|<= 1.1x of loop")).text();
        assertTrue(text.contains("| remote call | 16 B |  | 30.0 |  | 20.0 |  |  | 1.50 | 0 % | 1 | <= 1.1x of loop |"),
                text);
        assertTrue(text.contains("| put of a byte[] | 64 B | 3.00 | 9.00 |  | 10.0 | 3.00 |  | 0.90 | 0 % | 1 |"),
                text);
        assertTrue(text.contains("| message | 0 B |"), text);
        assertFalse(text.contains("never measured"), text);
        assertTrue(text.contains("| remote call (rpc) | 16 B | 30.0 | goal <= 1.1x of loop |"), text);
    }

    @Test
    void shouldShowRatesOfProgramsAndMillisecondsOfJobs() {
        String text = new MarkdownTable(Samples.report(
                Samples.together(Samples.of("pgas", "kmers", 0, 50), Samples.of("pgas", "start-hello", 0, 381e6)),
                Reasons.parse(List.of()), "table|jobs|start-hello|2|||empty job|", "table|programs|kmers|2|||k-mers|"))
                .text();
        assertTrue(text.contains("| empty job |  |  | 381 |"), text);
        assertTrue(text.contains("| k-mers |  |  | 20,000,000 |"), text);
        assertEquals(1, text.split("Milliseconds\\.", -1).length - 1);
    }
}
