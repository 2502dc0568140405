package org.pgas.atomics;

/**
 * Bits that modify an atomic operation, or the creation of an atomic domain; combine with {@code |}. Unknown bits,
 * those of the other use, and two of one group are errors.
 *
 * <p>MY_RANK and MY_NBRHD are promises of the program. Untrue ones are reported in checked mode and ignored otherwise.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations" (GEX_FLAG_AD_*, GEX_FLAG_IMMEDIATE, GEX_FLAG_RANK_IS_JOBRANK).
 */
public final class AtomicFlags {
    public static final int NONE = 0;

    /**
     * Return "not sent" instead of waiting for room for messages, with nothing done. Only operations on memory that is
     * not mapped here need it. {@link org.pgas.PeerLostException} when there is no room and the owner has left the job.
     */
    public static final int IMMEDIATE = 1;

    /** The target is this rank. Not with {@link #MY_NBRHD}. */
    public static final int MY_RANK = 1 << 1;

    /** The target is in this rank's neighbourhood. Not with {@link #MY_RANK}. */
    public static final int MY_NBRHD = 1 << 2;

    /** Release: what this thread did before and has synchronised is seen by a thread that acquires the effect. */
    public static final int REL = 1 << 3;

    /** Acquire: after synchronising it, this thread sees what was released with the value that it met. */
    public static final int ACQ = 1 << 4;

    /** The rank given is a job rank. It must be that of a member of the domain's team. */
    public static final int RANK_IS_JOBRANK = 1 << 5;

    /** Creation: operations on this rank's own memory matter most. A hint; one of the three may be given. */
    public static final int FAVOR_MY_RANK = 1 << 6;

    /** Creation: operations on the neighbourhood's memory matter most. */
    public static final int FAVOR_MY_NBRHD = 1 << 7;

    /** Creation: operations on memory outside the neighbourhood matter most. */
    public static final int FAVOR_REMOTE = 1 << 8;

    /** Those that a call can do something with at once. */
    static final int PLAIN = IMMEDIATE | REL | ACQ;

    static final int OF_OPERATIONS = PLAIN | MY_RANK | MY_NBRHD | RANK_IS_JOBRANK;

    static final int OF_CREATION = FAVOR_MY_RANK | FAVOR_MY_NBRHD | FAVOR_REMOTE;

    private AtomicFlags() {}

    static boolean isImmediate(int flags) {
        return (flags & IMMEDIATE) != 0;
    }

    static boolean isRelease(int flags) {
        return (flags & REL) != 0;
    }

    static boolean isAcquire(int flags) {
        return (flags & ACQ) != 0;
    }
}
