package org.pgas;

/**
 * Bits that modify a transfer; combine with {@code |}.
 *
 * <p>The assertions (PEER_NEVER, SEGMENT) are promises of the program. Untrue ones are reported in checked mode and
 * ignored otherwise: mapped transfers have no use for them.
 *
 * <p>Source: GASNet-EX "Flags for point-to-point communication initiation", "SEGMENT DISPOSITION".
 */
public final class RmaFlags {
    public static final int NONE = 0;

    /**
     * Return "not sent" instead of waiting for room for messages, with nothing done. Only transfers to memory that is
     * not mapped here need it; for those of several messages, the room for the first one decides.
     * {@link PeerLostException} when there is no room and the owner has left the job.
     */
    public static final int IMMEDIATE = 1;

    /** The peer is not this rank. */
    public static final int PEER_NEVER_SELF = 1 << 1;

    /** The peer is not in this rank's neighbourhood (implies {@link #PEER_NEVER_SELF}). */
    public static final int PEER_NEVER_NBRHD = 1 << 2;

    /** Nothing is known of where the local memory lies (the default). */
    public static final int SELF_SEG_UNKNOWN = 1 << 3;

    /** The local memory lies in segments of this rank. */
    public static final int SELF_SEG_SOME = 1 << 4;

    /** The local memory lies in the segment bound to this rank's endpoint. */
    public static final int SELF_SEG_BOUND = 1 << 5;

    /** The remote memory lies in segments of the peer. */
    public static final int PEER_SEG_SOME = 1 << 6;

    /** The remote memory lies in the segment bound to the peer's endpoint: the default, and always so here. */
    public static final int PEER_SEG_BOUND = 1 << 7;

    /** Nothing is known of where the remote memory lies. */
    public static final int PEER_SEG_UNKNOWN = 1 << 8;

    private RmaFlags() {}
}
