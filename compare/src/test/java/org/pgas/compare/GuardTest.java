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
    private static final Guard GUARD = Guard.parse(
            List.of("# why", "row,bytes,against,ratio,allowed", "put8,8,c,2.0,10", "msg-rtt,8,ring-mto,1.5,20"));

    /** Of the source tree, from its module compare or from itself. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("jmh/guard.csv")) ? here : here.getParent();
    }

    private static Measurements measured(double put, double message) {
        return Samples.together(Samples.of("pgas", "put8", 8, put), Samples.of("c", "put8", 8, 1),
                Samples.of("pgas", "msg-rtt", 8, message), Samples.of("ring-mto", "msg-rtt", 8, 100));
    }

    @Test
    void shouldPassWithinTheBandsAndBelow() {
        Guard.Outcome outcome = GUARD.look(measured(2.19, 90));
        assertTrue(outcome.isGood(), outcome.text());
        assertTrue(outcome.text().contains("All ratios are within their bands."), outcome.text());
    }

    @Test
    void shouldFailAboveABandInPlainWords() {
        Guard.Outcome outcome = GUARD.look(measured(2.21, 150));
        assertFalse(outcome.isGood());
        assertTrue(outcome.text().contains(
                "put8 8 B has become slower: 2.21 times c, recorded was 2.00, allowed are 2.20."), outcome.text());
        assertFalse(outcome.text().contains("msg-rtt 8 B has"), outcome.text());
    }

    @Test
    void shouldFailWhenARowWasNotMeasured() {
        Guard.Outcome outcome = GUARD
                .look(Samples.together(Samples.of("pgas", "put8", 8, 2), Samples.of("c", "put8", 8, 1)));
        assertFalse(outcome.isGood());
        assertTrue(outcome.text().contains("msg-rtt 8 B was not measured beside ring-mto."), outcome.text());
    }

    @Test
    void shouldRecordWhatWasMeasuredAndKeepTheBands() {
        Guard recorded = Guard.parse(GUARD.recorded(measured(3, 120)).lines().toList());
        assertEquals(List.of(new Guard.Band("put8", 8, "c", 3, 10), new Guard.Band("msg-rtt", 8, "ring-mto", 1.2, 20)),
                recorded.bands());
    }

    @Test
    void shouldWriteBandsThatParseAgain() {
        for (String allowed : List.of("0", "12.5", "15", "1500", "0.25")) {
            Guard guard = Guard.parse(List.of("put8,8,c,2.0," + allowed));
            assertEquals(List.of(new Guard.Band("put8", 8, "c", 3, Double.parseDouble(allowed))),
                    Guard.parse(guard.recorded(measured(3, 120)).lines().toList()).bands());
        }
    }

    @Test
    void shouldNameBandsThatCannotBeRecorded() {
        Measurements half = Samples.together(Samples.of("pgas", "put8", 8, 2), Samples.of("c", "put8", 8, 1));
        assertEquals(List.of("msg-rtt 8 B beside ring-mto"), GUARD.unmeasured(half));
        assertEquals(List.of(), GUARD.unmeasured(measured(1, 1)));
    }

    @Test
    void shouldRefuseALineThatIsNoBand() {
        for (String line : List.of("put8,8,c,2.0", "put8,8,d,2.0,10", "put8,8,c,0,10", "put8,8,c,two,10",
                "put8,8,c,2,-1")) {
            assertThrows(IllegalArgumentException.class, () -> Guard.parse(List.of(line)), line);
        }
    }

    @Test
    void shouldMeasureWhatItsFileNames() throws Exception {
        assertEquals(List.of("put8", "msg-rtt"), GUARD.rows().names(2));
        assertEquals(Set.of("pgas", "c", "ring-mto"), GUARD.libraries());
        Guard checkedIn = Guard.parse(Files.readAllLines(root().resolve("jmh/guard.csv")));
        Set<String> known = Set.copyOf(RowSet.read().names(2));
        checkedIn.bands().forEach(band -> assertTrue(known.contains(band.row()), band::toString));
    }
}
