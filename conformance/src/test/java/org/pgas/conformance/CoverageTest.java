package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Holds docs/COVERAGE.md to its word, and holds the check that does so to tables that are wrong in one known way. */
class CoverageTest {
    private static final String ROW_HEADER = "| Row | What | Source | Status | Java API | Test "
            + "|\n|---|---|---|---|---|---|\n";
    private static final String NAME_HEADER = "\n| Name | Java form | Status | Reason or note |\n|---|---|---|---|\n";
    private static final String FUNCTION_HEADER = "\n| Function | Java form | Test |\n|---|---|---|\n";
    private static final String J2_ROW = "| J2 | what | EX | open | - | - |\n";
    private static final Map<String, String> SAMPLE_SOURCES = Map.of("JobTest",
            "class JobTest {\n    @Test\n    void shouldKnowItsSize() {}\n}\n");

    @Test
    void shouldNameEveryRowOnceAndOnlyTestsThatExist() throws IOException {
        Path root = repositoryRoot();

        List<String> problems = CoverageCheck.problems(
                Files.readString(root.resolve("docs/COVERAGE.md")), testSources(root));

        assertTrue(problems.isEmpty(), () -> "docs/COVERAGE.md:\n  " + String.join("\n  ", problems));
    }

    @Test
    void shouldFindTestSourcesByClassName() throws IOException {
        Map<String, String> sources = testSources(repositoryRoot());

        assertTrue(sources.get("CoverageTest").contains("void shouldFindTestSourcesByClassName("));
        assertFalse(sources.containsKey("GhostTest"));
    }

    @Test
    void shouldExpectEveryRowOfTheSpecification() {
        assertEquals(123, CoverageCheck.EXPECTED_IDS.size());
    }

    @Test
    void shouldAcceptASampleWithoutFaults() {
        assertReports(List.of(), sample());
        assertReports(List.of(), sampleWithJ2("open", "-", "`JobTest`"));
        assertReports(List.of(), sampleWithJ2("done", "`a \\| b`", "`JobTest`, `JobTest.shouldKnowItsSize`"));
        assertReports(List.of(), sample() + NAME_HEADER + "| `gex_a` | - | none | a reason |\n");
    }

    @Test
    void shouldReportARowThatIsMissing() {
        assertReports(List.of("row J2 is missing"), sample().replace(J2_ROW, ""));
        assertReports(CoverageCheck.EXPECTED_IDS.stream().map(id -> "row " + id + " is missing").toList(), "");
    }

    @Test
    void shouldReportARowThatStandsTwice() {
        assertReports(List.of("row J2 stands twice"), sample().replace(J2_ROW, J2_ROW + J2_ROW));
    }

    @Test
    void shouldReportARowThatIsNotExpected() {
        assertReports(List.of("row J12 is not expected"), sample() + J2_ROW.replace("J2", "J12"));
    }

    @Test
    void shouldReportAStatusOtherThanDoneAndOpen() {
        assertReports(List.of("row J2: status 'nearly' is neither done nor open"), sampleWithJ2("nearly", "-", "-"));
    }

    @Test
    void shouldReportADoneRowWithoutApiOrTest() {
        assertReports(List.of("row J2: done without a Java API"), sampleWithJ2("done", "-", "`JobTest`"));
        assertReports(List.of("row J2: done without a test"), sampleWithJ2("done", "`Job`", "-"));
        assertReports(List.of("row J2: done without a Java API", "row J2: done without a test"),
                sampleWithJ2("done", "", ""));
    }

    @Test
    void shouldReportATestThatDoesNotExist() {
        assertReports(List.of("row J2: no test source file GhostTest.java"), sampleWithJ2("open", "-", "`GhostTest`"));
        assertReports(List.of("row J2: no method shouldVanish in JobTest.java"),
                sampleWithJ2("done", "`Job`", "`JobTest`, `JobTest.shouldVanish`"));
        assertReports(List.of("row J2: no method shouldKnowItsSiz in JobTest.java"),
                sampleWithJ2("done", "`Job`", "`JobTest.shouldKnowItsSiz`"));
    }

    @Test
    void shouldReportATestThatItCannotRead() {
        assertReports(List.of("row J2: cannot read test 'JobTest'"), sampleWithJ2("done", "`Job`", "JobTest"));
        assertReports(List.of("row J2: cannot read test ''"), sampleWithJ2("done", "`Job`", "`JobTest`,"));
    }

    @Test
    void shouldReportALineWithTheWrongNumberOfCells() {
        assertReports(List.of("line 4: 7 cells instead of 6", "row J2 is missing"),
                sample().replace(J2_ROW, "| J2 | what | more | EX | open | - | - |\n"));
    }

    @Test
    void shouldReportFaultsInATableOfNames() {
        String names = sample() + NAME_HEADER;
        String name = "| `gex_a` | - | none | a reason |\n";

        assertReports(List.of("name `gex_a` stands twice"), names + name + name);
        assertReports(List.of("name `gex_a`: unknown status 'gone'"), names + name.replace("none", "gone"));
        assertReports(List.of("name `gex_a`: done without a Java form"), names + name.replace("none", "done"));
        assertReports(List.of("name `gex_a`: none without a reason"), names + name.replace("a reason", "-"));
    }

    @Test
    void shouldReportFaultsInATableOfFunctions() {
        String functions = sample() + FUNCTION_HEADER;
        String function = "| `f` | `Job.f` | `JobTest` |\n";

        assertReports(List.of(), functions + function);
        assertReports(List.of("function `f` stands twice"), functions + function + function);
        assertReports(List.of("function `f`: without a Java form"), functions + function.replace("`Job.f`", "-"));
        assertReports(List.of("function `f`: without a test"), functions + function.replace("`JobTest`", "-"));
        assertReports(List.of("function `f`: no test source file GhostTest.java"),
                functions + function.replace("JobTest", "GhostTest"));
    }

    private static void assertReports(List<String> expected, String coverage) {
        assertEquals(expected, CoverageCheck.problems(coverage, SAMPLE_SOURCES));
    }

    /** A table with every expected row and no fault. J2 stands on line 4. */
    private static String sample() {
        StringBuilder table = new StringBuilder(ROW_HEADER);
        CoverageCheck.EXPECTED_IDS.forEach(id -> table.append(J2_ROW.replace("J2", id)));
        return table.toString();
    }

    private static String sampleWithJ2(String status, String api, String tests) {
        return sample().replace(J2_ROW, "| J2 | what | EX | " + status + " | " + api + " | " + tests + " |\n");
    }

    /** The nearest folder, going up from the working directory, that holds both the build and the coverage table. */
    private static Path repositoryRoot() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("pom.xml")) && Files.exists(folder.resolve("docs/COVERAGE.md"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder with pom.xml and docs/COVERAGE.md at or above " + start);
    }

    /** Texts of the test sources of all modules and dialects by class name; equally named classes are joined. */
    private static Map<String, String> testSources(Path root) throws IOException {
        List<Path> modules = new ArrayList<>(subfolders(root));
        modules.addAll(subfolders(root.resolve("dialects")));
        Map<String, String> sources = new HashMap<>();
        for (Path module : modules) {
            for (Path file : javaFiles(module.resolve("src/test/java"))) {
                String className = file.getFileName().toString().replace(".java", "");
                sources.merge(className, Files.readString(file), String::concat);
            }
        }
        return sources;
    }

    private static List<Path> subfolders(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory).toList();
        }
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".java")).toList();
        }
    }
}
