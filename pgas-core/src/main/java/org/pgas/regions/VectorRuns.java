package org.pgas.regions;

import java.util.Arrays;

/** Runs of different lengths, each at an offset of its own. */
public final class VectorRuns extends Regions {
    final long[] offsets;

    /** Where each run begins in the packed form, and behind them the volume. */
    final long[] positions;

    VectorRuns(long[] offsets, long[] positions, long bytes, long low, long high) {
        super(bytes, low, high);
        this.offsets = offsets;
        this.positions = positions;
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
        return positions[(int) index + 1] - positions[(int) index];
    }

    @Override
    public long runAt(long position) {
        int found = Arrays.binarySearch(positions, 0, offsets.length, position);
        return found >= 0 ? found : -found - 2;
    }

    @Override
    public long position(long index) {
        return positions[(int) index];
    }
}
