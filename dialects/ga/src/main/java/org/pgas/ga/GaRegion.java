package org.pgas.ga;

import java.util.Arrays;

/**
 * A part of a patch that one process has: the first and the last index of each dimension, both in it.
 *
 * @param proc the process
 * @param lo the first indices; not copied
 * @param hi the last indices; not copied
 */
public record GaRegion(int proc, long[] lo, long[] hi) {
    /** Equal are regions of the same indices on the same process. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GaRegion region && proc == region.proc && Arrays.equals(lo, region.lo)
                && Arrays.equals(hi, region.hi);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(lo) + Arrays.hashCode(hi)) + proc;
    }

    /** {@code "process 2: [0, 4]..[3, 7]"}. */
    @Override
    public String toString() {
        return "process " + proc + ": " + Arrays.toString(lo) + ".." + Arrays.toString(hi);
    }
}
