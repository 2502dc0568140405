package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pgas.conformance.suites.SuitePages.Case;
import org.pgas.testkit.RankTest;

/** Holds docs/suites to its word, and the check that does so to tables that are wrong in one known way. */
class SuitesTest {
    private static final String OVERVIEW = "README.md";
    private static final String PACKAGE = "org/pgas/conformance";

    /** Programs that have a test: so many the page of MPI's messages has alone. */
    private static final int FEWEST_TESTED = 260;

    private static final String HEADER = "| suite | program | result |\n|---|---|---|\n";
    private static final Set<String> TESTS = Set.of("ATest.law", "ATest.other");
    private static final Set<Case> CASES = Set.of(new Case("S", "one", "ATest.law"));

    @Test
    void shouldHaveARowForEveryCaseAndATestForEveryRow() throws Exception {
        Set<String> tests = new HashSet<>();
        Set<Case> cases = new HashSet<>();
        for (Class<?> type : classes()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean isTest = method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(RankTest.class);
                String name = type.getSimpleName() + "." + method.getName();
                if (isTest) {
                    tests.add(name);
                }
                for (SuiteCase each : method.getAnnotationsByType(SuiteCase.class)) {
                    assertTrue(isTest, () -> name + " is no test");
                    for (String program : each.programs()) {
                        assertTrue(cases.add(new Case(each.suite(), program, name)), () -> name + " says it twice");
                    }
                }
            }
        }

        SuitePages pages = new SuitePages(pages());
        List<String> problems = pages.problems(tests, cases);

        assertTrue(problems.isEmpty(), () -> "docs/suites:\n  " + String.join("\n  ", problems));
        assertTrue(pages.tested() >= FEWEST_TESTED, () -> "only " + pages.tested() + " programs have a test");
    }

    @Test
    void shouldCountTheRowsInTheOverview() throws IOException {
        List<String> counted = Files.readString(folder().resolve(OVERVIEW)).lines()
                .filter(line -> line.matches("\\|[^|]+(\\| \\d+ )+\\|")).toList();

        assertEquals(String.join("\n", new SuitePages(pages()).counts()), String.join("\n", counted));
    }

    @Test
    void shouldAcceptRowsOfTheThreeForms() {
        assertReports(List.of(), "| S | one | passes: `ATest.law` |\n");
        assertReports(List.of(),
                "| S | `one` | differs: this, that `x` is, `ATest.law` |\n| S | two | outside: no |\n");
    }

    @Test
    void shouldReportRowsOfNoForm() {
        for (String result : List.of("passes", "passes: ATest.law", "passes: `law`", "outside: `ATest.law`",
                "outside:", "differs: `ATest.law`", "differs: this", "open")) {
            assertReports(List.of("page.md: S two: neither passes, differs nor is outside: " + result),
                    "| S | one | passes: `ATest.law` |\n| S | two | " + result + " |\n");
        }
        assertReports(List.of("page.md: no row of three cells: | S | two |"),
                "| S | one | passes: `ATest.law` |\n| S | two |\n");
    }

    @Test
    void shouldReportAProgramThatStandsTwice() {
        assertReports(List.of("S two stands twice"),
                "| S | one | passes: `ATest.law` |\n| S | two | outside: no |\n| S | two | outside: yes |\n");
    }

    @Test
    void shouldReportTestsAndRowsThatDoNotNameEachOther() {
        assertReports(List.of("S one: there is no test ATest.none"),
                "| S | one | passes: `ATest.law`, `ATest.none` |\n");
        assertReports(List.of("S one: ATest.other does not say that this is its case"),
                "| S | one | passes: `ATest.law`, `ATest.other` |\n");
        assertReports(List.of("ATest.law says that its case is S one: no row names both"),
                "| S | one | outside: no |\n");
    }

    @Test
    void shouldCountBySuite() {
        SuitePages pages = new SuitePages(
                Map.of("page.md", HEADER + "| T | one | passes: `A.b` |\n| S | a | outside: no |\n"
                        + "| T | two | differs: so, `A.b` |\n| T | three | passes: `A.b` |\n"));
        assertEquals(List.of("| S | 1 | 0 | 0 | 1 |", "| T | 3 | 2 | 1 | 0 |", "| all | 4 | 2 | 1 | 1 |"),
                pages.counts());
    }

    private static void assertReports(List<String> problems, String rows) {
        assertEquals(problems, new SuitePages(Map.of("page.md", HEADER + rows)).problems(TESTS, CASES));
    }

    private static Map<String, String> pages() throws IOException {
        Map<String, String> pages = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".md") && !name.equals(OVERVIEW)) {
                    pages.put(name, Files.readString(file));
                }
            }
        }
        return pages;
    }

    private static Path folder() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("docs/suites"))) {
                return folder.resolve("docs/suites");
            }
        }
        throw new IllegalStateException("no folder docs/suites at or above " + start);
    }

    /** All classes of these tests, without running what initialises them. */
    private static List<Class<?>> classes() throws IOException, URISyntaxException, ClassNotFoundException {
        Path root = Path.of(SuitesTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> names;
        try (Stream<Path> files = Files.walk(root.resolve(PACKAGE))) {
            names = files.map(file -> root.relativize(file).toString()).filter(file -> file.endsWith(".class"))
                    .map(file -> file.replace(".class", "").replace('/', '.')).toList();
        }
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            classes.add(Class.forName(name, false, SuitesTest.class.getClassLoader()));
        }
        return classes;
    }
}
