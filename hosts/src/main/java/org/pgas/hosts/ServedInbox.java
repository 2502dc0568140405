package org.pgas.hosts;

import org.pgas.spi.MessageInbox;

/**
 * Requests that also the wire's thread serves, as that takes them: no more than there is room to answer, so that their
 * handlers wait for no other rank's handler.
 */
final class ServedInbox implements MessageInbox {
    private final Ways ways;

    ServedInbox(Ways ways) {
        this.ways = ways;
    }

    @Override
    public boolean hasMessages() {
        return ways.hasMessages(Frame.SERVED);
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        int received = 0;
        for (Way way : ways.all()) {
            Arrivals arrivals = way.arrivals(Frame.SERVED);
            try {
                while (received < limit && !arrivals.isEmpty() && way.room(Frame.REPLIES).has(Room.MOST_BYTES)) {
                    received += arrivals.receive(receiver, 1);
                }
            } finally {
                way.tellTaken();
            }
        }
        return received;
    }
}
