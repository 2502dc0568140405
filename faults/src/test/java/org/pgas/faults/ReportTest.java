package org.pgas.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** What is counted, and what is only told. */
class ReportTest {
    private static final FaultClass BLOWS = new FaultClass() {
        @Override
        public String name() {
            return "blows";
        }

        @Override
        public String title() {
            return "Blows, many";
        }

        @Override
        public String description() {
            return "They are dealt.";
        }

        @Override
        public void run(Plan plan, Ledger ledger) {
            for (int job = 1; job <= 3; job++) {
                for (int blow = 0; blow < 10; blow++) {
                    ledger.add(new Detail(name(), "a word, changed", "", -1));
                }
                ledger.add(new Trial(name(), "one job", job, job != 2, 10L * job, job == 2 ? "it hangs" : ""));
            }
            ledger.add(HarnessFault.of(name(), "a pipe", 4, new HarnessException("no pipe\nat all")));
            ledger.add(new NotTried(name(), "as root", "needs root"));
        }
    };

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Results results() throws Exception {
        Ledger ledger = new Ledger(new PrintStream(out, true, StandardCharsets.UTF_8));
        BLOWS.run(null, ledger);
        return new Results(Map.of(BLOWS.name(), "today: `by hand`."), Tally.of(ledger.trials()),
                Tally.ofDetails(ledger.details()), ledger.notTried(), ledger.harnessFaults());
    }

    @Test
    void aJobCountsOnceAndAFaultOfTheHarnessNever() throws Exception {
        Results results = results();
        assertEquals(3, results.tried());
        assertEquals(2, results.survived());
        String page = Report.text(List.of(BLOWS), results);
        assertTrue(page.contains("| [Blows, many](#blows-many) | 3 | 2 |\n| **all** | 3 | 2 |\n"), page);
        assertTrue(page.contains("**1 did not survive**"), page);
        assertTrue(page.contains("| one job | 3 | 2 | 20 | 30 |\n"), page);
        assertTrue(page.contains("Within these jobs:\n\n| | times |\n|---|--:|\n| a word, changed | 30 |\n"), page);
        assertTrue(page.contains("The harness failed to make these:\n\n- a pipe: no pipe\n"), page);
        assertTrue(page.contains("Not tried there:\n\n- as root: needs root\n"), page);
    }

    @Test
    void aClassWithoutFiguresSaysHowToGetThem() {
        String page = Report.text(List.of(BLOWS), Results.none());
        assertTrue(page.contains("| not counted |  |\n| **all** | 0 | 0 |\n"), page);
        assertTrue(page.contains("`faults/faults.sh --only blows --write`"), page);
        assertFalse(page.contains("did not survive"), page);
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Results results = results();
        String text = results.text();
        Results read = Results.read(text.lines().toList());
        assertEquals(text, read.text());
        assertEquals(results.tried(), read.tried());
        assertEquals(List.of("a pipe"), read.faults().stream().map(HarnessFault::kind).toList());
        assertThrows(IllegalArgumentException.class, () -> Results.read(List.of("? blows,a pipe")));
        assertThrows(IllegalArgumentException.class, () -> Results.read(List.of("blows,one job,1,1")));
    }

    /** Otherwise {@code faults/faults.sh --report} makes it so. */
    @Test
    void thePublishedPageIsMadeOfThePublishedFiguresAndOfWhatTheClassesSayOfThemselves() throws Exception {
        Results published = Results.read(Files.readAllLines(Path.of("results.csv")));
        assertEquals(Report.text(Classes.ALL, published), Files.readString(Path.of("../docs/RELIABILITY.md")));
        for (FaultClass each : Classes.ALL) {
            assertTrue(published.heads().containsKey(each.name()), each.name());
        }
    }

    @Test
    void aClassThatIsTriedAgainKeepsNothingOfBefore() throws Exception {
        Results again = results().with(new Results(Map.of(BLOWS.name(), "later"), List.of(), List.of(), List.of(),
                List.of()));
        assertEquals("# blows: later\n" + Tally.TITLES + "\n", again.text());
    }

    @Test
    void failuresOfTheLibraryAndOfTheHarnessAreToldApart() throws Exception {
        results();
        String told = out.toString(StandardCharsets.UTF_8);
        assertTrue(told.contains("NOT SURVIVED: blows, one job; again with --only blows --replay 2\n    it hangs\n"),
                told);
        assertTrue(
                told.contains("THE HARNESS FAILED: blows, a pipe; again with --only blows --replay 4\n    no pipe\n"),
                told);
    }
}
