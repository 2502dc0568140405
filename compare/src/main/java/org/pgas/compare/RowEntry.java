package org.pgas.compare;

import java.util.Map;

/**
 * A line of the tables: what is shown of a row of ours.
 *
 * @param isShown whether it is measured when nothing else is said
 * @param ranks of the job
 * @param bytes the only size it speaks of, or {@link #EVERY_SIZE}
 * @param elsewhere by library, the name of the row that is compared, where it is not the same
 */
record RowEntry(boolean isShown, Group group, String row, int ranks, long bytes, Map<String, String> elsewhere,
        String label, Goal goal) {
    static final long EVERY_SIZE = -1;

    RowEntry {
        elsewhere = Map.copyOf(elsewhere);
    }

    /** The name that the row has there. */
    String rowOf(String library) {
        return elsewhere.getOrDefault(library, row);
    }

    boolean speaksOf(long size) {
        return bytes == EVERY_SIZE || bytes == size;
    }
}
