package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The kind of sockets that a wire goes over, and this rank's place among them: all that differs from kind to kind. One
 * thread opens and closes it; any thread calls.
 */
public interface Sockets extends AutoCloseable {
    /** For people: the kind, and where peers find this rank. */
    @Override
    String toString();

    /** Where peers find this rank, for their {@link #call}. It holds no secret. */
    byte[] address();

    /**
     * Opens the place where peers come in, once, before {@link #address} is asked for.
     *
     * @param waiting how many may wait to be let in before the system refuses more
     * @throws IOException for people, with a remedy where one is known; nothing is left then
     */
    ServerSocketChannel listen(int waiting) throws IOException;

    /**
     * Connects to the place of a peer, or begins to: then the channel is in non-blocking mode, and its connection is
     * pending.
     *
     * @param address what a peer has told, which may be anything
     * @throws IOException when nobody is there, or the address is none; nothing is left then
     */
    SocketChannel call(byte[] address) throws IOException;

    /**
     * Makes a line of a connection, over which the hello has gone and nothing else.
     *
     * @param socket in non-blocking mode
     * @param isCaller whether this rank has made the connection
     */
    Line line(SocketChannel socket, boolean isCaller) throws IOException;

    /** Whether lines are encrypted, and bound to their ends ({@link Line#binding}); the same on all ranks. */
    boolean isSecure();

    /** An address for people. */
    String shown(byte[] address);

    /** Gives back what {@link #listen} has made besides its channel, which is closed. */
    @Override
    void close() throws IOException;
}
