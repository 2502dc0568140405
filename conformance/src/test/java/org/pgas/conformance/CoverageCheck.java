package org.pgas.conformance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds what is wrong with the text of docs/COVERAGE.md: rows that are missing, doubled or unknown, status words that
 * mean nothing, rows that claim to be done and name no API or no test, functions without one of these, tests that do
 * not exist.
 *
 * <p>A table belongs to the rows, to the names or to the functions by its header; other tables are left alone. What
 * this check cannot see is whether a test proves the row that names it.
 */
final class CoverageCheck {
    /** Sections in the order of the file, each with the number of its last row. */
    private static final List<String> LAST_ROWS = List.of(
            "J11", "S10", "T4", "A15", "R9", "X7", "V10", "C5", "M8", "N4", "K5", "G3", "P6", "U3", "Z1", "O8", "H9",
            "D5");
    static final Set<String> EXPECTED_IDS = expectedIds();

    private static final List<String> ROW_HEADER = List.of("Row", "What", "Source", "Status", "Java API", "Test");
    private static final List<String> NAME_HEADER = List.of("Name", "Java form", "Status", "Reason or note");
    private static final List<String> FUNCTION_HEADER = List.of("Function", "Java form", "Test");
    private static final Set<String> ROW_STATUSES = Set.of("done", "open");
    private static final Set<String> NAME_STATUSES = Set.of("done", "open", "none");

    /** A bar that no backslash keeps inside its cell. */
    private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern SEPARATOR_CELL = Pattern.compile(":?-{3,}:?");
    private static final Pattern TEST_NAME = Pattern.compile("`([A-Z]\\w*)(?:\\.([a-z]\\w*))?`");

    private final Map<String, String> testSources;
    private final List<String> problems = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> names = new HashSet<>();

    private CoverageCheck(Map<String, String> testSources) {
        this.testSources = testSources;
    }

    /**
     * Everything wrong with {@code coverage}, in the order of its lines, missing rows last.
     *
     * @param testSources the text of the test source files by class name
     */
    static List<String> problems(String coverage, Map<String, String> testSources) {
        CoverageCheck check = new CoverageCheck(testSources);
        check.checkTables(coverage.lines().toList());
        EXPECTED_IDS.stream()
                .filter(id -> !check.ids.contains(id))
                .forEach(id -> check.problems.add("row " + id + " is missing"));
        return check.problems;
    }

    private void checkTables(List<String> lines) {
        List<String> header = List.of();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.startsWith("|")) {
                header = List.of();
                continue;
            }
            List<String> cells = cells(line);
            if (header.isEmpty()) {
                header = cells;
            } else if (!cells.stream().allMatch(cell -> SEPARATOR_CELL.matcher(cell).matches())) {
                checkLine("line " + (i + 1), cells, header);
            }
        }
    }

    private void checkLine(String where, List<String> cells, List<String> header) {
        if (cells.size() != header.size()) {
            problems.add(where + ": " + cells.size() + " cells instead of " + header.size());
        } else if (header.equals(ROW_HEADER)) {
            checkRow("row " + cells.get(0), cells.get(0), cells.get(3), cells.get(4), cells.get(5));
        } else if (header.equals(NAME_HEADER)) {
            checkName("name " + cells.get(0), cells.get(0), cells.get(1), cells.get(2), cells.get(3));
        } else if (header.equals(FUNCTION_HEADER)) {
            checkFunction("function " + cells.get(0), cells.get(0), cells.get(1), cells.get(2));
        }
    }

    private void checkRow(String row, String id, String status, String api, String tests) {
        if (!EXPECTED_IDS.contains(id)) {
            problems.add(row + " is not expected");
        }
        if (!ids.add(id)) {
            problems.add(row + " stands twice");
        }
        if (!ROW_STATUSES.contains(status)) {
            problems.add(row + ": status '" + status + "' is neither done nor open");
        }
        if (status.equals("done") && isNothing(api)) {
            problems.add(row + ": done without a Java API");
        }
        if (status.equals("done") && isNothing(tests)) {
            problems.add(row + ": done without a test");
        }
        checkTests(row, tests);
    }

    private void checkTests(String where, String tests) {
        if (!isNothing(tests)) {
            Stream.of(tests.split(",", -1)).map(String::strip).forEach(test -> checkTest(where, test));
        }
    }

    private void checkTest(String row, String test) {
        Matcher name = TEST_NAME.matcher(test);
        if (!name.matches()) {
            problems.add(row + ": cannot read test '" + test + "'");
            return;
        }
        String className = name.group(1);
        String methodName = name.group(2);
        if (!testSources.containsKey(className)) {
            problems.add(row + ": no test source file " + className + ".java");
        } else if (methodName != null && !testSources.get(className).contains("void " + methodName + "(")) {
            problems.add(row + ": no method " + methodName + " in " + className + ".java");
        }
    }

    private void checkName(String where, String name, String javaForm, String status, String note) {
        if (!names.add(name)) {
            problems.add(where + " stands twice");
        }
        if (!NAME_STATUSES.contains(status)) {
            problems.add(where + ": unknown status '" + status + "'");
        }
        if (status.equals("done") && isNothing(javaForm)) {
            problems.add(where + ": done without a Java form");
        }
        if (status.equals("none") && isNothing(note)) {
            problems.add(where + ": none without a reason");
        }
    }

    private void checkFunction(String where, String name, String javaForm, String tests) {
        if (!names.add(name)) {
            problems.add(where + " stands twice");
        }
        if (isNothing(javaForm)) {
            problems.add(where + ": without a Java form");
        }
        if (isNothing(tests)) {
            problems.add(where + ": without a test");
        }
        checkTests(where, tests);
    }

    private static boolean isNothing(String cell) {
        return cell.isEmpty() || cell.equals("-");
    }

    /** The cells of a line that starts with a bar; the bar at its end may be missing. */
    private static List<String> cells(String line) {
        List<String> cells = Stream.of(CELL_BORDER.split(line, -1)).skip(1).map(String::strip).toList();
        return cells.getLast().isEmpty() ? cells.subList(0, cells.size() - 1) : cells;
    }

    private static Set<String> expectedIds() {
        Set<String> expected = new LinkedHashSet<>();
        for (String last : LAST_ROWS) {
            for (int row = 1; row <= Integer.parseInt(last.substring(1)); row++) {
                expected.add(last.substring(0, 1) + row);
            }
        }
        return expected;
    }
}
