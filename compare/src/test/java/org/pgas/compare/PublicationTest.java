package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {
    @TempDir
    Path root;

    private final StringWriter err = new StringWriter();

    private int publish(String processor, double nanos) throws IOException {
        Head head = new Head(List.of(new Head.Fact("date", "2026-01-02"), new Head.Fact("processor", processor)),
                List.of(),
                List.of());
        Path figures = Files.writeString(root.resolve("kept"), ResultsText.write(head,
                Samples.together(Samples.of("pgas", "put8", 8, nanos), Samples.of("gasnet", "put8", 8, 2))));
        return Compare.commandLine().setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true))
                .execute("--publish", "--from", figures.toString(), "--root", root.toString());
    }

    private String read(String file) throws IOException {
        return Files.readString(root.resolve("jmh/comparison").resolve(file));
    }

    @Test
    void shouldWriteEachKindOfProcessorIntoADirectoryOfItsOwn() throws IOException {
        assertEquals(0, publish("Intel(R) Xeon(R)", 1), err::toString);
        String intel = read("intel/README.md");
        assertEquals(0, publish("AMD EPYC", 8), err::toString);
        assertEquals(intel, read("intel/README.md"));
        assertTrue(read("amd/README.md").contains("GASNet-EX 2.00"), () -> "no loss");
        assertTrue(read("amd/results.csv").contains("1,pgas,put8,8,2,8.000"), () -> "other figures");
        assertTrue(read("amd/index.html").contains("</html>"));
    }

    @Test
    void shouldSayInTheIndexWhichPagesThereAreAndWhatTheyTell() throws IOException {
        publish("Intel(R) Xeon(R)", 1);
        assertFalse(read("README.md").contains("AMD"), () -> "AMD was not measured");
        publish("AMD EPYC", 8);
        String index = read("README.md");
        assertTrue(index.contains("\n## [AMD](amd/README.md)\n\nAMD EPYC, measured 2026-01-02: "), index);
        assertTrue(index.contains("[figures](intel/results.csv)"), index);
        assertTrue(index.contains("- **Lost:** 1 of 1 cell, most in: Transfers 1 of 1; "), index);
        assertTrue(index.indexOf("amd/README.md") < index.indexOf("intel/README.md"), index);
    }

    /** The checked-in pages are what their figures and the program make of them. */
    @Test
    void shouldHaveMadeTheCheckedInPages() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path source = Files.exists(here.resolve("jmh/guard.csv")) ? here : here.getParent();
        Path pages = source.resolve("jmh/comparison");
        Path copy = Files.createDirectories(root.resolve("copy"));
        for (Path page : new Publication(pages).pages()) {
            Path figures = Files.createDirectories(copy.resolve(page.getFileName())).resolve(Publication.FIGURES);
            Files.copy(page.resolve(Publication.FIGURES), figures);
            ResultsText.Content content = ResultsText.read(Files.readAllLines(figures));
            assertEquals(page.getFileName().toString(), content.head().processor().word());
            Report report = new Report(content.head(), content.measurements(), RowSet.read().shown(),
                    Reasons.read(pages.resolve("reasons.csv")));
            assertEquals(new MarkdownTable(report).text(), Files.readString(page.resolve("README.md")),
                    () -> "make it again: ./pgas bench compare --publish --from " + source.relativize(page)
                            + "/results.csv");
        }
        Files.copy(pages.resolve("reasons.csv"), copy.resolve("reasons.csv"));
        new Publication(copy).index(RowSet.read().shown());
        assertEquals(Files.readString(copy.resolve("README.md")), Files.readString(pages.resolve("README.md")));
    }
}
