package org.pgas.ga;

import java.util.Arrays;

/**
 * Blocks of the same size, dealt to processes that form a grid: along each dimension in turn. A process has all its
 * elements as one array without gaps, as ScaLAPACK has them.
 */
record BlocksOnGrid(Axis[] axes, long elementBytes, int[] grid) implements Dealing {
    @Override
    public int owner(int[] block) {
        int owner = 0;
        for (int d = 0; d < grid.length; d++) {
            owner = owner * grid[d] + block[d] % grid[d];
        }
        return owner;
    }

    @Override
    public long place(int[] block, long[] strides) {
        long place = 0;
        long stride = elementBytes;
        for (int d = axes.length - 1; d >= 0; d--) {
            strides[d] = stride;
            place += block[d] / grid[d] * axes[d].length(0) * stride;
            stride *= elements(d, block[d] % grid[d]);
        }
        return place;
    }

    /** How many blocks are dealt to {@code coordinate} of dimension {@code d}. */
    private int blocks(int d, int coordinate) {
        int all = axes[d].blocks();
        return coordinate < all ? (all - 1 - coordinate) / grid[d] + 1 : 0;
    }

    /** How many indices these have: all blocks have as many but the last one of all. */
    private long elements(int d, int coordinate) {
        int last = axes[d].blocks() - 1;
        long missing = last % grid[d] == coordinate ? axes[d].length(0) - axes[d].length(last) : 0;
        return blocks(d, coordinate) * axes[d].length(0) - missing;
    }

    @Override
    public long bytes(int proc) {
        int[] at = new int[grid.length];
        if (!position(proc, at)) {
            return 0;
        }
        long bytes = elementBytes;
        for (int d = 0; d < at.length; d++) {
            bytes *= elements(d, at[d]);
        }
        return bytes;
    }

    @Override
    public long count(int proc) {
        int[] at = new int[grid.length];
        if (!position(proc, at)) {
            return 0;
        }
        long count = 1;
        for (int d = 0; d < at.length; d++) {
            count *= blocks(d, at[d]);
        }
        return count;
    }

    @Override
    public void block(int proc, long number, int[] block) {
        int[] at = new int[grid.length];
        position(proc, at);
        long rest = number;
        for (int d = at.length - 1; d >= 0; d--) {
            int blocks = blocks(d, at[d]);
            block[d] = (int) (rest % blocks) * grid[d] + at[d];
            rest /= blocks;
        }
    }

    @Override
    public boolean position(int proc, int[] coordinates) {
        int rest = proc;
        for (int d = grid.length - 1; d >= 0; d--) {
            coordinates[d] = rest % grid[d];
            rest /= grid[d];
        }
        return rest == 0;
    }

    @Override
    public boolean isAs(Dealing other) {
        return other instanceof BlocksOnGrid that && Arrays.equals(grid, that.grid);
    }
}
