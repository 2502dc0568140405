package org.pgas.ga;

import java.util.Arrays;

/** What an array is: its type, its extents, how these are cut in blocks, and which process has which. Immutable. */
final class Layout {
    final GaType type;
    final int ndim;
    final long[] dims;
    final Axis[] axes;

    /** How many cells lie at either end of each dimension of a block beside its own. */
    final long[] ghosts;

    final Dealing dealing;

    Layout(GaType type, Axis[] axes, long[] ghosts, Dealing dealing) {
        this.type = type;
        this.ndim = axes.length;
        this.axes = axes;
        this.ghosts = ghosts;
        this.dealing = dealing;
        this.dims = new long[ndim];
        for (int d = 0; d < ndim; d++) {
            dims[d] = axes[d].extent();
        }
    }

    boolean hasGhosts() {
        for (long width : ghosts) {
            if (width > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether processes may have several blocks each. */
    boolean isCyclic() {
        return !(dealing instanceof BlockEach);
    }

    /** Whether blocks of that number lie on the same processes and have the same elements. */
    boolean isDealtAs(Layout other) {
        return Arrays.equals(axes, other.axes) && dealing.isAs(other.dealing);
    }

    /** The first and the last index of a block. */
    void bounds(int[] block, long[] lo, long[] hi) {
        for (int d = 0; d < ndim; d++) {
            lo[d] = axes[d].start(block[d]);
            hi[d] = lo[d] + axes[d].length(block[d]) - 1;
        }
    }

    /** A number that differs, but for chance, when layouts do. */
    long fingerprint() {
        long hash = 0;
        String said = toString();
        for (int i = 0; i < said.length(); i++) {
            hash = 0x9E37_79B9_7F4A_7C15L * (hash ^ said.charAt(i));
            hash ^= hash >>> 32;
        }
        return hash;
    }

    /** Such as {@code C_DBL 864 x 3}. */
    String extents() {
        StringBuilder said = new StringBuilder(type.toString());
        for (int d = 0; d < ndim; d++) {
            said.append(d == 0 ? " " : " x ").append(dims[d]);
        }
        return said.toString();
    }

    @Override
    public String toString() {
        return type + " " + Arrays.toString(axes) + " ghosts " + Arrays.toString(ghosts) + " "
                + dealing.getClass().getSimpleName() + " " + Arrays.toString(dealing.grid());
    }
}
