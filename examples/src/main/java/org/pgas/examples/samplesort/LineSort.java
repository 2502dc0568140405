package org.pgas.examples.samplesort;

import java.util.Arrays;

/**
 * Sorts lines by a quicksort that takes a few bytes of each line at a time: of those it has keys in an array of their
 * own, so most steps do not touch a line. Lines that are alike in these bytes are sorted by the next ones; so the bytes
 * that many lines have in common are looked at once for each line, and not for each comparison, and it does no harm if
 * all lines are equal.
 */
final class LineSort {
    private static final int FEW = 12;

    private final LineBuffer lines;
    private final int[] starts;
    private final long[] keys;

    /**
     * Ranges that are to be sorted yet, three numbers each: from, to, and how many bytes all of its lines have in
     * common.
     */
    private int[] stack = new int[3 << 6];
    private int top;
    private long random = 1;

    private LineSort(LineBuffer lines, int[] starts) {
        this.lines = lines;
        this.starts = starts;
        this.keys = new long[starts.length];
    }

    /** Puts the places where lines begin into the order of the lines. */
    static void sort(LineBuffer lines, int[] starts) {
        new LineSort(lines, starts).run();
    }

    private void run() {
        take(0, starts.length, 0);
        while (top > 0) {
            top -= 3;
            sort(stack[top], stack[top + 1], stack[top + 2]);
        }
    }

    /** Notes a range that has no keys yet. */
    private void take(int from, int to, int depth) {
        for (int i = from; i < to; i++) {
            keys[i] = lines.key(starts[i] + depth);
        }
        push(from, to, depth);
    }

    private void push(int from, int to, int depth) {
        if (to - from < 2) {
            return;
        }
        if (top == stack.length) {
            stack = Arrays.copyOf(stack, 2 * top);
        }
        stack[top++] = from;
        stack[top++] = to;
        stack[top++] = depth;
    }

    private void sort(int from, int to, int depth) {
        if (to - from <= FEW) {
            sortFew(from, to, depth);
            return;
        }
        long pivot = pivot(from, to);
        int less = from;
        int greater = to;
        for (int i = from; i < greater;) {
            long key = keys[i];
            if (key < pivot) {
                swap(less++, i++);
            } else if (key > pivot) {
                swap(--greater, i);
            } else {
                i++;
            }
        }
        push(from, less, depth);
        push(greater, to, depth);
        if (!LineBuffer.isWhole(pivot)) {
            take(less, greater, depth + LineBuffer.KEY_BYTES);
        }
    }

    /** The median of three keys at random: there is no input for which that is always a bad choice. */
    private long pivot(int from, int to) {
        long a = keys[any(from, to)];
        long b = keys[any(from, to)];
        long c = keys[any(from, to)];
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private int any(int from, int to) {
        random = random * 6364136223846793005L + 1442695040888963407L;
        return from + (int) ((random >>> 33) * (to - from) >>> 31);
    }

    private void swap(int i, int j) {
        long key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
        int start = starts[i];
        starts[i] = starts[j];
        starts[j] = start;
    }

    private void sortFew(int from, int to, int depth) {
        for (int i = from + 1; i < to; i++) {
            long key = keys[i];
            int start = starts[i];
            int hole = i;
            while (hole > from && isLess(key, start, hole - 1, depth)) {
                keys[hole] = keys[hole - 1];
                starts[hole] = starts[hole - 1];
                hole--;
            }
            keys[hole] = key;
            starts[hole] = start;
        }
    }

    private boolean isLess(long key, int start, int other, int depth) {
        if (key != keys[other]) {
            return key < keys[other];
        }
        int rest = depth + LineBuffer.KEY_BYTES;
        return !LineBuffer.isWhole(key) && lines.compare(start + rest, starts[other] + rest) < 0;
    }
}
