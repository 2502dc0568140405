package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pgas.Setting;

/** What README, ARCHITECTURE and the comments of packages and classes say and the code can deny. */
class DocumentsTest {
    private static final String INVARIANT = "**Invariant:**";

    /** So in comments; the plural too, which no test could follow. */
    private static final Pattern INVARIANT_OF_COMMENT = Pattern.compile("(?:<b>)?\\bInvariants?:(?:</b>)?");

    /** Where a paragraph of a comment begins or ends. */
    private static final Pattern PARAGRAPH = Pattern
            .compile("<p>|</?(?:h\\d|[uo]l|li|table|pre)\\b[^>]*>|/\\*\\*|\\*/");

    /** What is read in ten minutes, and the invariants that bear the load. */
    private static final int MAP_WORDS = 3000;
    private static final int MAP_INVARIANTS = 30;

    /** In backticks: a type, or a member of one. Names in capitals are constants. */
    private static final Pattern TYPE_NAME = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)*(?:\\([^`]*\\))?`");

    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|enum|record) (\\w+)");

    private static final List<String> JDK = List.of("java.lang", "java.lang.foreign", "java.lang.invoke", "java.util",
            "java.util.concurrent", "java.util.concurrent.atomic");

    private static final Pattern NANOSECONDS = Pattern.compile("\\b[\\d.,]+ (?:ns|nanoseconds)\\b");

    private static final Pattern TEST_NAME = Pattern.compile("`([A-Z]\\w*(?:Test|IT|Stress))(?:\\.(\\w+))?`");

    /**
     * The tests that keep an invariant, in its last parentheses: {@code (`ClassName.methodName`, `OtherClass.method`)}.
     */
    private static final Pattern KEPT_BY = Pattern.compile("\\((`\\w+\\.\\w+`(?:, `\\w+\\.\\w+`)*)\\)\\.?$");

    @Test
    void theReadmeHasARowForEverySettingAndNoOther() {
        List<String> expected = Stream.of(Setting.values())
                .map(each -> "| `" + each.key() + "` | " + each.fallback() + " | " + each.description() + " |")
                .toList();
        List<String> found = Library.read(Library.ROOT.resolve("README.md")).lines()
                .filter(line -> line.startsWith("| `pgas.")).toList();
        assertEquals(expected, found);
    }

    @Test
    void everyInvariantNamesTestsThatExist() {
        List<String> invariants = invariants(architecture());
        assertFalse(invariants.isEmpty());
        assertEquals(List.of(), problems(invariants, testMethods()));
    }

    @Test
    void everyInvariantOfACommentNamesTestsThatExist() {
        Map<String, String> tests = testMethods();
        List<String> problems = new ArrayList<>();
        int seen = 0;
        for (Path file : Library.mainSources()) {
            List<String> invariants = invariantsOfComments(Library.read(file));
            seen += invariants.size();
            problems(invariants, tests).forEach(problem -> problems.add(Library.name(file) + ": " + problem));
        }
        assertEquals(List.of(), problems);
        int all = seen;
        assertTrue(all > 60, () -> "only " + all + " invariants were seen");
    }

    @Test
    void everyTestThatAPackageOrAPageNamesExists() {
        Map<String, String> tests = testMethods();
        List<String> missing = new ArrayList<>();
        int seen = 0;
        for (Path file : Stream.concat(Library.mainSources().stream(),
                Stream.of(Library.ROOT.resolve("SECURITY.md"))).toList()) {
            if (file.endsWith("package-info.java") || file.endsWith("SECURITY.md")) {
                Matcher named = TEST_NAME.matcher(Library.withCodeInBackticks(Library.read(file)));
                for (; named.find(); seen++) {
                    String text = tests.getOrDefault(named.group(1), "");
                    if (text.isEmpty() || named.group(2) != null && !Library.hasTest(text, named.group(2))) {
                        missing.add(Library.name(file) + ": " + named.group());
                    }
                }
            }
        }
        assertEquals(List.of(), missing);
        int all = seen;
        assertTrue(all > 100, () -> "only " + all + " tests are named");
    }

    /** In the map and in the comments of packages: types of ours, of any module, or of the JDK. */
    @Test
    void everyTypeThatTheyNameExists() {
        Set<String> declared = new TreeSet<>();
        Stream.concat(Library.mainSources().stream(), Library.testSources().stream()).map(Library::read)
                .forEach(text -> DECLARED.matcher(text).results().forEach(each -> declared.add(each.group(1))));
        Map<String, String> documents = new TreeMap<>(Map.of("ARCHITECTURE.md", architecture(), "CONTRIBUTING.md",
                Library.read(Library.ROOT.resolve("CONTRIBUTING.md")), "SECURITY.md",
                Library.read(Library.ROOT.resolve("SECURITY.md"))));
        Library.mainSources().stream().filter(file -> file.endsWith("package-info.java"))
                .forEach(file -> documents.put(Library.name(file), Library.withCodeInBackticks(Library.read(file))));
        List<String> missing = new ArrayList<>();
        int seen = 0;
        for (Map.Entry<String, String> document : documents.entrySet()) {
            for (Matcher named = TYPE_NAME.matcher(document.getValue()); named.find(); seen++) {
                if (!declared.contains(named.group(1)) && !isOfTheJdk(named.group(1))) {
                    missing.add(document.getKey() + ": " + named.group(1));
                }
            }
        }
        assertEquals(List.of(), missing);
        int all = seen;
        assertTrue(all > 400, () -> "only " + all + " names were seen");
    }

    private static boolean isOfTheJdk(String type) {
        return JDK.stream().anyMatch(each -> DocumentsTest.class.getClassLoader()
                .getResource(each.replace('.', '/') + "/" + type + ".class") != null);
    }

    /** Figures age: they stand in jmh, with the machine and the date. */
    @Test
    void noPackageTellsNanoseconds() {
        List<String> found = new ArrayList<>();
        for (Path file : Library.mainSources()) {
            if (file.endsWith("package-info.java")) {
                NANOSECONDS.matcher(Library.read(file)).results()
                        .forEach(figure -> found.add(Library.name(file) + ": " + figure.group()));
            }
        }
        NANOSECONDS.matcher(architecture()).results()
                .forEach(figure -> found.add("ARCHITECTURE.md: " + figure.group()));
        assertEquals(List.of(), found);
    }

    @Test
    void theMapIsReadInTenMinutes() {
        int words = architecture().strip().split("\\s+").length;
        assertTrue(words <= MAP_WORDS, () -> "ARCHITECTURE.md has " + words + " words, and may have " + MAP_WORDS
                + ": what one package alone needs stands in its package-info.java");
        int invariants = invariants(architecture()).size();
        assertTrue(invariants <= MAP_INVARIANTS, () -> "ARCHITECTURE.md has " + invariants
                + " invariants, and may have " + MAP_INVARIANTS);
    }

    @Test
    void anInvariantOfACommentWithoutATestIsFound() {
        List<String> invariants = invariantsOfComments(String.join("\n", "/**", " * Invariant: one.", " *",
                " * <p><b>Invariant:</b> two ({@code", " * ATest.law}).", " *",
                " * <p>Invariant: three ({@code ATest.missing}).",
                " * <ul>", " * <li>Invariants: four and five ({@code ATest.law}); and six.</li>", " */"));
        assertEquals(4, invariants.size(), invariants::toString);
        List<String> problems = problems(invariants, Map.of("ATest", "class ATest {\n@Test\nvoid law() {}\n}"));
        assertEquals(3, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("one"), problems::toString);
        assertTrue(problems.get(1).contains("ATest.missing"), problems::toString);
        assertTrue(problems.get(2).contains("four"), problems::toString);
    }

    @Test
    void anInvariantWithoutATestOrWithAMissingOneIsFound() {
        List<String> invariants = invariants(String.join("\n", "Text.", "",
                INVARIANT + " one", "(`ATest.law`).", "",
                INVARIANT + " two (`ATest.law`, `ATest.missing`).",
                INVARIANT + " three (`NoTest.law`).", "",
                INVARIANT + " kept (`ATest.law`), but the text goes on.", "",
                INVARIANT + " four."));
        List<String> problems = problems(invariants, Map.of("ATest", "class ATest {\n@Test\nvoid law() {}\n}"));
        assertEquals(5, invariants.size());
        assertEquals(4, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("ATest.missing"), problems::toString);
        assertTrue(problems.get(1).contains("three"), problems::toString);
        assertTrue(problems.get(3).contains("four"), problems::toString);
    }

    @Test
    void whatIsNoTestKeepsNoInvariant() {
        String source = """
                class ATest {
                    @Test
                    void law() {}

                    void helper() {}

                    @Disabled
                    @Test
                    void off() {}

                    @org.junit.jupiter.api.Disabled
                    @Test
                    void off2() {}

                    @RankTest(threads = {1, 2})
                    @ValueSource(ints = {
                            3, 4})
                    void ranks() {}

                    @Test
                    void law2() {
                    }
                    void beside() {}
                }
                """;
        assertEquals(List.of("law", "ranks", "law2"),
                Stream.of("law", "helper", "off", "off2", "ranks", "law2", "beside", "none")
                        .filter(name -> Library.hasTest(source, name)).toList());
        assertFalse(Library.hasTest("@Disabled\n" + source, "law"));
    }

    /** The paragraphs that begin with the mark; one also ends where the next begins. */
    private static List<String> invariants(String text) {
        List<String> invariants = new ArrayList<>();
        for (String paragraph : text.split("\n\\s*\n")) {
            String flat = paragraph.strip().replaceAll("\\s+", " ");
            String[] parts = flat.split(Pattern.quote(INVARIANT), -1);
            for (int i = 1; i < parts.length; i++) {
                invariants.add(parts[i].strip());
            }
        }
        return invariants;
    }

    /** The sentences from the mark to the end of their paragraph; another one begins at the next mark. */
    private static List<String> invariantsOfComments(String source) {
        List<String> invariants = new ArrayList<>();
        if (!source.contains("Invariant")) {
            return invariants;
        }
        String text = Library.withCodeInBackticks(source);
        for (String paragraph : PARAGRAPH.split(text)) {
            String[] parts = INVARIANT_OF_COMMENT.split(paragraph, -1);
            for (int i = 1; i < parts.length; i++) {
                invariants.add(parts[i].strip());
            }
        }
        return invariants;
    }

    private static String architecture() {
        return Library.read(Library.ROOT.resolve("ARCHITECTURE.md"));
    }

    private static List<String> problems(List<String> invariants, Map<String, String> tests) {
        List<String> problems = new ArrayList<>();
        for (String invariant : invariants) {
            Matcher kept = KEPT_BY.matcher(invariant);
            if (!kept.find()) {
                problems.add("names no test at its end: " + invariant);
                continue;
            }
            for (String name : kept.group(1).replace("`", "").split(", ")) {
                String[] parts = name.split("\\.");
                if (!Library.hasTest(tests.getOrDefault(parts[0], ""), parts[1])) {
                    problems.add("no test " + name + ": " + invariant);
                }
            }
        }
        return problems;
    }

    /** The text of every test source by class name. */
    private static Map<String, String> testMethods() {
        return Library.testSources().stream().collect(Collectors.toMap(DocumentsTest::className, Library::read,
                (one, other) -> one + other));
    }

    private static String className(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
