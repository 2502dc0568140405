package org.pgas.hosts.wire;

import java.lang.foreign.MemorySegment;

/**
 * Transfers to and from registered memory of peers that the hardware carries out, without a receiver there. Atomic
 * operations are not among them: they would exclude neither the owner's processors nor those of its neighbours.
 *
 * <p>Transfers have no order, neither among each other nor with frames, until they are {@linkplain #next told}: what
 * was put is in the peer's memory then. Some thread polls the wire meanwhile, here, and at the peer where the wire does
 * by software what no hardware does.
 *
 * <p>What goes and comes is copied here, through memory of the wire's own: a program may close its memory at any time,
 * and hardware does not ask. That memory bounds how many transfers are under way.
 *
 * <p>Any thread; nothing waits.
 */
public interface OneSided {
    /** The most bytes of one transfer; at least those of a frame's data. */
    int mostBytes();

    /**
     * Lets peers reach memory of this process.
     *
     * @return the key by which they name it, for {@link #open}; it has addresses of this process inside, and is for
     *         ranks of the job only; null where the system does not give one, or the wire is closed
     */
    byte[] register(long address, long bytes);

    /** Takes that back; nobody transfers there any more. Does nothing where the wire is closed, which has done it. */
    void deregister(byte[] key);

    /**
     * Makes ready to reach a peer's memory by the key that it has made. The first one begins to connect; where nothing
     * leads there after all, the peer is never reached, and is not lost for that.
     *
     * @return what names it here until the wire is closed; 0 where the key is damaged, or there is no way to the peer
     */
    long open(int peer, byte[] key);

    /**
     * Begins to copy to {@code offset} bytes behind the begin of the peer's memory. The source is the caller's again on
     * return.
     *
     * @param bytes 1..{@link #mostBytes()}
     * @param token tells it in {@link Done}
     * @return false when there is no room, or the peer is not reached, or lost; nothing is done then
     * @throws IndexOutOfBoundsException when source or memory are shorter; nothing is done
     * @throws IllegalArgumentException when memory is none of that peer's; nothing is done
     * @throws IllegalStateException when the source is closed; nothing is done
     * @throws WrongThreadException when it is confined to another thread; nothing is done
     */
    boolean put(int peer, long memory, long offset, MemorySegment source, long sourceOffset, int bytes, long token);

    /** Begins to copy from the peer's memory; {@code part} is told as the token is. Otherwise as {@link #put}. */
    boolean get(int peer, long memory, long offset, int bytes, long token, int part);

    /** Whether it is connected: transfers with that peer are taken, until it is lost. A load. */
    boolean isReached(int peer);

    /**
     * Whether nothing is under way with that peer that this rank has begun, neither a transfer nor what the first
     * {@link #open} begins, unless that has been in vain for long; also when it is lost. Either end may close when both
     * say so: else the other may fail in it.
     */
    boolean isQuiet(int peer);

    /** How many transfers were ever done: what {@link #next} has given, and will give. A load. */
    long finished();

    /** Whether {@link #next} would give one. A load. */
    boolean isAnyDone();

    /** A transfer that is done and was not given before; null for none. Those of lost peers may never be. */
    Done next();

    /** Takes back what {@link #next} has given, with its memory. */
    void giveBack(Done done);

    /** Why transfers with that peer have failed, for people, and no more are taken; null while none has. A load. */
    String lost(int peer);

    /** A transfer that is done. */
    interface Done {
        int peer();

        boolean isGet();

        long token();

        /** The piece of a get; else 0. */
        int part();

        /** Where what a get has brought is, 8-byte aligned, until it is given back. */
        long address();

        int bytes();
    }
}
