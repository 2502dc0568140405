package org.pgas.bench.rows;

/** Offsets in every rank's segment. */
final class Places {
    /** What rank 0 has decided. */
    static final long DECISION = 0;

    /** How many operations this rank has done. */
    static final long COUNT = 64;

    /** Where a peer says how far it is. */
    static final long FLAG = 128;

    /** A word that atomic operations of this rank, or of all, are on. */
    static final long WORD = 192;

    /** The last holder of the mutex. */
    static final long GUARDED = 256;

    static final long MUTEX = 1024;

    static final long DATA = 4096;

    /** Two segments fit into the 64 MiB that containers have by default. */
    static final int DATA_BYTES = 16 << 20;

    static final long SEGMENT_BYTES = DATA + DATA_BYTES;

    private Places() {}
}
