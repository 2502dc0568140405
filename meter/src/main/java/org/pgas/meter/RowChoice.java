package org.pgas.meter;

import java.util.Set;

/**
 * Which rows are measured.
 *
 * @param exactly names of rows, {@code row:bytes} for one of a row's sizes alone; none: all
 * @param part what a row's name has to contain
 */
public record RowChoice(Set<String> exactly, String part) {
    public static final RowChoice ALL = new RowChoice(Set.of(), "");

    /** Whether a row is measured at any size. */
    public boolean wants(String row) {
        return row.contains(part) && (exactly.isEmpty() || exactly.contains(row)
                || exactly.stream().anyMatch(name -> name.startsWith(row + ":")));
    }

    public boolean wants(String row, long bytes) {
        return row.contains(part)
                && (exactly.isEmpty() || exactly.contains(row) || exactly.contains(row + ":" + bytes));
    }

    /** Whether there may be a row with a name that begins so. */
    public boolean wantsSome(String beginning) {
        return exactly.isEmpty() || exactly.stream()
                .anyMatch(row -> row.startsWith(beginning) && wants(row.replaceFirst(":.*", "")));
    }
}
