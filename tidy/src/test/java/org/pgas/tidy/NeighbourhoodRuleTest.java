package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** What conformance tests with several ranks, it tests between neighbourhoods, too, or says why not. */
class NeighbourhoodRuleTest {
    private static final Pattern CLASS = Pattern.compile("(?m)^(?:public |final |abstract )*class \\w+");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*.*\\*/");
    private static final Pattern DEFAULTS = Pattern.compile("@RankDefaults\\(([^)]*)\\)");
    private static final Pattern ACROSS = Pattern.compile("(?m)^ *@AcrossNeighbourhoods");

    /** With the annotations before it, some of several lines, and those between it and the name. */
    private static final Pattern TEST = Pattern.compile("(?m)(?<before>(?:^    @.*\\R(?:        .*\\R)*)*?)"
            + "^    @RankTest(?:\\((?<arguments>[^)]*)\\))?(?<behind>(?:\\s*@\\w+)*)\\s+void (?<name>\\w+)");

    private static final Pattern NUMBER = Pattern.compile("\\w+");

    @Test
    void everyLawOfSeveralRanksIsTestedBetweenNeighbourhoodsOrSaysWhyNot() {
        List<String> untested = new ArrayList<>();
        int tests = 0;
        for (Path file : Library.testSources()) {
            if (Library.name(file).startsWith("conformance/")) {
                String source = Library.read(file);
                tests += (int) TEST.matcher(source).results().count();
                untested(source).forEach(name -> untested.add(Library.name(file) + ": " + name));
            }
        }
        assertTrue(tests > 900, "only " + tests + " tests are seen");
        assertEquals(List.of(), untested);
    }

    @Test
    void whatSaysNothingIsFound() {
        String tests = """
                class Some {
                    @RankTest
                    void two(Job job) {}

                    @RankTest(neighbourhoods = 1)
                    void withoutAReason(Job job) {}

                    /** With a reason. */
                    @Optimised
                    @RankTest(settings = "pgas.checks=off",
                        neighbourhoods = 1)
                    void one(Job job) {}

                    @RankTest(ranks = 1)
                    void alone(Job job) {}

                    @AcrossNeighbourhoodsAsThreads
                    @RankTest(ranks = {1, 3})
                    void annotated(Job job) {}
                """;
        assertEquals(List.of("two", "withoutAReason"), untested(tests));
        assertEquals(List.of("withoutAReason"), untested("@AcrossNeighbourhoods\n" + tests));
        assertEquals(List.of("two", "withoutAReason", "annotated"),
                untested("@RankDefaults(neighbourhoods = 1)\n" + tests));
        assertEquals(List.of("withoutAReason"),
                untested("/** In one neighbourhood. */\n@RankDefaults(neighbourhoods = 1)\n" + tests));
        assertEquals(List.of("two", "withoutAReason"),
                untested(tests + "    @RankTest(neighbourhoods = {1, 2})\n    void own(Job job) {}\n"));
    }

    /** The tests of a class with two ranks or more that are in one neighbourhood, and do not say why. */
    private static List<String> untested(String source) {
        Matcher type = CLASS.matcher(source);
        if (!type.find()) {
            return List.of();
        }
        String head = source.substring(0, type.start());
        String body = source.substring(type.start());
        Matcher found = DEFAULTS.matcher(head);
        String defaults = found.find() ? found.group(1) : "";
        List<String> untested = new ArrayList<>();
        for (Matcher test = TEST.matcher(body); test.find();) {
            String arguments = test.group("arguments") == null ? "" : test.group("arguments");
            String own = value(arguments, "neighbourhoods");
            String neighbourhoods = own.isEmpty() ? value(defaults, "neighbourhoods") : own;
            String ranks = value(arguments, "ranks");
            if (isOne(ranks.isEmpty() ? value(defaults, "ranks") : ranks)
                    || !neighbourhoods.isEmpty() && !isOne(neighbourhoods)) {
                continue;
            }
            boolean isSaid = neighbourhoods.isEmpty()
                    ? ACROSS.matcher(head + test.group("before") + test.group("behind")).find()
                    : own.isEmpty() ? comment(head).contains("neighbourhood")
                            : isComment(body.substring(0, test.start()).stripTrailing());
            if (!isSaid) {
                untested.add(test.group("name"));
            }
        }
        return untested;
    }

    /** Of an annotation's arguments, as it is written; empty where there is none. */
    private static String value(String arguments, String name) {
        Matcher value = Pattern.compile("\\b" + name + " = (\\{[^}]*}|\\w+)").matcher(arguments);
        return value.find() ? value.group(1) : "";
    }

    private static boolean isOne(String numbers) {
        List<String> all = NUMBER.matcher(numbers).results().map(each -> each.group()).toList();
        return !all.isEmpty() && all.stream().allMatch(each -> each.equals("1"));
    }

    private static String comment(String head) {
        Matcher comment = COMMENT.matcher(head);
        return comment.find() ? comment.group() : "";
    }

    /** Whether a comment is the last thing there. */
    private static boolean isComment(String before) {
        String last = before.substring(before.lastIndexOf('\n') + 1).strip();
        return last.endsWith("*/") || last.startsWith("//");
    }
}
