package org.pgas.hosts.wire;

/**
 * Transfers to and from registered memory of a peer that the hardware carries out, without a receiver there. Atomic
 * operations are not among them: they would exclude neither the owner's processors nor those of its neighbours.
 *
 * <p>Transfers have no order, neither among each other nor with frames, before {@link #flush} says that they are done.
 * Any thread. Memory on this side that a transfer names stays as it is until then.
 */
public interface OneSided {
    /**
     * Lets peers reach memory of this process.
     *
     * @return the key by which they name it, for {@link #open}; it has an address of this process inside, and is for
     *         ranks of the job only
     */
    byte[] register(long address, long bytes);

    /** Takes that back; nobody transfers there any more. */
    void deregister(byte[] key);

    /**
     * Makes ready to reach a peer's memory by the key that it has made; returns what names it here until the wire is
     * closed.
     */
    long open(int peer, byte[] key);

    /**
     * Begins to copy from an address here to {@code offset} bytes behind the begin of the peer's memory, in its bounds.
     *
     * @return false when there is no room or the peer is lost; nothing is done then
     */
    boolean put(int peer, long memory, long offset, long address, long bytes);

    /** Begins to copy from the peer's memory to an address here; otherwise as {@link #put}. */
    boolean get(int peer, long memory, long offset, long address, long bytes);

    /**
     * Whether all transfers that this thread has begun with that peer are done: those it has written are in the peer's
     * memory. Never waits; some thread polls meanwhile. False for ever when the peer is lost.
     */
    boolean flush(int peer);
}
