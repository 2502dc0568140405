package org.pgas.pshm;

import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.pgas.memory.SharedMemory;

/**
 * One ring of messages in the mapped file. Any thread.
 *
 * <p>Agrona's ring for several producers serves where there is one sender too: that sender has threads, and a lock
 * around the ring for one producer costs as much as the compare-and-swap. What most claims, and all that end a claim,
 * do is done here, by the same accesses: the ring checks the bounds of each of them.
 */
final class Lane {
    // Fields and orders: AmLayout.

    /**
     * Bytes of the slab for each byte of the ring: the payload of the record at an index lies at that index times this,
     * and has the room of the record's length times this. So the sender that has claimed the record has claimed its
     * place in the slab, and the receiver that gives the room of the one gives that of the other.
     */
    static final int SLAB_FACTOR = 4;

    /** Cleared by a loop. */
    private static final int FEW_BYTES = 64;

    private final long base;
    private final int capacity;

    /** Bytes of the longest message. Source: Agrona's rule. */
    private final int most;
    private final long tail;
    private final long headCache;
    private final long head;
    private final long roomWanted;
    private final long slab;

    /**
     * Made at first use, so that a program without messages does not load Agrona. Racy: its fields are final, and any
     * of several is right.
     */
    private ManyToOneRingBuffer ring; // any thread | any thread | plain

    /**
     * @param base address of the ring, behind which its positions are
     * @param slab address of its slab; a look at the ring alone needs none
     */
    Lane(long base, long slab, int capacity) {
        this.base = base;
        this.slab = slab;
        this.capacity = capacity;
        most = capacity >>> 3;
        long end = base + capacity;
        tail = end + AmLayout.TAIL;
        headCache = end + AmLayout.HEAD_CACHE;
        head = end + AmLayout.HEAD;
        roomWanted = end + AmLayout.ROOM_WANTED;
    }

    /**
     * Claims a record of this type for a message of so many bytes: straight where it fits before the edge, into the
     * room that is known, and no other thread claims; the ring itself does, or refuses, what else there is.
     *
     * @return index of the message, below 0 if there is no room
     */
    int tryClaim(int type, int length) {
        int record = length + MessageRecord.HEADER;
        int needed = record + 7 & -8;
        long end = tailAcquire();
        int index = (int) end & capacity - 1;
        // SYNC: head of a ring; here an earlier one, stored by a thread that had acquired it
        long known = SharedMemory.getLongAcquire(SharedMemory.word(headCache, Long.BYTES));
        // SYNC: tail of a ring
        if (length > most || needed > Math.min(capacity - index, capacity - (int) (end - known))
                || !SharedMemory.compareAndSetLong(tailAddress(), end, end + needed)) {
            return ring().tryClaim(type, length);
        }
        long at = address(index);
        SharedMemory.putIntRelease(at, -record);
        // the type names the rank that claims, and comes behind the length
        SharedMemory.releaseFence();
        SharedMemory.putInt(at + Integer.BYTES, type);
        return index + MessageRecord.HEADER;
    }

    /** Completes the record with its message at {@code index}; false if it is no longer claimed. */
    boolean complete(int index) {
        long at = address(index - MessageRecord.HEADER);
        int record = SharedMemory.getInt(at);
        if (record >= 0) {
            return false;
        }
        // SYNC: record length; a reader that finds it positive sees everything above
        SharedMemory.putIntRelease(at, -record);
        return true;
    }

    /** Takes the claim at {@code index} back: what reads the ring passes over it. False if it is no longer claimed. */
    boolean takeBack(int index) {
        long at = address(index - MessageRecord.HEADER);
        int record = SharedMemory.getInt(at);
        if (record >= 0) {
            return false;
        }
        SharedMemory.putInt(at + Integer.BYTES, ManyToOneRingBuffer.PADDING_MSG_TYPE_ID);
        // SYNC: record length
        SharedMemory.putIntRelease(at, -record);
        return true;
    }

    private ManyToOneRingBuffer ring() {
        ManyToOneRingBuffer made = ring;
        if (made == null) {
            made = new ManyToOneRingBuffer(new UnsafeBuffer(base, capacity + AmLayout.TRAILER_LENGTH));
            ring = made;
        }
        return made;
    }

    int capacity() {
        return capacity;
    }

    /** Address of a place in the ring, a multiple of 8. */
    long address(int index) {
        return SharedMemory.word(base + index, Long.BYTES);
    }

    /** Address of the payload of the record with its message at {@code index}, if it lies in the slab; a whole line. */
    long slabAddress(int index) {
        return SharedMemory.word(slab + (long) (index - MessageRecord.HEADER) * SLAB_FACTOR, Long.BYTES);
    }

    long roomWanted() {
        return SharedMemory.word(roomWanted, Integer.BYTES);
    }

    /** For the receiver, which alone moves it. */
    long head() {
        return SharedMemory.getLong(headAddress());
    }

    /**
     * For the receiver: gives the room of the records between these indices to the senders, cleared, since a record's
     * length is 0 until it is claimed. What lies behind {@code written} is clear, since no sender has written there. At
     * once, though it costs a store to a line that the sender has just written: the sender's next store to that line
     * then finds it in one cache, which takes less time than to have two give it up.
     *
     * @param round position of the ring's beginning in this round
     */
    void give(int from, long round, int written, int to) {
        int at = from;
        if (written - from > FEW_BYTES) {
            SharedMemory.fill(base + from, (byte) 0, written - from);
        } else {
            for (; at < written; at += Long.BYTES) {
                SharedMemory.putLong(address(at), 0);
            }
        }
        // SYNC: head of a ring; a thread that sees it sees the room cleared
        SharedMemory.putLongRelease(headAddress(), round + to);
    }

    long headAcquire() {
        // SYNC: head of a ring; senders that have used up the room they know of read it in Agrona's ring
        return SharedMemory.getLongAcquire(headAddress());
    }

    long tailAcquire() {
        // SYNC: tail of a ring
        return SharedMemory.getLongAcquire(tailAddress());
    }

    /** Whether a record of {@code length} bytes could be claimed now, by the rule of Agrona's ring: in one piece. */
    boolean hasRoom(int length) {
        int needed = length + 8 + 7 & -8;
        long end = tailAcquire();
        int toEdge = capacity - ((int) end & capacity - 1);
        int free = capacity - (int) (end - headAcquire());
        return (needed > toEdge ? toEdge + needed : needed) <= free;
    }

    /** Length of the record at a position, as the ring has it: negative while it is claimed, 0 before. */
    int recordLength(long position) {
        // also of a damaged position, which may be no multiple of 8
        return SharedMemory.getIntAcquire(base + ((int) position & capacity - 8));
    }

    long headAddress() {
        return SharedMemory.word(head, Long.BYTES);
    }

    private long tailAddress() {
        return SharedMemory.word(tail, Long.BYTES);
    }

    /**
     * Position of the record with its message at {@code index}, for the sender that has claimed it and not completed
     * it: until then the tail is at most a round ahead.
     */
    private long positionOfClaim(int index) {
        long last = SharedMemory.getLong(tailAddress()) - 1;
        return last - (last - (index - 8) & capacity - 1);
    }

    /** For the checksum of a record that the caller has claimed. */
    int sequenceOfClaim(int index) {
        return RecordChecksum.sequence(positionOfClaim(index));
    }
}
