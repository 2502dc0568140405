package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pgas.Setting;

/** What README and ARCHITECTURE say and the code can deny. */
class DocumentsTest {
    private static final String INVARIANT = "**Invariant:**";

    /** The tests that keep an invariant, in its last parentheses: {@code (`ClassName.methodName`, `OtherClass.method`)}. */
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
        List<String> invariants = invariants(Library.read(Library.ROOT.resolve("ARCHITECTURE.md")));
        assertFalse(invariants.isEmpty());
        assertEquals(List.of(), problems(invariants, testMethods()));
    }

    @Test
    void anInvariantWithoutATestOrWithAMissingOneIsFound() {
        List<String> invariants = invariants(String.join("\n", "Text.", "",
                INVARIANT + " one", "(`ATest.law`).", "",
                INVARIANT + " two (`ATest.law`, `ATest.missing`).",
                INVARIANT + " three (`NoTest.law`).", "",
                INVARIANT + " kept (`ATest.law`), but the text goes on.", "",
                INVARIANT + " four."));
        List<String> problems = problems(invariants, Map.of("ATest", "class ATest { @Test void law() {} }"));
        assertEquals(5, invariants.size());
        assertEquals(4, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("ATest.missing"), problems::toString);
        assertTrue(problems.get(1).contains("three"), problems::toString);
        assertTrue(problems.get(3).contains("four"), problems::toString);
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
                if (!tests.getOrDefault(parts[0], "").contains("void " + parts[1] + "(")) {
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
