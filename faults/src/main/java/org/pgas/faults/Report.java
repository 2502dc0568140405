package org.pgas.faults;

import java.util.List;
import java.util.Locale;

/** docs/RELIABILITY.md: of each class what is done, and what came of it. */
final class Report {
    private Report() {}

    static String text(List<FaultClass> classes, Results results) {
        StringBuilder text = new StringBuilder(
                """
                        # Reliability

                        What goes wrong between processes that share memory, done to real jobs on purpose, and how many of the trials were survived:
                        all that is promised was kept. This page is written by `faults/faults.sh --write`, from
                        [faults/results.csv](../faults/results.csv); `faults/faults.sh --help` tells how to try one class, one seed, or for hours.

                        | | tried | survived |
                        |---|--:|--:|
                        """);
        int tried = 0;
        int survived = 0;
        for (FaultClass each : classes) {
            List<Tally> tallies = results.of(each.name());
            int tries = tallies.stream().mapToInt(Tally::tried).sum();
            int good = tallies.stream().mapToInt(Tally::survived).sum();
            tried += tries;
            survived += good;
            row(text, "[" + each.title() + "](#" + each.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "")
                    .replace(' ', '-') + ")", count(tries), count(good));
        }
        row(text, "**all**", count(tried), count(survived));
        classes.forEach(each -> section(text, each, results));
        return text.toString();
    }

    private static void section(StringBuilder text, FaultClass faultClass, Results results) {
        text.append("\n## ").append(faultClass.title()).append("\n\n").append(faultClass.description().strip())
                .append("\n\n");
        String head = results.heads().get(faultClass.name());
        if (head == null) {
            text.append("Not tried.\n");
            return;
        }
        text.append(head).append("\n\n");
        table(text, results.of(faultClass.name()), faultClass.unit());
        List<NotTried> notTried = results.notTried(faultClass.name());
        if (!notTried.isEmpty()) {
            text.append("\nNot tried there:\n\n");
            notTried.forEach(each -> text.append("- ").append(each.kind()).append(": ").append(each.reason())
                    .append("\n"));
        }
    }

    private static void table(StringBuilder text, List<Tally> tallies, String unit) {
        boolean timed = tallies.stream().anyMatch(each -> each.most() >= 0);
        if (tallies.isEmpty()) {
            return;
        }
        text.append(
                timed ? "| | tried | survived | median, " + unit + " | longest, " + unit + " |\n|---|--:|--:|--:|--:|\n"
                        : "| | tried | survived |\n|---|--:|--:|\n");
        for (Tally each : tallies) {
            if (timed) {
                row(text, each.kind(), count(each.tried()), count(each.survived()), time(each.median()),
                        time(each.most()));
            } else {
                row(text, each.kind(), count(each.tried()), count(each.survived()));
            }
        }
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String time(long number) {
        return number < 0 ? "" : String.format(Locale.ROOT, "%,d", number);
    }
}
