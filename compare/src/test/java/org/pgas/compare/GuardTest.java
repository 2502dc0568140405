package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

class GuardTest {
    private static final Processor AMD = new Processor("amd");
    private static final Processor INTEL = new Processor("intel");
    private static final List<String> LINES = List.of("# why", "processor,row,bytes,against,ratio,allowed",
            "intel,put8,8,c,2.0,10", "intel,msg-rtt,8,ring-mto,1.5,20", "amd,put8,8,c,4.0,10",
            "amd,mpi-fence,0,c:barrier,1.0,15");
    private static final Guard ALL = Guard.parse(LINES);
    private static final Guard GUARD = ALL.of(INTEL);

    /** Of the source tree, from its module compare or from itself. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("jmh/guard.csv")) ? here : here.getParent();
    }

    private static Measurements measured(double put, double message) {
        return Samples.together(Samples.of("pgas", "put8", 8, put), Samples.of("c", "put8", 8, 1),
                Samples.of("pgas", "msg-rtt", 8, message), Samples.of("ring-mto", "msg-rtt", 8, 100),
                Samples.of("pgas", "mpi-fence", 0, 90), Samples.of("c", "barrier", 0, 100),
                Samples.of("c", "mpi-fence", 0, 1));
    }

    private static Guard.Band band(Processor processor, String row, long bytes, String against, double ratio,
            double allowed) {
        return new Guard.Band(processor, new Guard.Pair(row, bytes, against), ratio, allowed);
    }

    @Test
    void shouldPassWithinTheBandsAndBelow() {
        Guard.Outcome outcome = GUARD.look(measured(2.19, 90));
        assertTrue(outcome.isGood(), outcome.text());
        assertTrue(outcome.text().contains("All ratios are within their bands."), outcome.text());
        assertEquals(List.of(), GUARD.exceeded(measured(2.19, 90)).bands());
    }

    @Test
    void shouldFailAboveABandInPlainWords() {
        Guard.Outcome outcome = GUARD.look(measured(2.21, 150));
        assertFalse(outcome.isGood());
        assertTrue(outcome.text().contains(
                "put8 8 B has become slower: 2.21 times c, recorded was 2.00, allowed are 2.20."), outcome.text());
        assertFalse(outcome.text().contains("msg-rtt 8 B has"), outcome.text());
        assertEquals(List.of("put8"), GUARD.exceeded(measured(2.21, 150)).pairs().stream().map(Guard.Pair::row)
                .toList());
    }

    /** The ratio of 2.21 is none of this kind's business. */
    @Test
    void shouldHoldEachKindOfProcessorToItsOwnBands() {
        assertTrue(ALL.of(AMD).look(measured(2.21, 150)).isGood());
        assertFalse(ALL.of(AMD).look(measured(4.41, 150)).isGood());
        assertEquals(List.of(), ALL.of(new Processor("arm-0x41")).bands());
        assertEquals("Intel, AMD", ALL.processors());
    }

    @Test
    void shouldCompareWithARowOfAnotherNameWhereABandSaysSo() {
        Guard.Outcome outcome = ALL.of(AMD).look(measured(1, 1));
        assertTrue(
                outcome.text().lines()
                        .anyMatch(line -> line.matches("mpi-fence +c:barrier +1.00 +1.15 +0.90 +1")),
                outcome.text());
        assertEquals(List.of("mpi-fence:0", "barrier:0"),
                Guard.rows(List.of(new Guard.Pair("mpi-fence", 0, "c:barrier")))
                        .names(2));
    }

    @Test
    void shouldFailWhenARowWasNotMeasured() {
        Guard.Outcome outcome = GUARD
                .look(Samples.together(Samples.of("pgas", "put8", 8, 2), Samples.of("c", "put8", 8, 1)));
        assertFalse(outcome.isGood());
        assertTrue(outcome.text().contains("msg-rtt 8 B was not measured beside ring-mto."), outcome.text());
    }

    @Test
    void shouldRecordTheRowsOfAllKindsForOneAndKeepTheLinesOfTheOthers() {
        Guard recorded = Guard.parse(ALL.recorded(AMD, measured(3, 120)).lines().toList());
        assertEquals(GUARD.bands(), recorded.of(INTEL).bands());
        assertEquals(
                List.of(band(AMD, "put8", 8, "c", 3, 15), band(AMD, "msg-rtt", 8, "ring-mto", 1.2, 15),
                        band(AMD, "mpi-fence", 0, "c:barrier", 0.9, 15)),
                recorded.of(AMD).bands());
        assertEquals(4, recorded.bands().size() - 1);
        assertEquals(ALL.recorded(AMD, measured(3, 120)), recorded.recorded(AMD, measured(3, 120)));
    }

    @Test
    void shouldRecordForAKindThatHasNoBandsYet() {
        Processor other = new Processor("arm-0x41");
        Guard recorded = Guard.parse(ALL.recorded(other, measured(3, 120)).lines().toList());
        assertEquals(ALL.bands(), recorded.bands().subList(0, ALL.bands().size()));
        assertEquals(3, recorded.of(other).bands().size());
    }

    /** Without the second start the others show 1.2 times the ratio of all: so much unchanged code may show too. */
    @Test
    void shouldAllowAsMuchAsTheRecordedStartsShowWithoutOneOfThem() {
        assertEquals(List.of(band(AMD, "put8", 8, "c", 1, 20)), recorded(1.2, 1, 1.3, 1.4));
        assertEquals(List.of(band(AMD, "put8", 8, "c", 1, 15)), recorded(1.04, 1, 9, 7));
        assertEquals(List.of(band(AMD, "put8", 8, "c", 1, 15)), recorded(1));
    }

    private static List<Guard.Band> recorded(double... ratios) {
        double[] ones = new double[ratios.length];
        java.util.Arrays.fill(ones, 1);
        Measurements starts = Samples.together(Samples.of("pgas", "put8", 8, ratios),
                Samples.of("c", "put8", 8, ones));
        return Guard.parse(Guard.parse(List.of("intel,put8,8,c,1,15")).recorded(AMD, starts).lines().toList()).of(AMD)
                .bands();
    }

    /**
     * Each side is in its fast state in some starts, and not in the same: 100 and 300 of ours, 90 and 280 of theirs.
     */
    @Test
    void shouldHoldTheLeastOfBothSidesAgainstEachOther() {
        Guard guard = Guard.parse(List.of("amd,barrier,0,c,1.0,15"));
        Measurements states = Samples.together(Samples.of("pgas", "barrier", 0, 300, 100, 310, 290),
                Samples.of("c", "barrier", 0, 90, 280, 270, 95));
        assertTrue(guard.look(states).isGood(), () -> guard.look(states).text());
        assertFalse(guard.look(Samples.together(Samples.of("pgas", "barrier", 0, 300, 120, 310),
                Samples.of("c", "barrier", 0, 90, 280, 270))).isGood());
        // without the second start: 290 and 90
        assertEquals(List.of(new Guard.Band(AMD, new Guard.Pair("barrier", 0, "c"), 1.111, 190)),
                Guard.parse(guard.recorded(AMD, states).lines().toList()).bands());
    }

    @Test
    void shouldNameBandsThatCannotBeRecorded() {
        Measurements half = Samples.together(Samples.of("pgas", "put8", 8, 2), Samples.of("c", "put8", 8, 1));
        assertEquals(List.of("msg-rtt 8 B beside ring-mto", "mpi-fence beside c:barrier"), ALL.unmeasured(half));
        assertEquals(List.of(), ALL.unmeasured(measured(1, 1)));
    }

    @Test
    void shouldRefuseALineThatIsNoBand() {
        for (String line : List.of("put8,8,c,2.0,10", "amd,put8,8,c,2.0", "amd,put8,8,d,2.0,10", "amd,put8,8,c,0,10",
                "amd,put8,8,c,two,10", "amd,put8,8,c,2,-1", "0x41,put8,8,c,2,10",
                "amd,put8,8,c:,2,10")) {
            assertThrows(IllegalArgumentException.class, () -> Guard.parse(List.of(line)), line);
        }
    }

    @Test
    void shouldRefuseTwoBandsForOneRow() {
        var e = assertThrows(IllegalArgumentException.class,
                () -> Guard.parse(
                        List.of("amd,put8,8,c,2,10", "intel,put8,8,c,2,10", "amd,put8,8,c,3,10")));
        assertEquals("there are two bands of amd for put8 8 B beside c: keep one", e.getMessage());
    }

    @Test
    void shouldMeasureWhatItsFileNames() throws Exception {
        assertEquals(List.of("put8:8", "msg-rtt:8", "mpi-fence:0", "barrier:0"), Guard.rows(ALL.pairs()).names(2));
        assertEquals(Set.of("pgas", "c", "ring-mto"), Guard.libraries(ALL.pairs()));
        Guard checkedIn = Guard.parse(Files.readAllLines(root().resolve("jmh/guard.csv")));
        Set<String> known = Set.copyOf(RowSet.read().names(2));
        checkedIn.pairs().forEach(pair -> assertTrue(known.contains(pair.row()) && known.contains(pair.rowThere()),
                pair::toString));
        assertEquals("Intel, AMD", checkedIn.processors());
    }
}
