package org.pgas.hosts.stream;

import java.io.IOException;

import org.pgas.hosts.wire.WireSettings;

/** A connection to one peer, in both directions. */
final class Connection {
    private final int peer;
    private final Carrier carrier;
    private final Outgoing out;
    private final Incoming in;

    /** Whether the thread that polls has been told that there is something to read. That thread's alone. */
    private boolean isReady;

    /** @param line over the carrier, on which both ranks have proved which ranks they are */
    Connection(int peer, Carrier carrier, Line line, WireSettings settings) {
        this.peer = peer;
        this.carrier = carrier;
        out = new Outgoing(line, carrier, settings.rank(), settings.checked());
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
        try {
            carrier.close();
        } catch (IOException e) {
            out.end(e.getMessage()); // it is closed all the same
        }
    }
}
