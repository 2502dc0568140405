package org.pgas.hosts.wire;

import java.nio.ByteBuffer;

/** Takes frames in. It is called inside {@link Wire#poll} only, by the thread that polls. */
@FunctionalInterface
public interface FrameReceiver {
    /**
     * Takes a frame, or leaves it for later. Everything the sender did before it sent is seen (release, acquire). Both
     * addresses are 8-byte aligned and valid, and nobody else writes there, until this returns.
     *
     * <p>It never waits and does not poll; it may send. Where it cannot go on, because an answer has no room, or what
     * it puts aside for others is full, it changes nothing and says false. The frame is handed over again by a later
     * poll, and before all that comes behind it from that peer on that channel; the room that it takes is not given
     * back to the sender meanwhile. Other peers, and the other channel of this one, go on. Of {@link Channel#REPLIES}
     * it may refuse none for ever: a peer that waits for room there would never get it.
     *
     * <p>If it throws, the frame counts as taken, and poll throws that.
     *
     * @param source the rank that has sent it; known, and not only told
     * @param head address of the longs of the head, in native byte order
     * @param longs how many
     * @param data address of the data
     * @param bytes of the data; 0 where there are none
     * @return whether it has taken the frame
     */
    boolean received(int source, Channel channel, long head, int longs, long data, int bytes);

    /**
     * Where the data of a frame are to be written that is just coming, so that they are copied once less: its head is
     * here, and was checked as that of {@link #received}. A wire asks where that helps it; the receiver may want it
     * otherwise, and mostly does. Once it has named a place, {@link #placed} is the next that it hears of that peer and
     * channel, or nothing ever when the peer is lost meanwhile.
     *
     * @param bytes of the data, above 0; a multiple of 8
     * @return a direct buffer that any thread may use, written from its position to its limit, which are {@code bytes}
     *         apart; or null for data that are handed over as others
     */
    default ByteBuffer place(int source, Channel channel, long head, int longs, int bytes) {
        return null;
    }

    /** A frame has come, and its data are at the place that {@link #place} has named for them. It is taken. */
    default void placed(int source, Channel channel, long head, int longs, int bytes) {
        throw new IllegalStateException("no place was named");
    }
}
