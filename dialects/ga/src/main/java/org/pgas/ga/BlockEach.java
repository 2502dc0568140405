package org.pgas.ga;

/**
 * One block for each process, in the order of the processes; the last ones may have none. Around a block lie its ghost
 * cells, {@code ghosts[d]} at either end of dimension d.
 */
record BlockEach(Axis[] axes, long[] ghosts, long elementBytes) implements Dealing {
    @Override
    public int owner(int[] block) {
        return (int) Dealing.number(axes, block);
    }

    @Override
    public long place(int[] block, long[] strides) {
        long place = 0;
        long stride = elementBytes;
        for (int d = axes.length - 1; d >= 0; d--) {
            strides[d] = stride;
            place += ghosts[d] * stride;
            stride *= axes[d].length(block[d]) + 2 * ghosts[d];
        }
        return place;
    }

    @Override
    public long bytes(int proc) {
        if (count(proc) == 0) {
            return 0;
        }
        int[] block = new int[axes.length];
        block(proc, 0, block);
        long bytes = elementBytes;
        for (int d = 0; d < axes.length; d++) {
            bytes *= axes[d].length(block[d]) + 2 * ghosts[d];
        }
        return bytes;
    }

    @Override
    public long count(int proc) {
        return proc < Dealing.count(axes) ? 1 : 0;
    }

    @Override
    public void block(int proc, long number, int[] block) {
        Dealing.named(axes, proc, block);
    }

    @Override
    public int[] grid() {
        int[] grid = new int[axes.length];
        for (int d = 0; d < grid.length; d++) {
            grid[d] = axes[d].blocks();
        }
        return grid;
    }

    @Override
    public boolean position(int proc, int[] coordinates) {
        if (count(proc) > 0) {
            Dealing.named(axes, proc, coordinates);
        }
        return count(proc) > 0;
    }

    @Override
    public boolean isAs(Dealing other) {
        return other instanceof BlockEach;
    }
}
