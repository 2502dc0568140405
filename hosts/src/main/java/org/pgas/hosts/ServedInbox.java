package org.pgas.hosts;

import org.pgas.spi.MessageInbox;

/**
 * Requests that also the wire's thread serves, as that takes them: no more than there is room to answer, at the peer
 * and on the wire. So their handlers wait for no other rank's handler, and a peer that takes nothing in, as one that is
 * stopped, holds up neither the requests of others nor the rank's turn. Another thread may take the room on the wire
 * first: then the answer waits for it, and with it the turn.
 */
final class ServedInbox implements MessageInbox {
    private final Ways ways;

    /** The way that came first last time: each does in turn, since one alone may have more than is received at once. */
    private int first;

    ServedInbox(Ways ways) {
        this.ways = ways;
    }

    @Override
    public boolean hasMessages() {
        return ways.hasMessages(Frame.SERVED);
    }

    /** Bytes that were taken in all, by whomever. */
    long taken() {
        long taken = 0;
        for (Way way : ways.all()) {
            taken += way.arrivals(Frame.SERVED).taken();
        }
        return taken;
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        int received = 0;
        Way[] all = ways.all();
        first = first + 1 < all.length ? first + 1 : 0;
        for (int i = 0; i < all.length; i++) {
            Way way = all[first + i < all.length ? first + i : first + i - all.length];
            Arrivals arrivals = way.arrivals(Frame.SERVED);
            try {
                while (received < limit && !arrivals.isEmpty() && way.canAnswer()) {
                    received += arrivals.receive(receiver, 1);
                }
            } finally {
                way.tellTaken();
            }
        }
        return received;
    }
}
