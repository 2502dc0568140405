package org.pgas.jmh;

import java.util.Set;

/**
 * Which rows are measured.
 *
 * @param exactly names of rows; none: all
 * @param part what a row's name has to contain
 */
record RowChoice(Set<String> exactly, String part) {
    boolean wants(String row) {
        return row.contains(part) && (exactly.isEmpty() || exactly.contains(row));
    }

    /** Whether there may be a row whose name begins so. */
    boolean wantsSome(String beginning) {
        return exactly.isEmpty() || exactly.stream().anyMatch(row -> row.startsWith(beginning) && wants(row));
    }
}
