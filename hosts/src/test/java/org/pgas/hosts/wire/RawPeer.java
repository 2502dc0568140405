package org.pgas.hosts.wire;

/** The other end of a wire, in the hands of somebody that does what no wire of ours would. */
public interface RawPeer extends AutoCloseable {
    /** Writes bytes to the connection, and waits until the system has taken them; says whether it did. */
    boolean write(byte[] bytes);

    /** A frame as this peer's wire would send it, of that index. */
    byte[] frame(Channel channel, int index, int longs, int bytes);

    /** The bytes of a frame that say to have taken so many bytes of both channels. */
    byte[] room(int index, long requests, long replies);

    /** Cuts the connection, without a goodbye. */
    @Override
    void close();
}
