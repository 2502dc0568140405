package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

class RowSetTest {
    @Test
    void shouldReadTheFileWhoseLinesAreAllDifferent() {
        RowSet rows = RowSet.read();
        assertTrue(rows.entries().size() > 150);
        Set<List<Object>> seen = new HashSet<>();
        rows.entries().forEach(entry -> assertTrue(
                seen.add(List.of(entry.row(), entry.bytes(), entry.elsewhere(), entry.label())), entry::toString));
    }

    @Test
    void shouldShowEachRowOfTheTableAtASizeOnce() {
        Set<List<Object>> seen = new HashSet<>();
        RowSet.read().shown().entries()
                .forEach(entry -> assertTrue(seen.add(List.of(entry.row(), entry.bytes())), entry::toString));
    }

    /** Programs add the number of ranks themselves, and measure single operations as one row. */
    @Test
    void shouldNameRowsAsProgramsKnowThem() {
        RowSet rows = Samples.rows("table|collectives|barrier4|4||||", "all|collectives|barrier4-p50|4||||",
                "table|transfers|put8|2||c:put8-checked||", "table|jobs|start-hello4|4||||");
        assertEquals(List.of("barrier4", "barrier", "barrier4-p50"), rows.names(4));
        assertEquals(List.of("put8", "put8-checked"), rows.names(2));
        assertEquals(List.of(), rows.names(8));
    }

    /** Among them rows of jobs of another size, of which nobody has asked. */
    @Test
    void shouldAddRowsThatGoalsReferTo() {
        RowSet all = RowSet.read();
        assertEquals(List.of("put8-nb", "put8"), all.only("put8-nb").withReferences(all).names(2).stream()
                .filter(name -> !name.equals("put8-nbi") && !name.startsWith("put8-checked")).toList());
        RowSet barriers = Samples.rows("table|collectives|barrier4|4||||",
                "table|collectives|barrier8|8||||<= 3x of barrier4");
        assertEquals(List.of("barrier4", "barrier"),
                barriers.ofRanks(List.of(8)).withReferences(barriers).names(4));
        RowSet none = all.only("fetchadd");
        assertEquals(none, none.withReferences(all));
    }

    @Test
    void shouldReadWhatElseARowsFirstColumnSays() {
        RowSet rows = Samples.rows("table pair mixed|messages|msg-rtt|2||||", "all|atomics|cas|2||||",
                "all pair|collectives|coll-scan|2||||");
        assertEquals(List.of("msg-rtt"), rows.shown().names(2));
        assertEquals(List.of("msg-rtt", "coll-scan"), rows.with(RowEntry.Mark.PAIR).names(2));
        assertEquals(List.of("msg-rtt"), rows.with(RowEntry.Mark.MIXED).names(2));
        assertThrows(IllegalArgumentException.class, () -> Samples.rows("tabel|messages|msg-rtt|2||||"));
    }

    @Test
    void shouldMeasureTheLoopBesideEachIdiom() {
        RowSet rows = RowSet.read();
        Set<String> names = Set.copyOf(rows.shown().names(2));
        rows.of(Group.IDIOMS).forEach(entry -> assertTrue(
                entry.elsewhere().containsKey(RowEntry.LOOP) && names.contains(entry.rowOf(RowEntry.LOOP)),
                entry::toString));
    }

    @Test
    void shouldNameRowsOfRingsThatHaveOtherNames() {
        assertTrue(RowSet.read().only("am-short").names(2).containsAll(List.of("am-short", "ring-short",
                "ring-oto-short")));
    }

    @Test
    void shouldReferOnlyToRowsThatThereAre() {
        RowSet all = RowSet.read();
        Set<String> names = new HashSet<>();
        all.entries().forEach(entry -> names.add(entry.row()));
        all.entries().forEach(entry -> assertTrue(names.containsAll(entry.goal().rows()), entry::toString));
    }

    @Test
    void shouldHaveRowsOfTwoHostsThatAreAllDifferentAndShown() {
        RowSet rows = RowSet.read(Scope.TWO_HOSTS);
        Set<List<Object>> seen = new HashSet<>();
        rows.entries().forEach(entry -> assertTrue(
                entry.isShown() && seen.add(List.of(entry.row(), entry.ranks(), entry.bytes())), entry::toString));
        assertTrue(rows.names(2).containsAll(List.of("msg-rtt", "msg-rate:8", "put:65536")), () -> "" + rows.names(2));
        rows.entries().forEach(entry -> assertEquals(List.of(), entry.goal().rows(), entry::toString));
    }

    @Test
    void shouldSelectByPartAndByRanks() {
        RowSet rows = RowSet.read();
        assertTrue(rows.only("vis").entries().stream().allMatch(entry -> entry.row().contains("vis")));
        assertFalse(rows.only("vis").entries().isEmpty());
        assertTrue(rows.ofRanks(List.of(4)).entries().stream().allMatch(entry -> entry.ranks() == 4));
    }
}
