package org.pgas.conformance.suites;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables of docs/suites, and what is wrong with them: rows that are of no known form or stand twice, tests that do
 * not exist or do not say themselves that a program's case is theirs, and cases of tests that have no row.
 *
 * <p>What it cannot see is whether a test is the case of the program that it names.
 */
final class SuitePages {
    /** In the order of the columns that count them. */
    enum Result {
        PASSES, DIFFERS, OUTSIDE
    }

    /** A program, with the tests of its case. */
    record Row(String suite, String program, Result result, List<String> tests) {}

    /** What a test says of itself; {@code test} is as {@code Class.method}. */
    record Case(String suite, String program, String test) {}

    private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+\\.\\w+)`");
    private static final String TESTS = "`\\w+\\.\\w+`(?:, `\\w+\\.\\w+`)*";
    private static final Map<Result, Pattern> FORMS = Map.of(Result.PASSES, Pattern.compile("passes: " + TESTS),
            Result.DIFFERS, Pattern.compile("differs: [^`].*, " + TESTS),
            Result.OUTSIDE, Pattern.compile("outside: [^`]+"));

    private final List<Row> rows = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** @param pages texts of the pages by their names */
    SuitePages(Map<String, String> pages) {
        pages.forEach((name, text) -> text.lines().filter(line -> line.startsWith("| ")).forEach(line -> {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                problems.add(name + ": no row of three cells: " + line);
            } else if (!row.group(2).equalsIgnoreCase("program")) {
                add(name, row.group(1), row.group(2).replace("`", ""), row.group(3));
            }
        }));
    }

    private void add(String page, String suite, String program, String text) {
        List<Result> forms = Stream.of(Result.values()).filter(each -> FORMS.get(each).matcher(text).matches())
                .toList();
        if (forms.size() != 1) {
            problems.add(page + ": " + suite + " " + program + ": neither passes, differs nor is outside: " + text);
            return;
        }
        rows.add(new Row(suite, program, forms.getFirst(),
                TEST.matcher(text).results().map(test -> test.group(1)).toList()));
    }

    /** Programs whose case has a test. */
    long tested() {
        return rows.stream().filter(row -> row.result != Result.OUTSIDE).count();
    }

    /** @param tests the tests that there are, as {@code Class.method} */
    List<String> problems(Set<String> tests, Set<Case> cases) {
        List<String> found = new ArrayList<>(problems);
        Set<Case> named = new HashSet<>();
        Set<String> programs = new HashSet<>();
        for (Row row : rows) {
            String name = row.suite + " " + row.program;
            if (!programs.add(name)) {
                found.add(name + " stands twice");
            }
            for (String test : row.tests) {
                Case told = new Case(row.suite, row.program, test);
                named.add(told);
                if (!tests.contains(test)) {
                    found.add(name + ": there is no test " + test);
                } else if (!cases.contains(told)) {
                    found.add(name + ": " + test + " does not say that this is its case");
                }
            }
        }
        cases.stream().filter(each -> !named.contains(each))
                .map(each -> each.test + " says that its case is " + each.suite + " " + each.program
                        + ": no row names both")
                .sorted().forEach(found::add);
        return found;
    }

    /** The rows of the table that counts: of each suite, and of all. */
    List<String> counts() {
        Map<String, int[]> counts = new TreeMap<>();
        int[] all = new int[Result.values().length];
        for (Row row : rows) {
            counts.computeIfAbsent(row.suite, _ -> new int[all.length])[row.result.ordinal()]++;
            all[row.result.ordinal()]++;
        }
        List<String> lines = new ArrayList<>();
        counts.forEach((suite, each) -> lines.add(line(suite, each)));
        lines.add(line("all", all));
        return lines;
    }

    private static String line(String name, int[] counts) {
        int sum = 0;
        StringBuilder numbers = new StringBuilder();
        for (int each : counts) {
            sum += each;
            numbers.append(' ').append(each).append(" |");
        }
        return "| " + name + " | " + sum + " |" + numbers;
    }
}
