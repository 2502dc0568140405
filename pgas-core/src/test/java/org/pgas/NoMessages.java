package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

import org.pgas.message.Receiver;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;
import org.pgas.spi.MessageTransport;

/**
 * A transport whose inboxes stay empty, and whose ways are full, unless a test lets short messages go; it does have the
 * handlers' descriptions.
 */
final class NoMessages implements MessageTransport, MessageOutbox, MessageInbox {
    private static final int MAX_PAYLOAD = 65_416;

    private final int[][] handlers;
    private final int rank;
    private final BooleanSupplier saysRoom;
    private final BooleanSupplier sends;
    private final BooleanSupplier saysMessages;

    /**
     * @param saysRoom whether ways say that they have room
     * @param sends tries to send a short message
     * @param saysMessages whether inboxes say that they have some
     */
    NoMessages(int[][] handlers, int rank, BooleanSupplier saysRoom, BooleanSupplier sends,
            BooleanSupplier saysMessages) {
        this.handlers = handlers;
        this.rank = rank;
        this.saysRoom = saysRoom;
        this.sends = sends;
        this.saysMessages = saysMessages;
    }

    @Override
    public MessageOutbox requestOutbox() {
        return this;
    }

    @Override
    public MessageInbox requestInbox() {
        return this;
    }

    @Override
    public MessageOutbox replyOutbox() {
        return this;
    }

    @Override
    public MessageInbox replyInbox() {
        return this;
    }

    @Override
    public int maxPayload(int words) {
        return MAX_PAYLOAD;
    }

    @Override
    public int pieceOfMany(int words) {
        return MAX_PAYLOAD;
    }

    @Override
    public void publishHandler(int index, int description) {
        synchronized (handlers) {
            handlers[rank][index] = description;
        }
    }

    @Override
    public int handler(int peer, int index) {
        synchronized (handlers) {
            return handlers[peer][index];
        }
    }

    @Override
    public boolean sendShort(int peer, long head, long first, long second) {
        return sends.getAsBoolean();
    }

    @Override
    public boolean sendShort(int peer, long head, int[] arguments) {
        return false;
    }

    @Override
    public boolean sendMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment payload,
            long offset, int bytes) {
        return false;
    }

    @Override
    public boolean sendLong(int peer, long head, long first, long second, int[] arguments, long destination,
            long bytes) {
        return false;
    }

    @Override
    public long claim(int peer, int words, int bytes) {
        return 0;
    }

    @Override
    public long payload(int peer, long claim) {
        throw noClaim(claim);
    }

    @Override
    public boolean commit(int peer, long claim, long head, long first, long second, int[] arguments, int bytes) {
        throw noClaim(claim);
    }

    @Override
    public void cancel(int peer, long claim) {
        throw noClaim(claim);
    }

    private static IllegalArgumentException noClaim(long claim) {
        return new IllegalArgumentException("claim " + claim + " was never given");
    }

    @Override
    public boolean hasRoom(int peer, long head, int bytes) {
        return saysRoom.getAsBoolean();
    }

    @Override
    public void wantRoom(int peer, boolean on) {
        // there will be none
    }

    @Override
    public boolean hasMessages() {
        return saysMessages.getAsBoolean();
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        return 0;
    }
}
