package org.pgas.mpi;

/** One rank's part of a window, as every rank of the window knows it. Immutable. */
sealed class Part permits Region {
    /** The window rank that has this part. */
    final int rank;

    /**
     * The window rank that has the memory bound to its endpoint; another than {@link #rank} where parts lie one behind
     * the other.
     */
    final int holder;

    /** Offset of the part in that memory. */
    final long base;

    /** Bytes of the part. Of a dynamic window, not known here. */
    final long bytes;

    /** What displacements are multiplied by. */
    final long unit;

    /** Whether this rank reaches it by loads and stores; else by messages. */
    final boolean mapped;

    Part(int rank, int holder, long base, long bytes, long unit, boolean mapped) {
        this.rank = rank;
        this.holder = holder;
        this.base = base;
        this.bytes = bytes;
        this.unit = unit;
        this.mapped = mapped;
    }
}
