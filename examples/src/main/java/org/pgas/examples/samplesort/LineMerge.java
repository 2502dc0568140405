package org.pgas.examples.samplesort;

import java.io.IOException;

/**
 * Merges runs of sorted lines that lie one behind the other in a buffer: a heap of runs, by the first line that is left
 * of each.
 */
final class LineMerge {
    private final LineBuffer lines;
    private final int[] at;
    private final int[] end;
    private final long[] keys;
    private int count;

    /** Takes lines, in their order, by where they begin and where their newlines are. */
    @FunctionalInterface
    interface Target {
        void line(int at, int end) throws IOException;
    }

    /** The runs are those between one of {@code bounds} and the next. */
    LineMerge(LineBuffer lines, int[] bounds) {
        this.lines = lines;
        at = new int[bounds.length];
        end = new int[bounds.length];
        keys = new long[bounds.length];
        for (int run = 0; run + 1 < bounds.length; run++) {
            if (bounds[run] < bounds[run + 1]) {
                at[count] = bounds[run];
                end[count] = bounds[run + 1];
                keys[count] = lines.key(bounds[run]);
                count++;
            }
        }
    }

    /** Gives all lines to {@code target}. Once. */
    void run(Target target) throws IOException {
        for (int i = count / 2 - 1; i >= 0; i--) {
            sink(i);
        }
        while (count > 0) {
            int newline = lines.end(at[0]);
            target.line(at[0], newline);
            at[0] = newline + 1;
            if (at[0] < end[0]) {
                keys[0] = lines.key(at[0]);
            } else {
                count--;
                move(count, 0);
            }
            sink(0);
        }
    }

    private void move(int from, int to) {
        at[to] = at[from];
        end[to] = end[from];
        keys[to] = keys[from];
    }

    private void sink(int first) {
        int i = first;
        for (int child = 2 * i + 1; child < count; child = 2 * i + 1) {
            if (child + 1 < count && isLess(child + 1, child)) {
                child++;
            }
            if (!isLess(child, i)) {
                return;
            }
            swap(i, child);
            i = child;
        }
    }

    private boolean isLess(int run, int other) {
        if (keys[run] != keys[other]) {
            return keys[run] < keys[other];
        }
        return !LineBuffer.isWhole(keys[run]) && lines.compare(at[run], at[other]) < 0;
    }

    private void swap(int i, int j) {
        int start = at[i];
        int stop = end[i];
        long key = keys[i];
        move(j, i);
        at[j] = start;
        end[j] = stop;
        keys[j] = key;
    }
}
