package org.pgas.ga;

import java.util.Arrays;

/** How the indices of one dimension are cut in blocks that follow each other. Immutable. */
final class Axis {
    private final long extent;

    /** Of all blocks but the last, which may be shorter; 0 where they differ. */
    private final long size;

    /** Where blocks begin, and at the end the extent; null where all have the same size. */
    private final long[] starts;

    private final int blocks;

    private Axis(long extent, long size, long[] starts, int blocks) {
        this.extent = extent;
        this.size = size;
        this.starts = starts;
        this.blocks = blocks;
    }

    /** Blocks of {@code size} indices; the last may have fewer. Not more than an int can count. */
    static Axis even(long extent, long size) {
        return new Axis(extent, size, null, Math.toIntExact(Math.ceilDiv(extent, size)));
    }

    /** Blocks that begin at {@code starts}: 0, then ever greater ones below {@code extent}. */
    static Axis cut(long extent, long[] starts) {
        long[] all = Arrays.copyOf(starts, starts.length + 1);
        all[starts.length] = extent;
        return new Axis(extent, 0, all, starts.length);
    }

    long extent() {
        return extent;
    }

    int blocks() {
        return blocks;
    }

    /** The block that has {@code index}, which is in 0..extent-1. */
    int block(long index) {
        if (starts == null) {
            return (int) (index / size);
        }
        int found = Arrays.binarySearch(starts, 0, blocks, index);
        return found >= 0 ? found : -2 - found;
    }

    long start(int block) {
        return starts == null ? block * size : starts[block];
    }

    /** How many indices it has. */
    long length(int block) {
        return starts == null ? Math.min(size, extent - block * size) : starts[block + 1] - starts[block];
    }

    /** Of the longest block. */
    long longest() {
        long longest = 0;
        for (int block = 0; block < (starts == null ? 1 : blocks); block++) {
            longest = Math.max(longest, length(block));
        }
        return longest;
    }

    /** Equal are those that cut the same indices alike. */
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Axis axis) || extent != axis.extent || blocks != axis.blocks) {
            return false;
        }
        for (int block = 0; block < blocks; block++) {
            if (start(block) != axis.start(block)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * extent + blocks);
    }

    @Override
    public String toString() {
        return extent + (starts == null ? " in blocks of " + size
                : " from " + Arrays.toString(Arrays.copyOf(starts, blocks)));
    }
}
