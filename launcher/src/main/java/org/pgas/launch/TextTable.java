package org.pgas.launch;

import java.util.ArrayList;
import java.util.List;

/** Rows of words in columns: numbers to the right, the last column as long as it is. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String> heads;
    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * @param leftColumns how many columns at the beginning are aligned to the left
     * @param heads of the columns; a last one that is empty, or begins with a blank, is a text and aligned to the left
     */
    TextTable(int leftColumns, List<String> heads) {
        this.leftColumns = leftColumns;
        this.heads = heads;
    }

    void add(List<String> row) {
        if (row.size() != heads.size()) {
            throw new IllegalArgumentException(row.size() + " words for " + heads.size() + " columns");
        }
        rows.add(row);
    }

    List<String> lines() {
        int[] widths = new int[heads.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = heads.get(column).strip().length();
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(heads.stream().map(String::strip).toList(), widths));
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private String line(List<String> words, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String word = words.get(column);
            String padding = " ".repeat(widths[column] - word.length());
            line.append(column == 0 ? "" : GAP);
            line.append(isLeft(column) ? word + padding : padding + word);
        }
        return line.toString().stripTrailing();
    }

    private boolean isLeft(int column) {
        return column < leftColumns || column == heads.size() - 1 && heads.get(column).startsWith(" ");
    }
}
