package org.pgas.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/**
 * Messages of one network from one rank elsewhere that have come over the wire, before their handlers have run. The
 * sender sends no more than there is room for ({@link Room}), so the thread that polls the wire never has to leave one
 * there: what is behind it on the wire goes on.
 *
 * <pre>
 *     0     4  length    of the record; {@value #SKIP}: the rest of the ring is empty
 *     4     4  payload   its bytes
 *     8     8  head
 *    16     8  target offset of a long message
 *    24     8  bytes of a long message
 *    32    64  arguments
 *    96        payload
 *
 * field    writer                   readers             order
 * records  the thread that polls    the rank's turn     plain, before written / after written
 * written  the thread that polls    the rank's turn     volatile
 * taken    the rank's turn          the polling thread  volatile: a record was read before it is written over
 * ring     the same, once           the rank's turn     plain, before written
 * </pre>
 */
final class Arrivals {
    private static final int SKIP = -1;

    private static final int PAYLOAD = 4;
    private static final int HEAD = 8;
    private static final int OFFSET = 16;
    private static final int BYTES = 24;
    private static final int ARGUMENTS = 32;

    private final int source;

    /** Null until the first message. */
    private MemorySegment ring;

    /** The same memory, for wires that write to it. Used by the thread that polls. */
    private ByteBuffer view;

    /** Behind the last message with data that its handler has to copy. Used by the thread that polls. */
    private long behindOthers;

    private volatile long written;
    private volatile long taken;

    Arrivals(int source) {
        this.source = source;
    }

    boolean isEmpty() {
        return taken == written;
    }

    /** Bytes that have come in all. */
    long come() {
        // SYNC: arrival
        return written;
    }

    /** Bytes that have come and were not taken. */
    long waiting() {
        // first what was taken: it is never more than has come
        long handed = taken;
        return written - handed;
    }

    /** Whether nothing waits here but ends of messages with data that have landed; by the thread that polls. */
    boolean haveOthersRun() {
        return taken >= behindOthers;
    }

    /** Bytes that were taken in all. */
    long taken() {
        return taken;
    }

    /**
     * Copies a message from a frame; by the thread that polls.
     *
     * @param rest address of what is behind the first long of the frame's head
     * @param words ints of arguments
     * @param data 0 where it has landed at its place, so that the handler is given none
     * @return false when the sender cannot have had room for it
     */
    boolean put(long rest, int words, long data, int bytes) {
        if (!hasRoom(bytes)) {
            return false;
        }
        int length = Room.length(bytes);
        long position = written;
        int skipped = Room.skipped(position, length);
        if (skipped > 0) {
            SharedMemory.putInt(at(position), SKIP);
        }
        long record = at(position + skipped);
        SharedMemory.putInt(record, length);
        SharedMemory.putInt(record + PAYLOAD, data == 0 ? 0 : bytes);
        SharedMemory.putLong(record + HEAD, SharedMemory.getLong(rest));
        SharedMemory.putLong(record + OFFSET, SharedMemory.getLong(rest + 8));
        SharedMemory.putLong(record + BYTES, SharedMemory.getLong(rest + 16));
        for (int i = 0; i < words; i++) {
            long pair = SharedMemory.getLong(rest + 24 + (long) (i >> 1) * Long.BYTES);
            SharedMemory.putInt(record + ARGUMENTS + (long) i * Integer.BYTES, (int) (pair >>> 32 * (i & 1)));
        }
        if (data != 0 && data != record + Room.HEAD_BYTES) {
            SharedMemory.copy(data, record + Room.HEAD_BYTES, bytes);
        }
        long end = position + skipped + length;
        if (data != 0) {
            behindOthers = end;
        }
        // SYNC: arrival
        written = end;
        return true;
    }

    private boolean hasRoom(int bytes) {
        int length = Room.length(bytes);
        long position = written;
        if (length > Room.MOST_BYTES
                || position + Room.skipped(position, length) + length - taken > Room.RING_BYTES) {
            return false;
        }
        if (ring == null) {
            ring = Arena.ofAuto().allocate(Room.RING_BYTES, Long.BYTES);
            view = ring.asByteBuffer();
        }
        return true;
    }

    /**
     * Where the payload of the next message will lie, for a wire that writes it there before {@link #put}, which finds
     * it at {@link #placed}; by the thread that polls. Null when the sender cannot have had room for it.
     */
    ByteBuffer place(int bytes) {
        if (!hasRoom(bytes)) {
            return null;
        }
        int start = (int) (placed(bytes) - ring.address());
        return view.limit(start + bytes).position(start);
    }

    /** Address of the payload of the next message, of so many bytes. */
    long placed(int bytes) {
        long position = written;
        return at(position + Room.skipped(position, Room.length(bytes))) + Room.HEAD_BYTES;
    }

    private long at(long position) {
        return ring.address() + (position & Room.RING_BYTES - 1);
    }

    /** Hands over what is there, up to {@code limit}; by the rank's turn. What throws counts as taken. */
    int receive(MessageInbox.Receiver receiver, int limit) {
        return receive(receiver, limit, come());
    }

    /** As the other form, of what {@link #come} was before. */
    int receive(MessageInbox.Receiver receiver, int limit, long end) {
        int received = 0;
        while (received < limit && taken < end) {
            long record = at(taken);
            int length = SharedMemory.getInt(record);
            if (length == SKIP) {
                taken += Room.RING_BYTES - (taken & Room.RING_BYTES - 1);
                continue;
            }
            try {
                hand(receiver, record);
            } finally {
                taken += length;
            }
            received++;
        }
        return received;
    }

    private void hand(MessageInbox.Receiver receiver, long record) {
        long head = SharedMemory.getLong(record + HEAD);
        if (MessageHead.category(head) == MessageHead.LONG) {
            receiver.receivedLong(source, head, record + ARGUMENTS, SharedMemory.getLong(record + OFFSET),
                    SharedMemory.getLong(record + BYTES));
        } else {
            boolean isMedium = MessageHead.category(head) == MessageHead.MEDIUM;
            receiver.received(source, head, record + ARGUMENTS, isMedium ? record + Room.HEAD_BYTES : 0,
                    SharedMemory.getInt(record + PAYLOAD));
        }
    }
}
