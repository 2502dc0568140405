package org.pgas.vis;

/**
 * What was found lately, by a hash of the content that it was made of: a table of two places for each hash, in which a
 * new entry takes the first and the one that was there the second.
 *
 * <p>Any thread, without synchronisation: entries are immutable, say themselves what they are for, and may get lost;
 * a thread that misses one makes another.
 */
final class ContentTable<S> {
    static final int WAYS = 2;

    private final Entry<S>[] entries;
    private final int shift;
    private final boolean isKept;

    /** @param places a power of two, 2 at least; 0 of a table that stays empty */
    @SuppressWarnings({"unchecked", "rawtypes"})
    ContentTable(int places) {
        isKept = places > 0;
        entries = new Entry[Math.max(WAYS, places)];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(entries.length);
    }

    /** That of a hash in one of the two places; null where none is yet. Its content may be another. */
    Entry<S> entry(long hash, int way) {
        return entries[(int) (hash >>> shift) ^ way];
    }

    void keep(long hash, Entry<S> entry) {
        if (!isKept) {
            return;
        }
        int first = (int) (hash >>> shift);
        Entry<S> before = entries[first];
        if (before != null) {
            entries[first ^ 1] = before;
        }
        entries[first] = entry;
    }

    /**
     * A shape and all that it was made of. Its fields are final, so that a thread that finds it in the table sees all
     * of it.
     */
    static final class Entry<S> {
        private final int form;
        private final long base;
        private final long bytes;
        private final long count0;
        private final long stride0;
        private final long count1;
        private final long stride1;

        /** Offsets, pointers or counts, and lengths or strides. They belong to the entry. */
        private final long[] list;

        private final long[] otherList;

        /** What is at {@link #base}. */
        private final Shape placed;

        private final S shape;

        private Entry(int form, long base, long bytes, long count0, long stride0, long count1, long stride1,
                long[] list, long[] otherList, Shape placed, S shape) {
            this.form = form;
            this.base = base;
            this.bytes = bytes;
            this.count0 = count0;
            this.stride0 = stride0;
            this.count1 = count1;
            this.stride1 = stride1;
            this.list = list;
            this.otherList = otherList;
            this.placed = placed;
            this.shape = shape;
        }

        static <S> Entry<S> ofNumbers(int form, long base, long bytes, long count0, long stride0, long count1,
                long stride1, S shape) {
            return new Entry<>(form, base, bytes, count0, stride0, count1, stride1, null, null, null, shape);
        }

        static <S> Entry<S> ofLists(int form, long bytes, long[] list, long[] otherList, S shape) {
            return new Entry<>(form, 0, bytes, 0, 0, 0, 0, list, otherList, null, shape);
        }

        static <S> Entry<S> ofPlace(int form, long base, Shape placed, S shape) {
            return new Entry<>(form, base, 0, 0, 0, 0, 0, null, null, placed, shape);
        }

        S shape() {
            return shape;
        }

        boolean isOfNumbers(int form, long base, long bytes, long count0, long stride0, long count1, long stride1) {
            return this.form == form && this.bytes == bytes && this.count0 == count0 && this.stride0 == stride0
                    && this.base == base && this.count1 == count1 && this.stride1 == stride1;
        }

        boolean isOfPlace(int form, long base, Shape placed) {
            return this.form == form && this.base == base && this.placed == placed;
        }

        /** Before the lists are compared; they have {@code count} entries then. */
        boolean isOfLists(int form, long bytes, int count) {
            return this.form == form && this.bytes == bytes && list.length == count;
        }

        long[] list() {
            return list;
        }

        long[] otherList() {
            return otherList;
        }
    }
}
