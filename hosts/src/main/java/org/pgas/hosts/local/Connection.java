package org.pgas.hosts.local;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A connection to one peer, in both directions. */
final class Connection {
    private final int peer;
    private final SocketChannel socket;
    private final Outgoing out;
    private final Incoming in;

    /** Of the thread that polls: whether the system has told it that there is something to read. */
    private boolean isReady;

    /** @param isGreeted whether the peer's greeting has been read */
    Connection(int peer, SocketChannel socket, Selectors selectors, Greeting greeting, boolean isGreeted)
            throws IOException {
        this.peer = peer;
        this.socket = socket;
        socket.configureBlocking(false);
        SelectionKey awaited = selectors.register(socket, this);
        out = new Outgoing(socket, awaited, greeting.rank(), greeting.checked());
        in = new Incoming(peer, socket, greeting, out, isGreeted);
    }

    int peer() {
        return peer;
    }

    Outgoing out() {
        return out;
    }

    Incoming in() {
        return in;
    }

    void ready() {
        isReady = true;
    }

    /** Whether a poll may find something, and that it is going to look. */
    boolean isWorthALook() {
        boolean wasReady = isReady;
        isReady = false;
        return wasReady || in.holdsSome() || out.failure() != null;
    }

    /** Ends it at once. */
    void close(String why) {
        out.end(why);
        try (socket) {
            // a closed socket goes with the next look of both selectors only: its peer shall not wait for that
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            out.end(e.getMessage()); // it is closed all the same
        }
    }
}
