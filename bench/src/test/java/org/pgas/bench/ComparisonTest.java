package org.pgas.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.bench.Comparison.Verdict;
import org.pgas.bench.page.Machine;
import org.pgas.bench.rows.Kind;

class ComparisonTest {
    private static Comparison compare(Results later, Results earlier) {
        return Comparison.of(later, earlier, "old.json");
    }

    private static Verdict verdict(Row later, Row earlier) {
        return compare(Samples.results(Samples.MACHINE, later), Samples.results(Samples.MACHINE, earlier)).entries()
                .getFirst().verdict();
    }

    @Test
    void lessTimeIsBetterAndMoreBandwidthIsBetter() {
        assertEquals(Verdict.BETTER, verdict(Samples.row(Kind.PUT, 8, 10, 11), Samples.row(Kind.PUT, 8, 12, 13)));
        assertEquals(Verdict.WORSE, verdict(Samples.row(Kind.PUT, 8, 12, 13), Samples.row(Kind.PUT, 8, 10, 11)));
        assertEquals(Verdict.BETTER,
                verdict(Samples.row(Kind.PUT_STREAM, 8, 12, 13), Samples.row(Kind.PUT_STREAM, 8, 10, 11)));
        assertEquals(Verdict.WORSE,
                verdict(Samples.row(Kind.AM_RATE, 0, 10, 11), Samples.row(Kind.AM_RATE, 0, 12, 13)));
    }

    @Test
    void spreadsThatOverlapSayNothing() {
        assertEquals(Verdict.WITHIN, verdict(Samples.row(Kind.PUT, 8, 10, 12), Samples.row(Kind.PUT, 8, 12, 20)));
        assertEquals(Verdict.WITHIN, verdict(Samples.row(Kind.PUT, 8, 10, 30), Samples.row(Kind.PUT, 8, 12, 13)));
    }

    @Test
    void theRatioIsLaterByEarlier() {
        Comparison comparison = compare(Samples.results(Samples.MACHINE, Samples.row(Kind.PUT, 8, 30)),
                Samples.results(Samples.MACHINE, Samples.row(Kind.PUT, 8, 10)));
        assertEquals(3, comparison.entries().getFirst().ratio(), 1e-9);
    }

    @Test
    void rowsAreComparedOnlyIfNameSizeRanksLibraryAndUnitAgree() {
        Row row = Samples.row(Kind.PUT, 8, 10);
        RowKey key = row.key();
        List<Row> others = List.of(Samples.row(Kind.GET, 8, 10), Samples.row(Kind.PUT, 16, 10),
                new Row(new RowKey(key.library(), key.name(), 8, 4), row.unit(), row.rounds(), null),
                new Row(new RowKey("other", key.name(), 8, 2), row.unit(), row.rounds(), null),
                new Row(key, Kind.AM_RATE.unit(), row.rounds(), null));
        for (Row other : others) {
            Comparison comparison = compare(Samples.results(Samples.MACHINE, row),
                    Samples.results(Samples.MACHINE, other));
            assertEquals(Verdict.NEW, comparison.entries().getFirst().verdict(), other.toString());
            assertNull(comparison.entries().getFirst().earlier());
            assertEquals(List.of(other.key()), comparison.gone());
        }
    }

    @Test
    void anotherMachineOrOtherSettingsAreNamed() {
        Row row = Samples.row(Kind.PUT, 8, 10);
        Results now = Samples.results(Samples.MACHINE, row);
        assertTrue(compare(now, now).isLikeForLike());
        Machine other = new Machine("Z", 8, 8L << 30, "Vendor 25", "Linux 6.1 amd64", "0.0.9");
        Results then = new Results(other, now.date(), now.command(), 4, 1, false, true, Map.of("pgas.wait", "block"),
                now.rows());
        Comparison comparison = compare(now, then);
        assertFalse(comparison.isLikeForLike());
        assertEquals(List.of("processor: now Processor <X> & \"Y\", then Z", "cores: now 4, then 8",
                "library: now pgas 0.1.0, then pgas 0.0.9", "ranks: now 2, then 4",
                "a core for each rank: now yes, then no", "quick: now no, then yes",
                "pgas.wait: now spin, then block"), comparison.differences());
        String table = new TextTable(now, comparison).text();
        comparison.differences().forEach(each -> assertTrue(table.contains(each), table));
        assertTrue(table.contains("The runs are not alike"), table);
    }

    @Test
    void theSummaryCountsEverything() {
        Comparison comparison = compare(
                Samples.results(Samples.MACHINE, Samples.row(Kind.PUT, 8, 10), Samples.row(Kind.GET, 8, 10),
                        Samples.row(Kind.BARRIER, 0, 10), Samples.row(Kind.MUTEX, 0, 10)),
                Samples.results(Samples.MACHINE, Samples.row(Kind.PUT, 8, 20), Samples.row(Kind.GET, 8, 5),
                        Samples.row(Kind.BARRIER, 0, 10), Samples.row(Kind.PUT, 64, 10)));
        assertEquals("1 rows better and 1 worse beyond the spread, 1 within it, 1 that the earlier run has not; "
                + "1 rows of the earlier run were not measured now", comparison.summary());
    }
}
