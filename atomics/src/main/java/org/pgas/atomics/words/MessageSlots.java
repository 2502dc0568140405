package org.pgas.atomics.words;

import org.pgas.memory.SharedMemory;

/**
 * The protocol of a {@link org.pgas.atomics.MessageQueue}: places for messages, used round and round, on the addresses
 * where they are.
 *
 * <p>Positions count messages and go on for ever; message {@code p} has the slot {@code p mod capacity}. The producer
 * that moves the tail from {@code p} to {@code p + 1} may write message {@code p}, and the consumer that moves the head
 * so may read it. The sequence of its slot says when:
 *
 * <pre>
 * sequence           the slot is                                          next, set by its claimer
 * 2p                 free for message p; claimed once the tail is past p  2p + 1
 * 2p + 1             message p; claimed once the head is past p           2(p + capacity)
 *
 * offset  bytes  field              writer                   reader               order
 * 64      8      waiting producers  see AnnouncedWait
 * 72      8      waiting consumers  see AnnouncedWait
 * 128     8      tail               every producer           all                  compare-and-swap / acquire
 * 256     8      head               every consumer           all                  compare-and-swap / acquire
 * 384            slots, of each:
 * 0       8      sequence           claimer of the slot      all                  release at the end / acquire
 * 8       4      length             producer, its claimer    every consumer       plain / opaque, see below
 * 12      4      claimer            claimer of the slot      waits, for messages  opaque / opaque
 * 16             payload            producer, its claimer    consumer, claimer    plain, ordered by the sequence
 * </pre>
 *
 * <p>A consumer looks at the length before it claims, and may see that of a later message. It believes the length only
 * when a compare-and-swap of the head succeeds after the look: until then nobody could claim the slot, so nobody could
 * write there.
 *
 * <p>Full and empty are told from "somebody is at work on the next slot" by the other counter, read after the slot: a
 * tail that is a whole capacity ahead of a later head was so when the head was read, and a head that is equal to a
 * later tail likewise. So the queue is linearisable: a message is in it from the move of the tail to the move of the
 * head.
 *
 * <p>Sequences and positions may wrap around: they are only compared by their differences, and the capacity is a power
 * of two.
 */
public final class MessageSlots {
    public static final int MAX_CAPACITY = 1 << 30;
    public static final int MAX_MESSAGE_BYTES = Integer.MAX_VALUE - 127;

    /** Answers of the claims, all negative, other than the address of a slot. */
    public static final long FULL = -1;
    public static final long EMPTY = -1;

    /** Somebody else is at work on the next slot, and will not be long. */
    public static final long BUSY = -2;

    /** The length of what is no message: its producer failed between claim and publication. */
    public static final int NO_MESSAGE = -1;

    private static final long TOO_LONG = -3;

    private static final int WAITING_PRODUCERS = 64;
    private static final int WAITING_CONSUMERS = 72;
    private static final int TAIL = 128;
    private static final int HEAD = 256;
    private static final int SLOTS = 384;

    private static final int LENGTH = 8;
    private static final int CLAIMER = 12;
    private static final int PAYLOAD = 16;
    private static final int LINE = 64;

    /** A slot is ahead of the position only for as long as it takes to see the position that its claim has moved. */
    private static final int MOST_STALE = 1_000;

    private final long tail;
    private final long head;
    private final long slots;
    private final long stride;
    private final long capacity;

    /** {@code capacity}: a power of two. */
    public MessageSlots(long base, int capacity, int maxMessageBytes) {
        this.tail = base + TAIL;
        this.head = base + HEAD;
        this.slots = base + SLOTS;
        this.stride = stride(maxMessageBytes);
        this.capacity = capacity;
    }

    public static long bytes(int capacity, int maxMessageBytes) {
        return SLOTS + capacity * stride(maxMessageBytes);
    }

    private static long stride(int maxMessageBytes) {
        return PAYLOAD + (long) maxMessageBytes + LINE - 1 & -LINE;
    }

    public static long waitingProducers(long base) {
        return base + WAITING_PRODUCERS;
    }

    public static long waitingConsumers(long base) {
        return base + WAITING_CONSUMERS;
    }

    /** Makes it empty, its first message that of position {@code first}. Before it is published. */
    public static void reset(long base, int capacity, int maxMessageBytes, long first) {
        SharedMemory.putLong(base + WAITING_PRODUCERS, 0);
        SharedMemory.putLong(base + WAITING_CONSUMERS, 0);
        SharedMemory.putLong(base + TAIL, first);
        SharedMemory.putLong(base + HEAD, first);
        MessageSlots made = new MessageSlots(base, capacity, maxMessageBytes);
        for (long position = first; position != first + capacity; position++) {
            SharedMemory.putLong(made.slot(position), 2 * position);
            SharedMemory.putInt(made.slot(position) + CLAIMER, -1);
        }
    }

    /** Whether a slot is that far from the base. */
    public boolean isSlot(long distance) {
        long place = distance - SLOTS;
        return place >= 0 && place % stride == 0 && place / stride < capacity;
    }

    private long slot(long position) {
        return slots + (position & capacity - 1) * stride;
    }

    /** Claims a slot to write: its address, {@link #FULL} or {@link #BUSY}. To be followed by {@link #publish}. */
    public long claimFree() {
        long position = SharedMemory.getLongAcquire(tail);
        int stale = 0;
        for (;;) {
            long slot = slot(position);
            // SYNC: slot; the last reader was done before a producer finds it free
            long ahead = SharedMemory.getLongAcquire(slot) - 2 * position;
            if (ahead == 0) {
                long found = SharedMemory.compareAndExchangeLong(tail, position, position + 1);
                if (found == position) {
                    return slot;
                }
                position = found;
            } else if (ahead > 0) {
                long now = SharedMemory.getLongAcquire(tail);
                stale = now == position ? stale + 1 : 0;
                if (stale > MOST_STALE) {
                    // a slot ahead of a position that stays: words were overwritten; a waiter sees that it takes long
                    return BUSY;
                }
                position = now;
            } else {
                return position - SharedMemory.getLongAcquire(head) >= capacity ? FULL : BUSY;
            }
        }
    }

    /** Hands the claimed slot to the consumers. */
    public static void publish(long slot, int bytes) {
        SharedMemory.putInt(slot + LENGTH, bytes);
        // SYNC: slot; a consumer that acquires the sequence sees length and payload
        SharedMemory.putLongRelease(slot, SharedMemory.getLong(slot) + 1);
    }

    /**
     * Claims the next message to read, unless it is longer than {@code room}: the address of its slot, {@link #EMPTY},
     * {@link #BUSY}, or an answer that {@link #isTooLong}. To be followed by {@link #release}.
     */
    public long claimPublished(long room) {
        long position = SharedMemory.getLongAcquire(head);
        int stale = 0;
        for (;;) {
            long slot = slot(position);
            // SYNC: slot; length and payload are what the producer wrote
            long ahead = SharedMemory.getLongAcquire(slot) - (2 * position + 1);
            if (ahead == 0) {
                int bytes = SharedMemory.getIntOpaque(slot + LENGTH);
                long after = bytes > room ? position : position + 1;
                long found = SharedMemory.compareAndExchangeLong(head, position, after);
                if (found == position) {
                    return bytes > room ? TOO_LONG - bytes : slot;
                }
                position = found;
            } else if (ahead > 0) {
                long now = SharedMemory.getLongAcquire(head);
                stale = now == position ? stale + 1 : 0;
                if (stale > MOST_STALE) {
                    return BUSY;
                }
                position = now;
            } else {
                return SharedMemory.getLongAcquire(tail) - position <= 0 ? EMPTY : BUSY;
            }
        }
    }

    public static boolean isTooLong(long answer) {
        return answer <= TOO_LONG;
    }

    /** How long the message was that is too long. */
    public static long tooLongBytes(long answer) {
        return TOO_LONG - answer;
    }

    /** Of a slot that is claimed to read, or {@link #NO_MESSAGE}. */
    public static int length(long slot) {
        return SharedMemory.getInt(slot + LENGTH);
    }

    public static long payload(long slot) {
        return slot + PAYLOAD;
    }

    /** Gives the slot that was claimed to read back to the producers. */
    public void release(long slot) {
        // SYNC: slot; its payload has been read
        SharedMemory.putLongRelease(slot, SharedMemory.getLong(slot) - 1 + 2 * capacity);
    }

    /** Notes the job rank that works on a claimed slot. Threads that wait for the slot name it in their messages. */
    public static void claimer(long slot, int jobRank) {
        SharedMemory.putIntOpaque(slot + CLAIMER, jobRank);
    }

    /** The job rank that was the last to work on the slot that the next producer needs; -1 if none was. */
    public int claimerAtTail() {
        return SharedMemory.getIntOpaque(slot(SharedMemory.getLongAcquire(tail)) + CLAIMER);
    }

    /** As {@link #claimerAtTail}, for the next consumer. */
    public int claimerAtHead() {
        return SharedMemory.getIntOpaque(slot(SharedMemory.getLongAcquire(head)) + CLAIMER);
    }

    /** A moment's, which may be over. */
    public int size() {
        long first = SharedMemory.getLongAcquire(head);
        return (int) Math.clamp(SharedMemory.getLongAcquire(tail) - first, 0, capacity);
    }
}
