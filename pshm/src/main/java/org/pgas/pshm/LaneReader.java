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
        if ((head & 7) != 0) {
            throw fail.apply(text("has the impossible position " + head));
        }
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

    @Override
    public void onMessage(int head, MutableDirectBuffer buffer, int index, int length) {
        long at = lane.address(index);
        int category = MessageHead.category(head);
        int count = MessageHead.argumentCount(head);
        int fixed = MessageRecord.length(category, count);
        if (!MessageHead.isLegal(head) || length < fixed || length > lane.capacity() - index) {
            throw damaged(head, index, length);
        }
        long position = round + index - 8;
        long word = SharedMemory.getLong(at);
        int source = MessageRecord.source(word);
        long sum = MessageRecord.addWords(RecordChecksum.begin(head, length), at, fixed);
        boolean isFrom = sender < 0 ? source >= 0 && source < size && source != rank : source == sender;
        if (RecordChecksum.end(sum, source, position) != MessageRecord.checksum(word) || !isFrom
                || MessageRecord.sequenceOf(word) != MessageRecord.sequence(position)) {
            throw damaged(head, index, length);
        }
        deliver(head, index, length, source);
    }

    private void deliver(int head, int index, int length, int source) {
        long at = lane.address(index);
        int category = MessageHead.category(head);
        long arguments = at + MessageRecord.arguments(category);
        int fixed = MessageRecord.length(category, MessageHead.argumentCount(head));
        if (category == MessageHead.MEDIUM) {
            long bytes = SharedMemory.getLong(at + MessageRecord.MEDIUM_BYTES);
            if (bytes < 0 || bytes > length - fixed) {
                throw damaged(head, index, length);
            }
            inReceiver = true;
            receiver.received(source, head, arguments, at + fixed, (int) bytes);
        } else if (length != fixed) {
            throw damaged(head, index, length);
        } else if (category == MessageHead.SHORT) {
            inReceiver = true;
            receiver.received(source, head, arguments, 0, 0);
        } else {
            inReceiver = true;
            receiver.receivedLong(source, head, arguments,
                    SharedMemory.getLong(at + MessageRecord.LONG_DESTINATION),
                    SharedMemory.getLong(at + MessageRecord.LONG_BYTES));
        }
        inReceiver = false;
    }

    /** Finds out what is wrong, on the way out: the text is kept, since the exception may be replaced. */
    private IllegalStateException damaged(int head, int index, int length) {
        long position = round + index - 8;
        fault = text("has a damaged record at position " + position + ": " + flaw(head, index, length, position));
        return new IllegalStateException(fault);
    }

    private String flaw(int head, int index, int length, long position) {
        int category = MessageHead.category(head);
        if (!MessageHead.isLegal(head)) {
            return "its type 0x" + Integer.toHexString(head) + " is none of a message";
        }
        int fixed = MessageRecord.length(category, MessageHead.argumentCount(head));
        if (length > lane.capacity() - index) {
            return "its " + length + " bytes run beyond the ring";
        }
        if (length < fixed) {
            return "it has " + length + " bytes; a " + MessageHead.categoryName(head) + " message with "
                    + MessageHead.argumentCount(head) + " arguments has " + fixed;
        }
        long word = SharedMemory.getLong(lane.address(index));
        int sequence = MessageRecord.sequence(position);
        if (MessageRecord.sequenceOf(word) != sequence) {
            return "its sequence is " + MessageRecord.sequenceOf(word) + " instead of " + sequence
                    + ", it claims rank " + MessageRecord.source(word) + " as its sender";
        }
        return "its checksum, lengths or sender do not fit; it claims rank " + MessageRecord.source(word)
                + " as its sender";
    }

    private String text(String what) {
        return "rank " + rank + ": messages: the " + network.word() + " ring "
                + (sender < 0 ? "of this rank " : "from rank " + sender + " ") + what + REMEDY;
    }

    AmLayout.Network network() {
        return network;
    }
}
