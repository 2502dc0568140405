package org.pgas.vis;

/**
 * Tables for lists by their length. The longer lists a table is for, the fewer entries it has, so that all together
 * hold some 200 000 entries of lists at most. For each entry of a list, a shape and what it has found out take up to
 * 100 bytes.
 */
final class ListTables<S> {
    /** Lists up to this length have a table; there are {@link #places} in it. */
    private static final int SMALL = 256;

    private static final int MEDIUM = 4096;
    private static final int LARGE = 32_768;

    private final ContentTable<S> small;
    private final ContentTable<S> medium;
    private final ContentTable<S> large;

    /** @param places of the table of short lists: a power of two, 32 at least; 0 of tables that stay empty */
    ListTables(int places) {
        small = new ContentTable<>(places);
        medium = new ContentTable<>(places / 4);
        large = new ContentTable<>(places / 16);
    }

    /** Null for lists that are not kept. */
    ContentTable<S> forLength(long entries) {
        if (entries <= SMALL) {
            return small;
        }
        if (entries <= MEDIUM) {
            return medium;
        }
        return entries <= LARGE ? large : null;
    }
}
