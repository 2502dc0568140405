package org.pgas.hosts;

import org.pgas.spi.MessageInbox;

/**
 * What has come on one network: from neighbours in their way, and from ranks elsewhere over the wire.
 *
 * <p>The ends of transfers past messages are among the replies.
 *
 * <p>Requests that also the wire's thread serves come before all others of their rank that came behind them.
 */
final class WireInbox implements MessageInbox {
    private final int network;
    private final MessageInbox near;
    private final Ways ways;

    WireInbox(int network, MessageInbox near, Ways ways) {
        this.network = network;
        this.near = near;
        this.ways = ways;
    }

    /**
     * That of replies, at which every thread looks first, polls the wire: a thread that waits for messages waits for
     * what comes there.
     */
    @Override
    public boolean hasMessages() {
        if (network == Frame.REPLIES) {
            ways.poll();
        }
        return near.hasMessages() || ways.hasMessages(network)
                || network == Frame.REPLIES && ways.areTransfersDone()
                || network == Frame.REQUESTS && ways.hasMessages(Frame.SERVED);
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        int received = near.receive(receiver, limit);
        if (network == Frame.REPLIES) {
            received += ways.receiveDone(receiver, limit - received);
        }
        for (Way way : ways.all()) {
            if (received >= limit) {
                break;
            }
            try {
                received += network == Frame.REPLIES
                        ? way.arrivals(network).receive(receiver, limit - received)
                        : requests(way, receiver, limit - received);
            } finally {
                way.tellTaken();
            }
        }
        return received;
    }

    private static int requests(Way way, Receiver receiver, int limit) {
        long come = way.arrivals(Frame.REQUESTS).come();
        int served = way.arrivals(Frame.SERVED).receive(receiver, limit);
        return served == limit ? served
                : served + way.arrivals(Frame.REQUESTS).receive(receiver, limit - served, come);
    }
}
