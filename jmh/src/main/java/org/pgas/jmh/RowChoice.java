package org.pgas.jmh;

import java.util.Set;

/**
 * Which rows are measured.
 *
 * @param exactly names of rows, {@code row:bytes} for one of a row's sizes alone; none: all
 * @param part what a row's name has to contain
 */
record RowChoice(Set<String> exactly, String part) {
    /** Whether a row is measured at any size. */
    boolean wants(String row) {
        return row.contains(part) && (exactly.isEmpty() || exactly.contains(row)
                || exactly.stream().anyMatch(name -> name.startsWith(row + ":")));
    }

    boolean wants(String row, long bytes) {
        return row.contains(part)
                && (exactly.isEmpty() || exactly.contains(row) || exactly.contains(row + ":" + bytes));
    }

    /** Whether there may be a row whose name begins so. */
    boolean wantsSome(String beginning) {
        return exactly.isEmpty() || exactly.stream()
                .anyMatch(row -> row.startsWith(beginning) && wants(row.replaceFirst(":.*", "")));
    }
}
