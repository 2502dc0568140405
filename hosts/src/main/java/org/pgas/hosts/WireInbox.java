package org.pgas.hosts;

import org.pgas.spi.MessageInbox;

/** What has come on one network: from neighbours in their way, and from ranks elsewhere over the wire. */
final class WireInbox implements MessageInbox {
    private static final int REPLIES = 1;

    private final int network;
    private final MessageInbox near;
    private final Ways ways;

    WireInbox(int network, MessageInbox near, Ways ways) {
        this.network = network;
        this.near = near;
        this.ways = ways;
    }

    /**
     * That of replies, at which everybody looks first, polls the wire: whoever waits for messages waits for what comes
     * there.
     */
    @Override
    public boolean hasMessages() {
        if (network == REPLIES) {
            ways.poll();
        }
        if (near.hasMessages()) {
            return true;
        }
        for (Way way : ways.all()) {
            if (!way.arrivals(network).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        int received = near.receive(receiver, limit);
        for (Way way : ways.all()) {
            if (received >= limit) {
                break;
            }
            try {
                received += way.arrivals(network).receive(receiver, limit - received);
            } finally {
                way.tellTaken();
            }
        }
        return received;
    }
}
