package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

import org.pgas.hosts.wire.WireSettings;

/** A connection to one peer, in both directions. */
final class Connection {
    private final int peer;
    private final Line line;
    private final Outgoing out;
    private final Incoming in;

    /** Of the thread that polls: whether the system has told it that there is something to read. */
    private boolean isReady;

    /** @param line on which both ranks have proved which ranks they are */
    Connection(int peer, Line line, Selectors selectors, WireSettings settings) throws IOException {
        this.peer = peer;
        this.line = line;
        SelectionKey awaited = selectors.register(line.socket(), this);
        out = new Outgoing(line, awaited, settings.rank(), settings.checked());
        in = new Incoming(peer, line, settings.checked(), out);
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
        try (SocketChannel socket = line.socket()) {
            // a closed socket goes with the next look of both selectors only: its peer shall not wait for that
            socket.shutdownInput();
            socket.shutdownOutput();
        } catch (IOException e) {
            out.end(e.getMessage()); // it is closed all the same
        }
    }
}
