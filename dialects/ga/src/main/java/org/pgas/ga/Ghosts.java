package org.pgas.ga;

import java.util.Arrays;

/** Fills the ghost cells of this process' block. For one call. */
final class Ghosts {
    private final GaArray array;
    private final GaCore core;
    private final Layout layout;
    private final String call;
    private final int ndim;

    // the block: its first and last indices, and where it lies
    private final long[] lo;
    private final long[] hi;
    private final long[] strides;
    private long place;

    /** On which side of the block the cells are, along each dimension: -1, 0 for beside its own, 1. */
    private final int[] side;

    // the elements that belong there
    private final long[] from;
    private final long[] to;
    private final GaNbHandle handle = new GaNbHandle();

    Ghosts(GaArray array, String call) {
        this.array = array;
        this.core = array.core;
        this.layout = array.layout;
        this.call = call;
        this.ndim = layout.ndim;
        this.lo = new long[ndim];
        this.hi = new long[ndim];
        this.strides = new long[ndim];
        this.side = new int[ndim];
        this.from = new long[ndim];
        this.to = new long[ndim];
    }

    /** All of them. Collective. */
    void updateAll() {
        array.checks.open(call);
        core.begin(call, array);
        core.run(call, () -> fill(-1, 0, true));
    }

    /** Those at one end of a dimension. Collective. */
    void update(int dimension, int idir, boolean corners) {
        array.checks.open(call);
        core.begin(call, array, dimension, idir, corners);
        if (dimension < 0 || dimension >= ndim) {
            throw array.checks.bad(call, "dimension is " + dimension + ": legal are 0.." + (ndim - 1));
        }
        if (idir != -1 && idir != 1) {
            throw array.checks.bad(call, "idir is " + idir + ": legal are -1, the lower end, and 1, the upper one");
        }
        core.run(call, () -> fill(dimension, idir, corners));
    }

    private void fill(int dimension, int idir, boolean corners) {
        if (!layout.hasGhosts() || layout.dealing.count(core.me) == 0) {
            return;
        }
        int[] block = new int[ndim];
        layout.dealing.block(core.me, 0, block);
        layout.bounds(block, lo, hi);
        place = layout.dealing.place(block, strides);
        Arrays.fill(side, -1);
        int d;
        do {
            if (isMeant(dimension, idir, corners)) {
                fetch(0, place);
            }
            d = ndim - 1;
            while (d >= 0 && ++side[d] > 1) {
                side[d] = -1;
                d--;
            }
        } while (d >= 0);
        handle.complete(true);
    }

    /** Whether there are cells on these sides, and the call is for them. */
    private boolean isMeant(int dimension, int idir, boolean corners) {
        boolean isOutside = false;
        for (int d = 0; d < ndim; d++) {
            if (side[d] != 0) {
                isOutside = true;
                if (layout.ghosts[d] == 0 || dimension >= 0 && d != dimension && !corners) {
                    return false;
                }
            }
        }
        return isOutside && (dimension < 0 || side[dimension] == idir);
    }

    /** Of dimensions from {@code d} on, all stretches that go round the edge at most at their ends. */
    private void fetch(int d, long at) {
        if (d == ndim) {
            PatchWalk walk = array.transfers.walk(call, from, to);
            walk.inside(array.own, at, strides);
            walk.get(handle);
            array.transfers.giveBack(walk);
            return;
        }
        long width = layout.ghosts[d];
        long start = side[d] < 0 ? lo[d] - width : side[d] > 0 ? hi[d] + 1 : lo[d];
        long count = side[d] == 0 ? hi[d] - lo[d] + 1 : width;
        long done = 0;
        while (done < count) {
            long index = Math.floorMod(start + done, layout.dims[d]);
            long part = Math.min(count - done, layout.dims[d] - index);
            from[d] = index;
            to[d] = index + part - 1;
            fetch(d + 1, at + (start - lo[d] + done) * strides[d]);
            done += part;
        }
    }
}
