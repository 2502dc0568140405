package org.pgas.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The page is what the results say. */
class ResultsTest {
    private static final List<Break> LIST = Breaks.read("""
            no-fence-there
                pshm org.pgas.pshm.Lane#hasRoom
                | one();
                drop one
                seen by pshm:pshm.LaneTest

            no-bound-there
                pshm org.pgas.pshm.Lane#hasRoom
                | two();
                fall
                seen by pshm:pshm.LaneTest pshm:pshm.RoomTest
                survives: nothing is there

            no-clear-there
                heap org.pgas.heap.Heap#clear
                | three();
                unset three
                seen by heap:heap.BinsTest
            """);

    private static Results results() {
        Results results = new Results();
        results.put(new Result(LIST.get(0).name(), LIST.get(0).text(), true, "LaneTest.room: no room", 3,
                "2026-11-29"));
        results.put(new Result(LIST.get(1).name(), LIST.get(1).text(), false, "LaneTest, RoomTest", 4, "2026-11-29"));
        return results;
    }

    @Test
    void whatIsWrittenIsRead() {
        String text = results().text(LIST);
        assertEquals(text, Results.of(text.lines().toList()).text(LIST));
        assertEquals(3, text.lines().count());
        assertThrows(IllegalArgumentException.class, () -> Results.of(List.of("a-b\tseen")));
    }

    @Test
    void aBreakThatWasChangedIsUntried() {
        Results results = results();
        Break changed = Breaks.read("""
                no-fence-there
                    pshm org.pgas.pshm.Lane#hasRoom
                    | one();
                    drop other
                    seen by pshm:pshm.LaneTest
                """).getFirst();
        assertTrue(results.of(LIST.get(0)).isPresent());
        assertTrue(results.of(changed).isEmpty());
        assertTrue(results.of(LIST.get(2)).isEmpty());
    }

    @Test
    void thePageCountsWhatWasTried() {
        String page = Page.text(LIST, results());
        assertTrue(page.contains("**1 of 2 breaks that were tried were seen (50 %). 1 survived, 1 of them with a "
                + "reason why no test can see them or needs to. The list has 3 breaks; 1 were not tried.**"), page);
        assertTrue(page.contains("| [pshm](#pshm) | 2 | 2 | 1 | 1 |\n| [heap](#heap) | 1 | 0 | 0 | 0 |\n"), page);
        assertTrue(page.contains("- `no-bound-there`: nothing is there. Passed: LaneTest, RoomTest.\n"), page);
        assertTrue(page.contains("| no-fence-there | `Lane.hasRoom` | the call of `one` is left out | seen: "
                + "LaneTest.room |\n"), page);
        assertTrue(page.contains("| `three` is not set | untried |\n"), page);
    }

    /** Otherwise {@code broken/broken.sh --report} makes it so. */
    @Test
    void thePublishedPageIsMadeOfThePublishedResults() throws IOException {
        List<Break> all = Breaks.all();
        Results published = Results.read(Path.of("results.tsv"));
        assertEquals(published.text(all), Files.readString(Path.of("results.tsv")));
        assertEquals(Page.text(all, published), Files.readString(Path.of("README.md")));
    }
}
