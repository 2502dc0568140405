package org.pgas.message;

import java.util.function.BooleanSupplier;

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
 *
 * <p>A thread of the transport's that serves waits without a deadline: the deadline is for waits of the program, which
 * can catch what is thrown. Its wait ends with room, with the peer's leaving, or with the job. Meanwhile the transport
 * is polled, so that frames of other peers are taken in, but the turn is not passed on: so a transport gives it only
 * what it has room to answer.
 */
final class RoomWait {
    private final Waiting waiting;
    private final Progress messages;

    /** Whether the holder of the turn is a thread of the transport's, that serves. Touched by the holder only. */
    private boolean isServing;

    RoomWait(Waiting waiting, Progress messages) {
        this.waiting = waiting;
        this.messages = messages;
    }

    /** The holder of the turn begins to serve for the transport, or ends. */
    void serving(boolean on) {
        isServing = on;
    }

    /**
     * Tries to send such a message until it is sent; throws when the peer has left. Where there is room, something that
     * passes may still be in the way: a wire that is full, or a lock that another thread holds. So the wait is for the
     * message itself, and not for room: a thread that tried without a pause would keep a processor from that thread, or
     * a carrier from a virtual one.
     *
     * @param attempt sends it, or says false and has changed nothing; not called again once it has said true
     */
    void await(BooleanSupplier attempt, MessageOutbox outbox, int peer, long head, int bytes) {
        await(new Room(attempt, outbox, peer, head, bytes), true);
    }

    private void await(Room room, boolean isByProgram) {
        // also when there is room already, as where another thread took it or claims have run out: a thread that comes
        // back here again and again must take in what its peers wait for
        messages.poll();
        for (int i = 0; i < waiting.spins(); i++) {
            messages.poll();
            if (room.isMet()) {
                return;
            }
            Thread.onSpinWait();
        }
        room.want(true);
        try {
            if (isByProgram) {
                waiting.awaitLong(room);
            } else {
                waiting.awaitForTransport(room);
            }
        } finally {
            room.want(false);
        }
    }

    /**
     * As {@link #await}; false when the rank that asked has left: it wants no answer, and the handler that gives it has
     * done nothing wrong.
     */
    boolean awaitForReply(BooleanSupplier attempt, MessageOutbox outbox, int peer, long head, int bytes) {
        try {
            await(new Room(attempt, outbox, peer, head, bytes), !isServing);
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
            throw waiting.lost(new Room(() -> true, outbox, peer, head, bytes), peer);
        }
        return false;
    }

    /**
     * In place of {@link #awaitForReply}: whether a reply that found no room is dropped, as there, and counts as sent.
     */
    boolean isDropped(MessageOutbox outbox, int peer, long head, int bytes) {
        return waiting.hasLeft(peer) && !outbox.hasRoom(peer, head, bytes);
    }

    /** A message that finds room and is sent; of one thread. */
    private static final class Room implements AwaitedWithoutCall {
        /** What is in the way although there is room rings no bell when it has passed. */
        private static final long PASSING_NANOS = 100_000;

        private final BooleanSupplier attempt;
        private final MessageOutbox outbox;
        private final int peer;
        private final long head;
        private final int bytes;
        private boolean isSent;

        Room(BooleanSupplier attempt, MessageOutbox outbox, int peer, long head, int bytes) {
            this.attempt = attempt;
            this.outbox = outbox;
            this.peer = peer;
            this.head = head;
            this.bytes = bytes;
        }

        void want(boolean on) {
            outbox.wantRoom(peer, on);
        }

        private boolean isThere() {
            return outbox.hasRoom(peer, head, bytes);
        }

        /** Asked more than once: a message is sent once. */
        @Override
        public boolean isMet() {
            if (!isSent) {
                isSent = isThere() && attempt.getAsBoolean();
            }
            return isSent;
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
        public long longestSleepNanos() {
            return isThere() ? PASSING_NANOS : Waiting.SLEEP_NANOS;
        }

        @Override
        public String describe() {
            return "room for a " + MessageHead.categoryName(head) + " message to rank " + peer
                    + ", which has not taken in what it was sent";
        }
    }
}
