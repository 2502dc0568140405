package org.pgas.pshm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/**
 * Takes messages out of one ring, after looking whether they were written there by a sender of this library: a program
 * of the job may have written into the wrong memory. One thread at a time.
 *
 * <p>The records are those of Agrona's ring, which is not asked to read, since it trusts lengths.
 */
final class LaneReader implements MessageInbox {
    // Fields and orders: AmLayout.

    static final String REMEDY = ": something else than this library wrote into the job's memory";

    /** What {@link #read} answers when there is no record. */
    static final int NOTHING = -1;

    /** Records between two givings of room. */
    private static final int BATCH = 32;

    private static final int LINE_BYTES = 64;

    /** Records of more than this share of the ring give their room at once, so that the sender can go on. */
    private static final int BULK_SHARE = 32;

    /** Where in {@link #copy} a payload from the slab lies: behind everything else that a record has. */
    private static final int COPIED_PAYLOAD = 2 * LINE_BYTES;

    /** Type of what is no message: the rest of a round, a claim that was taken back. */
    private static final int PADDING = -1;

    private final AmLayout.Network network;
    private final int rank;
    private final int size;

    /** The only rank that writes here, or -1. */
    private final int sender;
    private final Lane lane;
    private final int mostPayload;
    private final Doorbells doorbells;
    private final boolean fence;
    private final Function<String, RuntimeException> fail;

    // What it takes to look for a message.
    private final long base;
    private final long head;
    private final int wrap;

    /**
     * In checked mode, memory of this process alone for one record: a record is copied there before it is looked at.
     * Else null.
     */
    private final MemorySegment copy;

    private Receiver receiver;

    /** Position in the ring of its place 0, in this round. */
    private long round;

    LaneReader(AmLayout.Network network, int rank, int sender, Lane lane, AmConfig config, Doorbells doorbells,
            Function<String, RuntimeException> fail) {
        this.network = network;
        this.rank = rank;
        size = config.size();
        mostPayload = config.maxPayload();
        this.sender = sender;
        this.lane = lane;
        this.doorbells = doorbells;
        fence = doorbells.fence();
        this.fail = fail;
        base = lane.address(0);
        head = lane.headAddress();
        wrap = lane.capacity() - 8;
        copy = config.checked() ? Arena.ofAuto().allocate(COPIED_PAYLOAD + config.maxPayload(), LINE_BYTES) : null;
    }

    @Override
    public boolean hasMessages() {
        return hasMessage(base, head, wrap);
    }

    /** Whether there is one in the ring at {@code base}; its capacity less 8 is {@code wrap}. */
    static boolean hasMessage(long base, long head, int wrap) {
        // another thread may move the head: then the record is gone, and the next look finds the new one
        int index = (int) SharedMemory.getLong(SharedMemory.word(head, Long.BYTES)) & wrap;
        // SYNC: record length
        return SharedMemory.getIntAcquire(SharedMemory.word(base + index, Long.BYTES)) > 0;
    }

    @Override
    public int receive(Receiver to, int limit) {
        int received = 0;
        while (received < limit) {
            int more = read(to, limit - received);
            if (more == NOTHING) {
                break;
            }
            received += more;
        }
        return received;
    }

    int sender() {
        return sender;
    }

    Lane lane() {
        return lane;
    }

    /**
     * Takes messages, {@code limit} at most, as far as they follow each other before the edge of the ring, and before
     * so much has been read that its room should be given; {@link #NOTHING} when there is no record. Otherwise at least
     * one record is gone, though it may be no message.
     */
    int read(Receiver to, int limit) {
        long position = lane.head();
        int capacity = lane.capacity();
        // also of a damaged position, which may be no multiple of 8
        int index = (int) position & capacity - 8;
        // SYNC: record length
        int length = SharedMemory.getIntAcquire(lane.address(index));
        if (length <= 0) {
            return NOTHING;
        }
        int most = Math.min(limit, BATCH);
        round = position - index;
        receiver = to;
        int from = index;
        int written = index;
        int read = 0;
        try {
            do {
                if (length > capacity - index) {
                    throw beyond(index);
                }
                int at = index + MessageRecord.HEADER;
                index += length + 7 & -8;
                written = index;
                int type = SharedMemory.getInt(lane.address(at) - Integer.BYTES);
                if (type != PADDING) {
                    take(type, at, length - MessageRecord.HEADER);
                    if (MessageRecord.isInSlab(type)) {
                        written = at + MessageRecord.payload(MessageRecord.words(type));
                    }
                    read++;
                }
                if (index >= capacity || read >= most || index - from > capacity / BULK_SHARE) {
                    return read;
                }
                length = SharedMemory.getIntAcquire(lane.address(index));
            } while (length > 0);
            return read;
        } finally {
            lane.give(from, round, written, index);
            ringIfRoomIsWanted();
        }
    }

    private void ringIfRoomIsWanted() {
        if (fence) {
            SharedMemory.fullFence();
        }
        // SYNC: roomWanted; as with sleeping: a fence is between the store of the head and this look
        if (SharedMemory.getIntOpaque(lane.roomWanted()) != 0) {
            if (sender >= 0) {
                doorbells.ringIfAsleep(sender, false);
            } else {
                doorbells.ringAll();
            }
        }
    }

    /**
     * The checksum covers type and length: what has the right one was written by a sender of this library, and in this
     * place.
     */
    private void take(int type, int index, int length) {
        long at = lane.address(index);
        if (copy != null) {
            int held = MessageRecord.isInSlab(type) ? Math.min(length, COPIED_PAYLOAD) : length;
            if (held > copy.byteSize()) {
                throw damaged(type, index, length);
            }
            // what is checked is what is used, also of the payload
            SharedMemory.copy(at, copy.address(), held);
            at = copy.address();
        }
        switch (MessageHead.category(MessageRecord.lowHead(type))) {
            case MessageHead.SHORT -> takeShort(at, type, index, length);
            case MessageHead.MEDIUM -> takeMedium(at, type, index, length);
            case MessageHead.LONG -> takeLong(at, type, index, length);
            default -> throw damaged(type, index, length);
        }
    }

    private void takeShort(long at, int type, int index, int length) {
        int words = MessageRecord.words(type);
        long arguments = at + MessageRecord.arguments(MessageHead.SHORT);
        if (length != MessageRecord.claimed(MessageRecord.length(MessageHead.SHORT, words))) {
            throw damaged(type, index, length);
        }
        long head = MessageRecord.head(type, arguments);
        long sum = RecordChecksum.addArguments(RecordChecksum.begin(type, length), words, arguments);
        if ((RecordChecksum.end(sum) ^ sequence(index)) != SharedMemory.getInt(at)
                || !isOurs(type, head)) {
            throw damaged(type, index, length);
        }
        receiver.received(MessageRecord.source(type), head, arguments, 0, 0);
    }

    /** Whether these are a type and a head that the sender of this ring writes. */
    private boolean isOurs(int type, long head) {
        int source = MessageRecord.source(type);
        return MessageHead.isLegal(head) && (!MessageRecord.hasEnds(type) || MessageHead.hasEnds(head))
                && (sender < 0 ? source >= 0 && source < size && source != rank : source == sender);
    }

    private int sequence(int index) {
        return RecordChecksum.sequence(round + index - MessageRecord.HEADER);
    }

    private void takeMedium(long at, int type, int index, int length) {
        int words = MessageRecord.words(type);
        int fixed = MessageRecord.payload(words);
        if (length < fixed) {
            throw damaged(type, index, length);
        }
        int bytes = SharedMemory.getInt(at + MessageRecord.MEDIUM_BYTES);
        long arguments = at + MessageRecord.arguments(MessageHead.MEDIUM);
        long head = MessageRecord.head(type, arguments);
        boolean inSlab = MessageRecord.isInSlab(type);
        if (bytes < 0 || bytes > (inSlab ? slabRoom(length) : length - fixed)) {
            throw damaged(type, index, length);
        }
        long payload = inSlab ? slabPayload(index, bytes) : at + fixed;
        long sum = RecordChecksum.add(RecordChecksum.begin(type, length), 1, bytes);
        if (copy != null && bytes > 0) {
            sum = RecordChecksum.addPayload(sum, SharedMemory.everything(), payload, bytes);
        }
        int checksum = RecordChecksum.end(RecordChecksum.addArguments(sum, words, arguments)) ^ sequence(index);
        if (checksum != SharedMemory.getInt(at) || !isOurs(type, head)) {
            throw damaged(type, index, length);
        }
        receiver.received(MessageRecord.source(type), head, arguments, payload, bytes);
    }

    /**
     * Most bytes of a payload in the slab that a record of that length has room for, and any record of this job has.
     */
    private int slabRoom(int length) {
        return Math.min((length + MessageRecord.HEADER) * Lane.SLAB_FACTOR, mostPayload);
    }

    /** Address of a payload that lies in the slab; in checked mode of the copy of it, for which there is room. */
    private long slabPayload(int index, int bytes) {
        long payload = lane.slabAddress(index);
        if (copy == null) {
            return payload;
        }
        SharedMemory.copy(payload, copy.address() + COPIED_PAYLOAD, bytes);
        return copy.address() + COPIED_PAYLOAD;
    }

    private void takeLong(long at, int type, int index, int length) {
        int words = MessageRecord.words(type);
        if (length != MessageRecord.claimed(MessageRecord.length(MessageHead.LONG, words))) {
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
        receiver.receivedLong(MessageRecord.source(type), head, arguments, targetOffset, bytes);
    }

    private RuntimeException beyond(int index) {
        return fail.apply(text("has a record at position " + (round + index) + " that runs beyond the ring"));
    }

    private RuntimeException damaged(int type, int index, int length) {
        return fail.apply(text("has a damaged record at position " + (round + index - MessageRecord.HEADER) + ": "
                + flaw(type, index, length)));
    }

    private String flaw(int type, int index, int length) {
        int head = MessageRecord.lowHead(type);
        if (!isOurs(type, MessageRecord.hasEnds(type) ? MessageHead.withEnds(head, 1) : head)) {
            return "its type 0x" + Integer.toHexString(type) + " is none of a message from there";
        }
        int fixed = MessageRecord.length(MessageHead.category(head), MessageRecord.words(type));
        String claims = "; it claims rank " + MessageRecord.source(type) + " as its sender";
        if (length < fixed) {
            return "it has " + length + " bytes; a " + MessageHead.categoryName(head) + " message with "
                    + MessageHead.argumentCount(head) + " arguments has " + fixed + claims;
        }
        return "its checksum does not fit, or its length, or its endpoints" + (copy == null ? "" : ", or its payload")
                + claims;
    }

    private String text(String what) {
        return name() + " " + what + REMEDY;
    }

    /** Which rank's which ring it is, for messages. */
    String name() {
        return "rank " + rank + ": messages: the " + network.word() + " ring "
                + (sender < 0 ? "of this rank" : "from rank " + sender);
    }
}
