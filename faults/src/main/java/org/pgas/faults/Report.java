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

                        What goes wrong between processes that share memory, done to real jobs on purpose, and how many
                        of the jobs survived it. This page is written by `faults/faults.sh --write`, from
                        [faults/results.csv](../faults/results.csv); `faults/faults.sh --help` tells how to try one
                        class, one seed, or for hours.

                        One job counts once, whatever was done to it and however often, and it has survived only if all
                        that is promised was kept to its end. What was done within jobs stands in tables of its own and
                        is not counted. A line with one job says that it can go well, not how often it does. A blow,
                        kill or attack that could not be dealt is a fault of the harness: it is listed, and counts
                        neither as survived nor as failed.

                        Whether tests notice when a line of the library itself is broken, such as a fence or a bound, is
                        tried in another way: [broken/README.md](../broken/README.md) has which breaks were seen, and
                        which survived.

                        | | jobs | survived |
                        |---|--:|--:|
                        """);
        int tried = 0;
        int survived = 0;
        for (FaultClass each : classes) {
            Results own = results.of(each.name());
            tried += own.tried();
            survived += own.survived();
            row(text, "[" + each.title() + "](#" + each.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "")
                    .replace(' ', '-') + ")", own.heads().isEmpty() ? "not counted" : count(own.tried()),
                    own.heads().isEmpty() ? "" : count(own.survived()));
        }
        row(text, "**all**", count(tried), count(survived));
        if (survived < tried) {
            text.append("\n**").append(count(tried - survived)).append(" did not survive**: see the lines below.\n");
        }
        classes.forEach(each -> section(text, each, results.of(each.name())));
        return text.toString();
    }

    private static void section(StringBuilder text, FaultClass faultClass, Results results) {
        text.append("\n## ").append(faultClass.title()).append("\n\n").append(faultClass.description().strip())
                .append("\n\n");
        String head = results.heads().get(faultClass.name());
        if (head == null) {
            text.append("No figures: it was not run since one job counts once. `faults/faults.sh --only ")
                    .append(faultClass.name()).append(" --write` does.\n");
            return;
        }
        text.append(head).append("\n\n");
        trials(text, results.tallies(), faultClass.unit());
        details(text, results.details(), faultClass.unit());
        list(text, "Not tried there:", results.notTried().stream().map(each -> each.kind() + ": " + each.reason())
                .toList());
        list(text, "The harness failed to make these:", results.faults().stream()
                .map(each -> each.kind() + ": " + each.what()).toList());
    }

    private static void list(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append("\n").append(title).append("\n\n");
            lines.forEach(each -> text.append("- ").append(each).append("\n"));
        }
    }

    private static void trials(StringBuilder text, List<Tally> tallies, String unit) {
        if (tallies.isEmpty()) {
            return;
        }
        boolean timed = isTimed(tallies);
        text.append(
                timed ? "| | jobs | survived | median, " + unit + " | longest, " + unit + " |\n|---|--:|--:|--:|--:|\n"
                        : "| | jobs | survived |\n|---|--:|--:|\n");
        for (Tally each : tallies) {
            if (timed) {
                row(text, each.kind(), count(each.tried()), count(each.survived()), time(each.median()),
                        time(each.most()));
            } else {
                row(text, each.kind(), count(each.tried()), count(each.survived()));
            }
        }
    }

    private static void details(StringBuilder text, List<Tally> details, String unit) {
        if (details.isEmpty()) {
            return;
        }
        boolean timed = isTimed(details);
        text.append("\nWithin these jobs:\n\n").append(
                timed ? "| | times | median, " + unit + " | longest, " + unit + " |\n|---|--:|--:|--:|\n"
                        : "| | times |\n|---|--:|\n");
        for (Tally each : details) {
            if (timed) {
                row(text, each.kind(), count(each.tried()), time(each.median()), time(each.most()));
            } else {
                row(text, each.kind(), count(each.tried()));
            }
        }
    }

    private static boolean isTimed(List<Tally> tallies) {
        return tallies.stream().anyMatch(each -> each.most() >= 0);
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
