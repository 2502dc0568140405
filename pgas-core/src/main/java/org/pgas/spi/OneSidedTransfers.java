package org.pgas.spi;

import java.lang.foreign.MemorySegment;

/**
 * Transfers between memory of this process and segments of ranks elsewhere that devices carry out, past the target's
 * processors. They have no order, neither among each other nor with messages, until their end is told. Any thread, and
 * none of these waits.
 *
 * <p>The end of each is told as a reply of the peer's, in its turn among the messages that this rank takes in. It is
 * not told of a peer that is lost or has left; then nobody waits for it any more.
 */
public interface OneSidedTransfers {
    /**
     * Says which replies tell the ends. That of a put is short; its two arguments are the operation. That of a get is
     * medium; its third argument is the piece, and its payload is what it has brought. Once, before any transfer.
     */
    void answerBy(int putHead, int getHead);

    /**
     * Lets peers reach memory of this process: a device pins its pages, which takes some 0.1 ms for each MiB.
     *
     * @return the key by which they name it, for {@link #open}, which is for ranks of the job only; null where the
     *         system does not give one
     */
    byte[] register(long address, long bytes);

    /** Takes that back, before the memory goes. Peers have none of their transfers there under way. */
    void deregister(byte[] key);

    /**
     * What names memory of a peer here, by the key that it has made; 0 where it cannot be reached. The first one begins
     * to connect.
     */
    long open(int peer, byte[] key);

    /** Whether it is connected, and transfers are taken; some peers never are. A load. */
    boolean isReached(int peer);

    /** Whether transfers with that peer have failed, or it leaves, and none is taken any more. A load. */
    boolean isLost(int peer);

    /**
     * Begins to put what lies in {@code source}, which is copied before this returns.
     *
     * @param memory of {@link #open}
     * @param offset in it; the bytes lie inside
     * @param bytes 1 to as many as the payload of a message has at most
     * @param operation tells it in the reply
     * @return false when there is no room, or the peer is not reached, or lost; nothing is done then
     * @throws IllegalStateException when the source is closed; nothing is done
     * @throws WrongThreadException when it is confined to another thread; nothing is done
     */
    boolean put(int peer, long memory, long offset, MemorySegment source, long sourceOffset, int bytes,
            long operation);

    /** Begins to get what comes with the reply; otherwise as {@link #put}. */
    boolean get(int peer, long memory, long offset, int bytes, long operation, int piece);
}
