package org.pgas.ga;

import java.util.Arrays;

/**
 * A rectangular part of an array, which was checked when it was made ({@link GaArray#patch}). An immutable value.
 *
 * <p>It takes the place of three arguments of the toolkit's patch calls: the array, the first index of each dimension,
 * and the last one, which is in the patch.
 */
public final class GaPatch {
    final GaArray array;
    final long[] lo;
    final long[] hi;

    GaPatch(GaArray array, long[] lo, long[] hi) {
        int ndim = array.ndim();
        this.array = array;
        this.lo = Arrays.copyOf(lo, ndim);
        this.hi = Arrays.copyOf(hi, ndim);
    }

    /** The array that it is a part of. */
    public GaArray array() {
        return array;
    }

    /** The first index of each dimension. */
    public long[] lo() {
        return lo.clone();
    }

    /** The last index of each dimension. */
    public long[] hi() {
        return hi.clone();
    }

    long[] extents() {
        long[] extents = new long[lo.length];
        Arrays.setAll(extents, d -> hi[d] - lo[d] + 1);
        return extents;
    }

    /** How many elements it has. */
    public long elements() {
        long elements = 1;
        for (long extent : extents()) {
            elements *= extent;
        }
        return elements;
    }

    /** {@code "[0, 4]..[3, 7] of global array forces (C_DBL 864 x 3)"}. */
    @Override
    public String toString() {
        return Arrays.toString(lo) + ".." + Arrays.toString(hi) + " of " + array;
    }
}
