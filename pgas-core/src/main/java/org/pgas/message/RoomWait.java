package org.pgas.message;

import org.pgas.PeerLostException;
import org.pgas.spi.Activity;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageOutbox;
import org.pgas.wait.AwaitedWithoutCall;
import org.pgas.wait.Progress;
import org.pgas.wait.Waiting;

/**
 * How a thread waits for room on the way to a peer: it takes in messages meanwhile; and what is said where one does not
 * wait for it.
 */
final class RoomWait {
    private final Waiting waiting;
    private final Progress messages;

    RoomWait(Waiting waiting, Progress messages) {
        this.waiting = waiting;
        this.messages = messages;
    }

    /** Returns when there was room for such a message a moment ago; throws when the peer has left. */
    void await(MessageOutbox outbox, int peer, long head, int bytes) {
        // also when there is room already, as where another thread took it or claims have run out: whoever comes back here again and
        // again must take in what its peers wait for
        messages.poll();
        for (int i = 0; i < waiting.spins(); i++) {
            messages.poll();
            if (outbox.hasRoom(peer, head, bytes)) {
                return;
            }
            Thread.onSpinWait();
        }
        outbox.wantRoom(peer, true);
        try {
            waiting.awaitLong(new Room(outbox, peer, head, bytes));
        } finally {
            outbox.wantRoom(peer, false);
        }
    }

    /** As {@link #await}; false when the rank that asked has left: it wants no answer, and the handler that gives it has done nothing wrong. */
    boolean awaitForReply(MessageOutbox outbox, int peer, long head, int bytes) {
        try {
            await(outbox, peer, head, bytes);
            return true;
        } catch (PeerLostException e) {
            System.getLogger(RoomWait.class.getName()).log(System.Logger.Level.DEBUG, "a reply is dropped", e);
            return false;
        }
    }

    /**
     * In place of {@link #await}, for a message that does not wait: throws when the peer has left, and there will be no
     * room. The answer is false: it was not sent.
     */
    boolean refuse(MessageOutbox outbox, int peer, long head, int bytes) {
        // whether there is room last: what the peer has taken in before it left may have made some
        if (waiting.hasLeft(peer) && !outbox.hasRoom(peer, head, bytes)) {
            throw waiting.lost(new Room(outbox, peer, head, bytes), peer);
        }
        return false;
    }

    /**
     * In place of {@link #awaitForReply}: whether a reply that found no room is dropped, as there, and counts as sent.
     */
    boolean isDropped(MessageOutbox outbox, int peer, long head, int bytes) {
        return waiting.hasLeft(peer) && !outbox.hasRoom(peer, head, bytes);
    }

    private record Room(MessageOutbox outbox, int peer, long head, int bytes) implements AwaitedWithoutCall {
        @Override
        public boolean isMet() {
            return outbox.hasRoom(peer, head, bytes);
        }

        @Override
        public Activity activity() {
            return Activity.SENDING;
        }

        @Override
        public int[] missing() {
            return new int[]{peer};
        }

        @Override
        public String describe() {
            return "room for a " + MessageHead.categoryName(head) + " message to rank " + peer
                    + ", which has not taken in what it was sent";
        }
    }
}
