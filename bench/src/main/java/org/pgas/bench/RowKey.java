package org.pgas.bench;

/**
 * What makes two rows comparable.
 *
 * @param library that was measured; ours is {@link #OURS}
 * @param name of what was measured
 * @param bytes of one operation, or 0
 * @param ranks of the job
 */
record RowKey(String library, String name, long bytes, int ranks) {
    static final String OURS = "pgas";
}
