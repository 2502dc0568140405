package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {
    @TempDir
    Path root;

    private final StringWriter err = new StringWriter();

    private int publish(String processor, double nanos) throws IOException {
        return publish(processor, "put8", nanos);
    }

    private int publish(String processor, String row, double nanos, String... more) throws IOException {
        Head head = new Head(List.of(new Head.Fact("date", "2026-01-02"), new Head.Fact("processor", processor)),
                List.of(),
                List.of());
        Path figures = Files.writeString(root.resolve("kept"), ResultsText.write(head,
                Samples.together(Samples.of("pgas", row, 8, nanos), Samples.of("gasnet", row, 8, 2))));
        List<String> words = new ArrayList<>(
                List.of("--publish", "--from", figures.toString(), "--root", root.toString()));
        words.addAll(List.of(more));
        return Compare.commandLine().setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err, true))
                .execute(words.toArray(String[]::new));
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

    @Test
    void shouldKeepThePageOfTwoHostsBesideThatOfOne() throws IOException {
        publish("AMD EPYC", "get8", 8, "--hosts");
        assertTrue(read("README.md").contains("\n## AMD\n\nBetween two hosts: AMD EPYC, measured 2026-01-02: "
                + "[table](amd/hosts.md), [figures](amd/hosts.csv).\n"), () -> "no link");
        publish("AMD EPYC", 8);
        String index = read("README.md");
        assertTrue(index.contains("\n## [AMD](amd/README.md)\n\nAMD EPYC, measured 2026-01-02: "), index);
        assertTrue(index.contains("\nBetween two hosts: AMD EPYC, measured"), index);
        assertTrue(read("amd/hosts.md").startsWith("# Speed between two hosts: AMD\n"), () -> "another page");
        assertTrue(read("amd/hosts.csv").contains("1,pgas,get8,8,2,8.000"), () -> "other figures");
    }

    /** The checked-in pages are what their figures and the program make of them. */
    @Test
    void shouldHaveMadeTheCheckedInPages() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path source = Files.exists(here.resolve("jmh/guard.csv")) ? here : here.getParent();
        Path pages = source.resolve("jmh/comparison");
        Path copy = Files.createDirectories(root.resolve("copy"));
        for (Path page : new Publication(pages).directories()) {
            for (Scope scope : Scope.values()) {
                if (Files.exists(page.resolve(scope.figures()))) {
                    Path directory = Files.createDirectories(copy.resolve(page.getFileName()));
                    Files.copy(page.resolve(scope.figures()), directory.resolve(scope.figures()));
                    assertIsMade(source, page, scope);
                }
            }
        }
        for (Scope scope : Scope.values()) {
            if (Files.exists(pages.resolve(scope.reasons()))) {
                Files.copy(pages.resolve(scope.reasons()), copy.resolve(scope.reasons()));
            }
        }
        new Publication(copy).index();
        assertEquals(Files.readString(copy.resolve("README.md")), Files.readString(pages.resolve("README.md")));
    }

    private static void assertIsMade(Path source, Path page, Scope scope) throws IOException {
        ResultsText.Content content = ResultsText.read(Files.readAllLines(page.resolve(scope.figures())));
        assertEquals(page.getFileName().toString(), content.head().processor().word());
        Report report = new Report(content.head(), content.measurements(), RowSet.read(scope).shown(),
                Reasons.read(page.resolveSibling(scope.reasons()), scope));
        assertEquals(new MarkdownTable(report).text(), Files.readString(page.resolve(scope.page())),
                () -> "make it again: ./pgas bench compare " + (scope == Scope.TWO_HOSTS ? "--hosts " : "")
                        + "--publish --from " + source.relativize(page) + "/" + scope.figures());
    }
}
