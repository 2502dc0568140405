package org.pgas.bench;

import java.util.ArrayList;
import java.util.List;

import org.pgas.bench.rows.Kind;
import org.pgas.bench.rows.Suite;
import org.pgas.bench.rows.Unit;

/** The rows of a run for the terminal. */
final class TextTable {
    /** The column of words behind those of numbers. */
    private static final int VERDICT = 10;

    private final Results results;
    private final Comparison comparison;

    /** @param comparison or null */
    TextTable(Results results, Comparison comparison) {
        this.results = results;
        this.comparison = comparison;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        results.machine().describe().forEach((title, value) -> text.append(String.format("%-10s %s%n", title, value)));
        text.append(String.format("%-10s %d, %s; %d %s%n", "ranks", results.ranks(),
                results.isBound() ? "each bound to a core" : "not bound", results.rounds(),
                results.rounds() == 1 ? "round" : "rounds"));
        List<List<String>> lines = new ArrayList<>();
        lines.add(head());
        Suite suite = null;
        for (int i = 0; i < results.rows().size(); i++) {
            Row row = results.rows().get(i);
            Suite own = Kind.ofWord(row.key().name()).suite();
            if (own != suite) {
                lines.add(List.of());
                suite = own;
            }
            lines.add(line(row, comparison == null ? null : comparison.entries().get(i)));
        }
        append(text.append(System.lineSeparator()), lines);
        if (comparison != null) {
            compared(text.append(System.lineSeparator()));
        }
        return text.toString();
    }

    private List<String> head() {
        List<String> head = new ArrayList<>(List.of("row", "size", "median", "from", "to", "p50", "p99", "p99.9"));
        if (comparison != null) {
            head.addAll(List.of("earlier", "ratio", ""));
        }
        return head;
    }

    private static List<String> line(Row row, Comparison.Entry entry) {
        Unit unit = row.unit();
        List<String> cells = new ArrayList<>(List.of(row.key().name(), size(row),
                Figures.of(row.median(), unit), Figures.of(row.low(), unit), Figures.of(row.high(), unit)));
        Percentiles percentiles = row.percentiles();
        if (percentiles == null) {
            cells.addAll(List.of("", "", ""));
        } else {
            cells.addAll(List.of(Figures.nanos(percentiles.p50()), Figures.nanos(percentiles.p99()),
                    Figures.nanos(percentiles.p999())));
        }
        if (entry != null) {
            boolean isNew = entry.earlier() == null;
            cells.addAll(List.of(isNew ? "" : Figures.of(entry.earlier().median(), unit),
                    isNew ? "" : Figures.digits(entry.ratio()), entry.verdict().text()));
        }
        return cells;
    }

    /** The size of a row, if its kind has sizes; otherwise nothing. */
    static String size(Row row) {
        return row.key().bytes() == 0 && !row.key().name().equals(Kind.AM_MEDIUM.word())
                ? ""
                : Figures.bytes(row.key().bytes());
    }

    private void compared(StringBuilder text) {
        text.append("Compared with ").append(comparison.earlierName()).append(" of ")
                .append(comparison.earlier().date()).append(": ").append(comparison.summary()).append('.')
                .append(System.lineSeparator());
        if (!comparison.isLikeForLike()) {
            text.append("The runs are not alike, and the ratios may come from that:").append(System.lineSeparator());
            comparison.differences()
                    .forEach(each -> text.append("  ").append(each).append(System.lineSeparator()));
        }
    }

    /** Columns as wide as their widest cell; the first and the last one to the left, numbers to the right. */
    private static void append(StringBuilder text, List<List<String>> lines) {
        int columns = lines.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < line.size(); i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                String padding = " ".repeat(widths[i] - line.get(i).length());
                boolean isLeft = i == 0 || i == VERDICT;
                row.append(isLeft ? line.get(i) + padding : padding + line.get(i)).append("  ");
            }
            text.append(row.toString().stripTrailing()).append(System.lineSeparator());
        }
    }
}
