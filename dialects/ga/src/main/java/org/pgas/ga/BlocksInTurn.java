package org.pgas.ga;

/**
 * Blocks of the same size, dealt to the processes in turn, row after row. A process has its blocks one behind the
 * other, each without gaps, and for each of them room for a whole one.
 */
record BlocksInTurn(Axis[] axes, long elementBytes, int nproc) implements Dealing {
    @Override
    public int owner(int[] block) {
        return (int) (Dealing.number(axes, block) % nproc);
    }

    @Override
    public long place(int[] block, long[] strides) {
        long stride = elementBytes;
        for (int d = axes.length - 1; d >= 0; d--) {
            strides[d] = stride;
            stride *= axes[d].length(block[d]);
        }
        return Dealing.number(axes, block) / nproc * blockBytes();
    }

    private long blockBytes() {
        long bytes = elementBytes;
        for (Axis axis : axes) {
            bytes *= axis.longest();
        }
        return bytes;
    }

    @Override
    public long bytes(int proc) {
        return count(proc) * blockBytes();
    }

    @Override
    public long count(int proc) {
        long blocks = Dealing.count(axes);
        return proc < blocks ? (blocks - 1 - proc) / nproc + 1 : 0;
    }

    @Override
    public void block(int proc, long number, int[] block) {
        Dealing.named(axes, number * nproc + proc, block);
    }

    @Override
    public int[] grid() {
        return null;
    }

    @Override
    public boolean position(int proc, int[] coordinates) {
        return false;
    }

    @Override
    public boolean isAs(Dealing other) {
        return other instanceof BlocksInTurn;
    }
}
