package org.pgas.examples.ga;

import org.pgas.armci.Armci;

/** A number in one rank's memory from which all draw: each number once. */
public final class GlobalCounter {
    private final Armci armci;
    private final int home;
    private final long[] pointers;

    GlobalCounter(Armci armci, int home) {
        this.armci = armci;
        this.home = home;
        pointers = armci.malloc(armci.me() == home ? Long.BYTES : 0);
    }

    /** The most that a counter takes of a rank's memory, in bytes. */
    public static long bytes() {
        return Long.BYTES + GlobalArrays.OVERHEAD_BYTES;
    }

    /** Returns the number and makes it one more, atomically. Any rank. */
    public long readInc() {
        return armci.fetchAndAdd(pointers[home], 1, home);
    }

    /** Makes the number 0. By one rank, while no other draws: between two syncs. */
    public void reset() {
        armci.putValueLong(0, pointers[home], home);
    }

    /** Gives the memory back. Collective. */
    public void destroy() {
        armci.free(pointers);
    }
}
