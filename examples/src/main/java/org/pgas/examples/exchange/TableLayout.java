package org.pgas.examples.exchange;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines of a table, each printable as soon as it is known: right-aligned columns of a width that is settled before. */
final class TableLayout {
    private static final int WIDTH = 15;
    private static final String BETWEEN = "  ";

    private final List<String> keys;
    private final List<String> columns;

    /**
     * @param keys headings of what says which row it is
     * @param columns headings of what was measured
     */
    TableLayout(List<String> keys, List<String> columns) {
        this.keys = keys;
        this.columns = columns;
    }

    String heading() {
        return line(keys, columns);
    }

    String row(List<String> of, List<EpochTimes> times) {
        return line(of, times.stream().map(each -> each == null ? "-" : each.toString()).toList());
    }

    private String line(List<String> first, List<String> then) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < keys.size(); i++) {
            line.append(right(first.get(i), Math.max(keys.get(i).length(), 7))).append(BETWEEN);
        }
        return line.append(join(then)).toString();
    }

    private String join(List<String> cells) {
        return IntStream.range(0, cells.size())
                .mapToObj(i -> right(cells.get(i), Math.max(columns.get(i).length(), WIDTH)))
                .collect(Collectors.joining(BETWEEN));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
