package org.pgas.hosts.wire;

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
}
