package org.pgas;

/**
 * Bits that modify a message or a limit query; combine with {@code |}.
 *
 * <p>Source: GASNet-EX "Active Message (AM) limit queries", "Negotiated-payload AM APIs".
 */
public final class MessageFlags {
    public static final int NONE = 0;

    /**
     * Prepare nothing, and answer null, instead of waiting for room. {@link PeerLostException} when there is none and
     * the peer has left the job.
     */
    public static final int IMMEDIATE = 1;

    /** In a limit query: the largest {@code least} of a prepare with a buffer of the program's. Ignored elsewhere. */
    public static final int PREPARE_LEAST_CLIENT = 1 << 1;

    /** In a limit query: the largest {@code least} of a prepare with a buffer of the library's. Ignored elsewhere. */
    public static final int PREPARE_LEAST_ALLOC = 1 << 2;

    private MessageFlags() {}
}
