package org.pgas.pshm;

import java.util.function.Function;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/**
 * Takes messages out of one ring, after looking whether they were written there by a sender of this library: Agrona trusts lengths
 * and types, and a program of the job may have written into the wrong memory. One thread at a time.
 */
final class LaneReader implements MessageHandler {
    static final String REMEDY = ": something else than this library wrote into the job's memory";

    /** Records between two givings of room. */
    private static final int BATCH = 32;

    /** A record of more than this share of the ring gives its room at once, so that the sender can go on. */
    private static final int BULK_SHARE = 128;

    private final AmLayout.Network network;
    private final int rank;
    private final int size;

    /** The only rank that writes here, or -1. */
    private final int sender;
    private final Lane lane;
    private final Function<String, RuntimeException> fail;

    private MessageInbox.Receiver receiver;
    private boolean inReceiver;
    private String fault;

    /** Position in the ring of its place 0, in this round. */
    private long round;

    LaneReader(AmLayout.Network network, int rank, int size, int sender, Lane lane,
            Function<String, RuntimeException> fail) {
        this.network = network;
        this.rank = rank;
        this.size = size;
        this.sender = sender;
        this.lane = lane;
        this.fail = fail;
    }

    int sender() {
        return sender;
    }

    Lane lane() {
        return lane;
    }

    /** Takes some messages, {@code limit} at most, from a lane that has records. At least one record is gone afterwards. */
    int read(MessageInbox.Receiver to, int limit) {
        long head = lane.head();
        int length = lane.recordLength(head);
        round = head - ((int) head & lane.capacity() - 1);
        receiver = to;
        try {
            return lane.ring().read(this, length > lane.capacity() / BULK_SHARE ? 1 : Math.min(limit, BATCH));
        } catch (RuntimeException e) {
            throw explained(e, head);
        } finally {
            inReceiver = false;
        }
    }

    /** Agrona clears what it has read even when the handler throws, and may fail at it because of the same wrong length. */
    private RuntimeException explained(RuntimeException e, long head) {
        if (fault != null) {
            String found = fault;
            fault = null;
            return fail.apply(found);
        }
        if (!inReceiver && e instanceof IndexOutOfBoundsException) {
            return fail.apply(text("has a record at or after position " + head + " that runs beyond the ring"));
        }
        return e;
    }

    /** The checksum covers type and length: what has the right one was written by a sender of this library, and in this place. */
    @Override
    public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
        switch (MessageHead.category(MessageRecord.lowHead(type))) {
            case MessageHead.SHORT -> takeShort(type, index, length);
            case MessageHead.MEDIUM -> takeMedium(type, index, length);
            case MessageHead.LONG -> takeLong(type, index, length);
            default -> throw damaged(type, index, length);
        }
    }

    private void takeShort(int type, int index, int length) {
        int words = MessageRecord.words(type);
        long arguments = lane.address(index) + MessageRecord.arguments(MessageHead.SHORT);
        if (length != MessageRecord.length(MessageHead.SHORT, words) || isBeyond(index, length)) {
            throw damaged(type, index, length);
        }
        long head = MessageRecord.head(type, arguments);
        long sum = RecordChecksum.addArguments(RecordChecksum.begin(type, length), words, arguments);
        if ((RecordChecksum.end(sum) ^ sequence(index)) != SharedMemory.getInt(lane.address(index))
                || !isOurs(type, head)) {
            throw damaged(type, index, length);
        }
        inReceiver = true;
        receiver.received(MessageRecord.source(type), head, arguments, 0, 0);
        inReceiver = false;
    }

    private boolean isBeyond(int index, int length) {
        return length > lane.capacity() - index;
    }

    /** Whether these are a type and a head that the sender of this ring writes. */
    private boolean isOurs(int type, long head) {
        int source = MessageRecord.source(type);
        return MessageHead.isLegal(head) && (!MessageRecord.hasEnds(type) || MessageHead.hasEnds(head))
                && (sender < 0 ? source >= 0 && source < size && source != rank : source == sender);
    }

    private int sequence(int index) {
        return RecordChecksum.sequence(round + index - 8);
    }

    private void takeMedium(int type, int index, int length) {
        int words = MessageRecord.words(type);
        long at = lane.address(index);
        int fixed = MessageRecord.payload(words);
        if (length < fixed || isBeyond(index, length)) {
            throw damaged(type, index, length);
        }
        int bytes = SharedMemory.getInt(at + MessageRecord.MEDIUM_BYTES);
        long arguments = at + MessageRecord.arguments(MessageHead.MEDIUM);
        long head = MessageRecord.head(type, arguments);
        long sum = RecordChecksum.add(RecordChecksum.begin(type, length), 1, bytes);
        int checksum = RecordChecksum.end(RecordChecksum.addArguments(sum, words, arguments)) ^ sequence(index);
        if (checksum != SharedMemory.getInt(at) || !isOurs(type, head) || bytes < 0 || bytes > length - fixed) {
            throw damaged(type, index, length);
        }
        inReceiver = true;
        receiver.received(MessageRecord.source(type), head, arguments, at + fixed, bytes);
        inReceiver = false;
    }

    private void takeLong(int type, int index, int length) {
        int words = MessageRecord.words(type);
        long at = lane.address(index);
        if (length != MessageRecord.length(MessageHead.LONG, words) || isBeyond(index, length)) {
            throw damaged(type, index, length);
        }
        long targetOffset = SharedMemory.getLong(at + MessageRecord.LONG_TARGET);
        long bytes = SharedMemory.getLong(at + MessageRecord.LONG_BYTES);
        long arguments = at + MessageRecord.arguments(MessageHead.LONG);
        long head = MessageRecord.head(type, arguments);
        long sum = RecordChecksum.add(RecordChecksum.add(RecordChecksum.begin(type, length), 1, targetOffset), 2,
                bytes);
        int checksum = RecordChecksum.end(RecordChecksum.addArguments(sum, words, arguments)) ^ sequence(index);
        if (checksum != SharedMemory.getLong(at) || !isOurs(type, head)) {
            throw damaged(type, index, length);
        }
        inReceiver = true;
        receiver.receivedLong(MessageRecord.source(type), head, arguments, targetOffset, bytes);
        inReceiver = false;
    }

    /** Finds out what is wrong, on the way out: the text is kept, since the exception may be replaced. */
    private IllegalStateException damaged(int type, int index, int length) {
        fault = text("has a damaged record at position " + (round + index - 8) + ": " + flaw(type, index, length));
        return new IllegalStateException(fault);
    }

    private String flaw(int type, int index, int length) {
        int head = MessageRecord.lowHead(type);
        if (!isOurs(type, MessageRecord.hasEnds(type) ? MessageHead.withEnds(head, 1) : head)) {
            return "its type 0x" + Integer.toHexString(type) + " is none of a message from there";
        }
        if (length > lane.capacity() - index) {
            return "its " + length + " bytes run beyond the ring";
        }
        int fixed = MessageRecord.length(MessageHead.category(head), MessageRecord.words(type));
        String claims = "; it claims rank " + MessageRecord.source(type) + " as its sender";
        if (length < fixed) {
            return "it has " + length + " bytes; a " + MessageHead.categoryName(head) + " message with "
                    + MessageHead.argumentCount(head) + " arguments has " + fixed + claims;
        }
        return "its checksum does not fit, or its length, or its endpoints" + claims;
    }

    private String text(String what) {
        return "rank " + rank + ": messages: the " + network.word() + " ring "
                + (sender < 0 ? "of this rank " : "from rank " + sender + " ") + what + REMEDY;
    }

    AmLayout.Network network() {
        return network;
    }
}
