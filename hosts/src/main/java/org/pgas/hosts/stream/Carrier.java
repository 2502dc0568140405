package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.channels.ByteChannel;

/**
 * What carries the bytes of a connection between two processes, in both directions: a socket, or what another kind of
 * network has in its place. It never waits. One thread at a time writes, under a lock of its caller's; one at a time
 * does all else. Neither has a memory order of its own.
 *
 * <p>A read or a write of 0 bytes says that nothing is there, or that nothing can be taken, at this moment. What a
 * write has taken goes on by itself, or by {@link Carriers#look}. A read of -1 is the end that the other side has made;
 * what came before is read first. After an {@link IOException} nobody reads and writes any more.
 */
public interface Carrier extends ByteChannel {
    /**
     * Whether bytes can be written: not before that does anybody read or write. That nobody is at the other end may
     * show itself later, by reads.
     *
     * @throws IOException when the other end cannot be reached
     */
    boolean isConnected() throws IOException;

    /** Says whether a sleeper shall wake when bytes that a write has not taken can be. For the thread that writes. */
    void awaitRoom(boolean isAwaited) throws IOException;

    /**
     * Ends it in both directions at once; the other end sees that behind what was written before, or instead of it.
     * Closing again does nothing.
     */
    @Override
    void close() throws IOException;
}
