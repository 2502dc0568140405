package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.junit.jupiter.api.Test;

/**
 * The tables beside the code of the writers and readers of shared fields, and of the orders: that they are there and
 * complete, and that the tests which the overview of all protocols and docs/ORDER.md name exist.
 */
class MemoryOrderTest {
    /** Published, or part of what is. */
    private static final Pattern LIBRARY = Pattern.compile(
            "(pgas-core|pshm|hosts|wire-tcp|wire-ucx|atomics|vis|heap|collectives|bytes|arrays|dialects/[\\w-]+"
                    + "|launcher)/src/main/java/.*");

    /** A field of a class that threads share without a lock, at its declaration. */
    private static final Pattern SHARED_FIELD = Pattern.compile(
            "^(?: {4}| {8}(?=private|static|final|volatile))(?:private |static |final )*"
                    + "(?:volatile "
                    + "[^;=()]+?|Atomic(?:Integer|Long|Boolean|Reference)(?:Array)?(?:<[^;=()]*>)?|"
                    + "Concurrent\\w+<[^;=()]*>) (\\w+)(?:;| = ?[^;]*;)(.*)$"
                    + "|^ {4}(?:private |static |final )*(?:Queue|Set|List)<[^;=()]*> (\\w+) = new "
                    + "(?:Concurrent|CopyOnWrite)[^;]*;$",
            Pattern.MULTILINE);

    /** A field whose comment says that threads touch it without any order. */
    private static final Pattern RACED_FIELD = Pattern.compile(
            "/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*\\n {4,8}(?:(?:private|protected|public|static|final) )*"
                    + "[\\w<>\\[\\], ?.]+? (\\w+)(?: = [^;]*)?;([^\\n]*)");
    private static final Pattern RACED = Pattern.compile("\\b[Rr]acy\\b|\\b[Pp]lain(?:ly)?[:.,]|\\bread plainly\\b");

    private static final Pattern ORDERED_ACCESS = Pattern
            .compile("SharedMemory\\.(\\w+(?:Acquire|Release|Volatile|Opaque|Fence)|getAnd\\w+|compareAnd\\w+)\\(");

    private static final String ROW_BESIDE_IT = " // .+ \\| .+ \\| .+";

    /** The head of a table. */
    private static final Pattern HEAD = Pattern.compile(
            "^ *(\\*|//) (?:offset +|bits +)?(?:bytes +)?field +(?:writer|who writes)\\b.*order.*$",
            Pattern.MULTILINE);

    /** Where the table of words is that a class touches. */
    private static final Pattern ELSEWHERE = Pattern.compile("// Fields and orders: ([\\w.]+)");

    private static final Pattern LAYOUT_FIELD = Pattern.compile("\\.(?:int32|int64|text)\\(\"(\\w+)\"");

    /** A test in a table of a document: {@code `RingStress`} or {@code `LitmusTest.law`}. */
    private static final Pattern NAMED_TEST = Pattern.compile("`([A-Z][a-z]\\w*(?:Stress|Test|IT))(?:\\.(\\w+))?`");

    /** The protocols, where their tables are, and what tries them. */
    private static final String OVERVIEW = "stress/src/main/java/org/pgas/stress/package-info.java";

    private static String document(String name) {
        return Library.withCodeInBackticks(Library.read(Library.ROOT.resolve(name)));
    }

    private static List<Path> librarySources() {
        return Library.mainSources().stream()
                .filter(file -> LIBRARY.matcher(Library.name(Library.asWritten(file))).matches()).toList();
    }

    private static Set<String> matches(Pattern pattern, String text) {
        Set<String> found = new LinkedHashSet<>();
        for (Matcher matcher = pattern.matcher(text); matcher.find();) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** The names in the first column of the tables, and of the lines that go on with one. */
    private static Set<String> rows(String text) {
        Set<String> names = new TreeSet<>();
        for (Matcher head = HEAD.matcher(text); head.find();) {
            for (String line : text.substring(head.end()).lines().skip(1).toList()) {
                String row = line.strip();
                if (!row.startsWith(head.group(1)) || row.contains("</pre>") || row.contains("*/")) {
                    break;
                }
                names.addAll(List.of(row.substring(head.group(1).length()).strip().split("[ ,]+")));
            }
        }
        return names;
    }

    @Test
    void everyFieldThatThreadsShareIsInATableBesideIt() {
        Set<String> missing = new TreeSet<>();
        int seen = 0;
        for (Path file : librarySources()) {
            String text = Library.read(file);
            Set<String> rows = rows(text);
            for (Matcher field = SHARED_FIELD.matcher(text); field.find(); seen++) {
                String name = field.group(1) != null ? field.group(1) : field.group(3);
                boolean besideIt = field.group(2) != null && field.group(2).matches(ROW_BESIDE_IT);
                if (!besideIt && !rows.contains(name)) {
                    missing.add(Library.name(file) + ": " + name);
                }
            }
        }
        assertEquals(Set.of(), missing,
                "say who writes, who reads, and with which order, in a table of the class comment");
        int all = seen;
        assertTrue(all > 80, () -> "only " + all + " fields were seen");
    }

    /** The types of these do not tell that threads share them; their comments do. */
    @Test
    void everyFieldThatIsRacedIsInATableBesideIt() {
        Set<String> missing = new TreeSet<>();
        int seen = 0;
        for (Path file : librarySources()) {
            String text = Library.read(file);
            Set<String> rows = rows(text);
            for (Matcher field = RACED_FIELD.matcher(text); field.find();) {
                if (RACED.matcher(field.group(1)).find()) {
                    seen++;
                    if (!field.group(3).matches(ROW_BESIDE_IT) && !rows.contains(field.group(2))) {
                        missing.add(Library.name(file) + ": " + field.group(2));
                    }
                }
            }
        }
        assertEquals(Set.of(), missing);
        int all = seen;
        assertTrue(all > 20, () -> "only " + all + " fields were seen");
    }

    @Test
    void whoTouchesSharedWordsWithAnOrderHasATableOrSaysWhereItIs() {
        Map<String, String> sources = librarySources().stream().collect(
                Collectors.toMap(file -> file.getFileName().toString().replace(".java", ""), Library::read,
                        String::concat));
        Set<String> missing = new TreeSet<>();
        sources.forEach((name, text) -> {
            boolean own = HEAD.matcher(text).find() || text.contains("<b>Order.</b>") || name.equals("BitUpdates");
            if (name.equals("SharedMemory") || own || !ORDERED_ACCESS.matcher(text).find()) {
                return;
            }
            Matcher elsewhere = ELSEWHERE.matcher(text);
            if (!elsewhere.find()) {
                missing.add(name + " has no table of fields, writers, readers and orders");
                return;
            }
            String[] parts = elsewhere.group(1).replaceAll("\\.$", "").split("\\.");
            String other = sources.getOrDefault(parts[parts.length - 1], "");
            if (!elsewhere.group(1).equals("words") && !HEAD.matcher(other).find()
                    && !parts[parts.length - 1].equals("BitUpdates")) {
                missing.add(name + " says that the table is in " + elsewhere.group(1) + ", which has none");
            }
        });
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyFieldOfALayoutIsInItsTable() {
        Set<String> missing = new TreeSet<>();
        int layouts = 0;
        for (Path file : librarySources()) {
            String text = Library.read(file);
            if (text.contains("= new Layout();")) {
                layouts++;
                Set<String> fields = new TreeSet<>(matches(LAYOUT_FIELD, text));
                fields.removeAll(rows(text));
                fields.forEach(field -> missing.add(Library.name(file) + ": " + field));
            }
        }
        assertEquals(Set.of(), missing);
        int seen = layouts;
        assertTrue(seen >= 4, () -> "only " + seen + " layouts were seen");
    }

    @Test
    void everyTestThatATableOfOrdersNamesExists() {
        Map<String, String> tests = Library.testSources().stream().collect(
                Collectors.toMap(file -> file.getFileName().toString().replace(".java", ""), Library::read,
                        String::concat));
        List<String> missing = new ArrayList<>();
        for (String document : List.of(OVERVIEW, "docs/ORDER.md")) {
            int seen = 0;
            for (Matcher test = NAMED_TEST.matcher(document(document)); test.find(); seen++) {
                String text = tests.getOrDefault(test.group(1), "");
                if (text.isEmpty() || test.group(2) != null && !Library.hasTest(text, test.group(2))) {
                    missing.add(document + ": " + test.group());
                }
            }
            int all = seen;
            assertTrue(all > 20, () -> document + " names only " + all + " tests");
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void everyProtocolTestIsInTheOverview() {
        String overview = document(OVERVIEW);
        Set<String> missing = new TreeSet<>();
        for (Path file : Library.testSources()) {
            String name = file.getFileName().toString().replace(".java", "");
            if (name.endsWith("Stress") && !overview.contains("`" + name + "`")) {
                missing.add(name);
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** The constants of the enum that LitmusTest goes through. */
    @Test
    void everyPromiseThatIsTriedIsInTheTableOfPromises() {
        String promises = Library.testSources().stream().filter(file -> file.endsWith("litmus/Promise.java"))
                .map(Library::read).findFirst().orElseThrow();
        Set<String> tried = matches(Pattern.compile("^ {4}([A-Z_]+)\\(\\w+::", Pattern.MULTILINE), promises);
        assertTrue(tried.size() > 30, tried::toString);
        Set<String> listed = matches(Pattern.compile("`([A-Z_]+)`"),
                Library.read(Library.ROOT.resolve("docs/ORDER.md")));
        assertEquals(new TreeSet<>(tried), new TreeSet<>(listed));
    }

    /** What other threads find by a plain read sees all of itself only through final fields. */
    @Test
    void whatARacePublishesHasFinalFieldsOnly() {
        Set<String> published = Set.of("org.pgas.memory.MappedRange", "org.pgas.vis.ContentTable$Entry",
                "org.pgas.HandlerEntry", "org.pgas.memory.StrideKernels", "org.pgas.regions.CopyPlan");
        Set<String> seen = new TreeSet<>();
        Set<String> changing = new TreeSet<>();
        for (JavaClass each : Library.CLASSES) {
            if (published.stream().anyMatch(each::isAssignableTo)) {
                seen.add(each.getName());
                each.getFields().stream().filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                        .forEach(field -> changing.add(field.getFullName()));
            }
        }
        assertTrue(seen.containsAll(published), () -> "only these are seen: " + seen);
        assertEquals(Set.of(), changing);
    }
}
