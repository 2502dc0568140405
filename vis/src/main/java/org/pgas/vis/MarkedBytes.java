package org.pgas.vis;

/** Bytes of a range, of which each can be marked once: finds out whether regions overlap without sorting them. */
final class MarkedBytes {
    private final long low;
    private final long[] marks;

    /** For bytes from {@code low} up to {@code high}, at most 2^36 of them. */
    MarkedBytes(long low, long high) {
        this.low = low;
        this.marks = new long[Math.toIntExact((high - low >>> 6) + 1)];
    }

    /** Marks {@code bytes} bytes, more than 0, at {@code offset}; says whether none of them was marked before. */
    boolean mark(long offset, long bytes) {
        long from = offset - low;
        long last = from + bytes - 1;
        int word = (int) (from >>> 6);
        int lastWord = (int) (last >>> 6);
        long first = -1L << from;
        long rest = -1L >>> ~last;
        if (word == lastWord) {
            return mark(word, first & rest);
        }
        boolean isNew = mark(word, first);
        for (int i = word + 1; i < lastWord; i++) {
            isNew &= mark(i, -1L);
        }
        return isNew & mark(lastWord, rest);
    }

    private boolean mark(int word, long bits) {
        long before = marks[word];
        marks[word] = before | bits;
        return (before & bits) == 0;
    }
}
