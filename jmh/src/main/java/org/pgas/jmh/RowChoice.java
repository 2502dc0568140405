package org.pgas.jmh;

import java.util.Set;

/**
 * Which rows are measured.
 *
 * @param rows exact names, or none for all
 * @param only a part of the name, or "" for all
 */
record RowChoice(Set<String> rows, String only) {
    RowChoice {
        rows = Set.copyOf(rows);
    }

    boolean has(String row) {
        return (rows.isEmpty() || rows.contains(row)) && row.contains(only);
    }
}
