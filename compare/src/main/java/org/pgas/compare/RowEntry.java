package org.pgas.compare;

import java.util.Map;
import java.util.Set;

/**
 * A line of the tables: what is shown of a row of ours.
 *
 * @param marks what else is to be known of it
 * @param ranks of the job
 * @param bytes the only size it speaks of, or {@link #EVERY_SIZE}
 * @param elsewhere by library, the name of the row that is compared, where it is not the same
 */
record RowEntry(Set<Mark> marks, Group group, String row, int ranks, long bytes, Map<String, String> elsewhere,
        String label, Goal goal) {
    static final long EVERY_SIZE = -1;

    /** By this name, as if it were a library, a row names our own row that is the best loop for the same work. */
    static final String LOOP = "loop";

    /** What a row's first column says. */
    enum Mark {
        /** Measured when nothing else is said. */
        TABLE,
        /** Measured with all rows only. */
        ALL,
        /** A time that lines of memory between processes decide: it differs from start to start. */
        PAIR,
        /** Measured behind all other rows as well. */
        MIXED,
        /** Measured at the line's size alone. */
        SIZED
    }

    RowEntry {
        marks = Set.copyOf(marks);
        elsewhere = Map.copyOf(elsewhere);
    }

    /** A row of two ranks that is measured at one size and not shown. */
    static RowEntry measured(String row, long bytes, Map<String, String> elsewhere) {
        return new RowEntry(Set.of(Mark.SIZED), Group.TRANSFERS, row, 2, bytes, elsewhere, row, Goal.parse(""));
    }

    boolean isShown() {
        return marks.contains(Mark.TABLE);
    }

    /** The name that the row has there. */
    String rowOf(String library) {
        return elsewhere.getOrDefault(library, row);
    }

    boolean speaksOf(long size) {
        return bytes == EVERY_SIZE || bytes == size;
    }
}
