package org.pgas.regions;

/** Runs of equal length, each at an offset of its own. */
public final class IndexedRuns extends Regions {
    final long run;
    final long[] offsets;

    IndexedRuns(long run, long[] offsets, long bytes, long low, long high) {
        super(bytes, low, high);
        this.run = run;
        this.offsets = offsets;
    }

    /** Bytes of each run. */
    public long run() {
        return run;
    }

    @Override
    public long runs() {
        return offsets.length;
    }

    @Override
    public long offset(long index) {
        return offsets[(int) index];
    }

    @Override
    public long length(long index) {
        return run;
    }

    @Override
    public long runAt(long position) {
        return position / run;
    }

    @Override
    public long position(long index) {
        return index * run;
    }
}
