package org.pgas.compare.peers;

import java.util.Set;

/**
 * Which rows are measured.
 *
 * @param exactly names of rows; none: all
 * @param part what a row's name has to contain
 */
record RowChoice(Set<String> exactly, String part) {
    static final RowChoice ALL = new RowChoice(Set.of(), "");

    boolean wants(String row) {
        return row.contains(part) && (exactly.isEmpty() || exactly.contains(row));
    }
}
