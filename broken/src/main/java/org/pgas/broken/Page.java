package org.pgas.broken;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** broken/README.md: which breaks tests have seen, and why others cannot matter. */
final class Page {
    private Page() {}

    static String text(List<Break> breaks, Results results) {
        long tried = breaks.stream().filter(each -> results.of(each).isPresent()).count();
        long seen = breaks.stream().filter(each -> results.of(each).filter(Result::isSeen).isPresent()).count();
        StringBuilder text = new StringBuilder("""
                # Broken copies

                """);
        long survived = tried - seen;
        long known = survived(breaks, results).stream().filter(each -> !each.reason().isEmpty()).count();
        text.append("**").append(seen).append(" of ").append(tried).append(" breaks that were tried were seen")
                .append(tried == 0 ? "" : " (" + seen * 100 / tried + " %)").append(". ").append(survived)
                .append(" survived, ").append(known)
                .append(" of them with a reason why no test can see them or needs to")
                .append(". The list has ").append(breaks.size()).append(" breaks; ").append(breaks.size() - tried)
                .append(" were not tried.**\n\n");
        text.append("""
                A break is one critical line of the library that is broken on purpose: a fence is left out, a bound is
                one too far, a check is not made. An agent breaks the class when a JVM loads it, in the JVM of the tests
                and in those of the ranks that it starts; no source and no build is changed. Then the tests run that
                must notice. A break is **seen** when one fails, crashes, or does not end in a bound of time that is
                many times what it takes with the whole code. It has **survived** when all pass. The same tests have
                passed on the whole code before, in the same way. (A JVM prints a line about the agent. Where a test
                takes that line for output, the JVM of the tests alone has the break.)

                `broken/broken.sh --untried --write` tries those without a result, one after another, and writes
                [results.tsv](results.tsv) and this page; `--only NAME` tries some, `--list` lists them, `--places
                MODULE CLASS` shows what can be broken in a class. The list is
                [breaks.txt](src/main/resources/org/pgas/broken/breaks.txt). `BreakTest` makes every break of it on the
                classes of each build, so that none names a line that is no longer there. A result counts for the text
                of its break alone: a break that was changed is untried.

                A test that sees one break of a line does not show that it sees every other, and most breaks were tried
                on x86, where a store is not seen before an earlier one, and a load not after a later one: what lacks a
                release or an acquire there is wrong only where the compiler moves it.

                | module | breaks | tried | seen | survived |
                |---|--:|--:|--:|--:|
                """);
        Map<String, List<Break>> modules = breaks.stream().collect(
                Collectors.groupingBy(each -> each.spot().module(), LinkedHashMap::new, Collectors.toList()));
        modules.forEach((module, list) -> count(text, module, list, results));
        survivors(text, breaks, results);
        modules.forEach((module, list) -> section(text, module, list, results));
        return text.toString();
    }

    private static void count(StringBuilder text, String module, List<Break> breaks, Results results) {
        long tried = breaks.stream().filter(each -> results.of(each).isPresent()).count();
        long seen = breaks.stream().filter(each -> results.of(each).filter(Result::isSeen).isPresent()).count();
        row(text, "[" + module + "](#" + module.replace("/", "") + ")", Integer.toString(breaks.size()),
                Long.toString(tried), Long.toString(seen), Long.toString(tried - seen));
    }

    private static void survivors(StringBuilder text, List<Break> breaks, Results results) {
        List<Break> survived = survived(breaks, results);
        text.append("\n## Survivors\n");
        list(text, "No test has seen these, and should:", results,
                survived.stream().filter(each -> each.reason().isEmpty()).toList());
        list(text, "These no test can see, or none needs to:", results,
                survived.stream().filter(each -> !each.reason().isEmpty()).toList());
    }

    private static void list(StringBuilder text, String title, Results results, List<Break> survived) {
        if (!survived.isEmpty()) {
            text.append("\n").append(title).append("\n\n");
            survived.forEach(each -> text.append("- `").append(each.name()).append("`")
                    .append(each.reason().isEmpty() ? "" : ": " + each.reason()).append(". Passed: ")
                    .append(results.of(each).orElseThrow().what()).append(".\n"));
        }
    }

    private static List<Break> survived(List<Break> breaks, Results results) {
        return breaks.stream().filter(each -> results.of(each).filter(result -> !result.isSeen()).isPresent())
                .toList();
    }

    private static void section(StringBuilder text, String module, List<Break> breaks, Results results) {
        text.append("\n## ").append(module).append("\n\n| break | where | what | came of it |\n|---|---|---|---|\n");
        for (Break each : breaks) {
            row(text, each.name(), "`" + each.spot().shortName() + "`", each.words(), outcome(results.of(each)));
        }
    }

    private static String outcome(Optional<Result> result) {
        return result.map(each -> each.isSeen() ? "seen: " + test(each.what()) : "**survived**").orElse("untried");
    }

    /** The test that saw it, and how where it is no error that a test has found. */
    private static String test(String what) {
        return what.replaceFirst(":? .*", "") + (what.contains(" did not end in ") ? ", which hung" : "")
                + (what.endsWith("the JVM of the tests ended") ? ", whose JVM ended" : "");
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
