package org.pgas.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.pgas.bench.page.Machine;

/**
 * A run beside an earlier one.
 *
 * @param earlierName the earlier run's file, as the user wrote it
 * @param differences what was not the same, for people; none means that like is compared with like
 * @param entries one for each row of the later run, in its order
 * @param gone rows of the earlier run that the later one has not
 */
record Comparison(String earlierName, Results earlier, List<String> differences, List<Entry> entries,
        List<RowKey> gone) {
    /** What became of a row. */
    enum Verdict {
        /** The spreads do not overlap, and it is better now. */
        BETTER("better", "▲"),
        /** The spreads do not overlap, and it is worse now. */
        WORSE("worse", "▼"),
        /** The spreads overlap. */
        WITHIN("within spread", "="),
        /** The earlier run has no such row. */
        NEW("new", "");

        private final String text;
        private final String mark;

        Verdict(String text, String mark) {
            this.text = text;
            this.mark = mark;
        }

        String text() {
            return text;
        }

        String mark() {
            return mark;
        }
    }

    /**
     * A row and what it was.
     *
     * @param earlier null if there is none
     * @param ratio of the medians, later by earlier; NaN if there is none
     */
    record Entry(Row row, Row earlier, double ratio, Verdict verdict) {}

    Comparison {
        differences = List.copyOf(differences);
        entries = List.copyOf(entries);
        gone = List.copyOf(gone);
    }

    static Comparison of(Results later, Results earlier, String earlierName) {
        Map<RowKey, Row> rest = new HashMap<>();
        earlier.rows().forEach(row -> rest.put(row.key(), row));
        List<Entry> entries = new ArrayList<>();
        for (Row row : later.rows()) {
            Row before = rest.get(row.key());
            if (before == null || before.unit() != row.unit()) {
                entries.add(new Entry(row, null, Double.NaN, Verdict.NEW));
            } else {
                rest.remove(row.key());
                entries.add(new Entry(row, before, row.median() / before.median(), verdict(row, before)));
            }
        }
        List<RowKey> gone = earlier.rows().stream().map(Row::key).filter(rest::containsKey).toList();
        return new Comparison(earlierName, earlier, differences(later, earlier), entries, gone);
    }

    static Verdict verdict(Row later, Row earlier) {
        boolean isMore = later.low() > earlier.high();
        boolean isLess = later.high() < earlier.low();
        if (!isMore && !isLess) {
            return Verdict.WITHIN;
        }
        return isMore == later.unit().moreIsBetter() ? Verdict.BETTER : Verdict.WORSE;
    }

    /** "what: now X, then Y", for everything that may explain why figures differ. */
    private static List<String> differences(Results later, Results earlier) {
        List<String> found = new ArrayList<>();
        Map<String, String> now = later.machine().describe();
        Map<String, String> then = earlier.machine().describe();
        for (String title : Machine.titles()) {
            differ(found, title, now.get(title), then.get(title));
        }
        differ(found, "ranks", Integer.toString(later.ranks()), Integer.toString(earlier.ranks()));
        differ(found, "a core for each rank", yesNo(later.isBound()), yesNo(earlier.isBound()));
        differ(found, "quick", yesNo(later.isQuick()), yesNo(earlier.isQuick()));
        TreeSet<String> keys = new TreeSet<>(later.settings().keySet());
        keys.addAll(earlier.settings().keySet());
        for (String key : keys) {
            differ(found, key, later.settings().get(key), earlier.settings().get(key));
        }
        return found;
    }

    static String yesNo(boolean value) {
        return value ? "yes" : "no";
    }

    private static void differ(List<String> found, String title, String now, String then) {
        String nowText = now == null ? "unknown" : now;
        String thenText = then == null ? "unknown" : then;
        if (!nowText.equals(thenText)) {
            found.add(title + ": now " + nowText + ", then " + thenText);
        }
    }

    boolean isLikeForLike() {
        return differences.isEmpty();
    }

    long count(Verdict verdict) {
        return entries.stream().filter(entry -> entry.verdict() == verdict).count();
    }

    /** One line: how many rows got better, worse, neither. */
    String summary() {
        String text = count(Verdict.BETTER) + " rows better and " + count(Verdict.WORSE)
                + " worse beyond the spread, " + count(Verdict.WITHIN) + " within it";
        if (count(Verdict.NEW) > 0) {
            text += ", " + count(Verdict.NEW) + " that the earlier run has not";
        }
        return gone.isEmpty() ? text : text + "; " + gone.size() + " rows of the earlier run were not measured now";
    }
}
