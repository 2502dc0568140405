package org.pgas.atomics.words;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.locks.Holder;
import org.pgas.memory.SharedMemory;

/**
 * The protocol of a {@link org.pgas.atomics.ByteFifo}: a ring of bytes, and behind it room for what one dequeue cuts at
 * the end of the ring, on the addresses where they are.
 *
 * <p>Positions count bytes and go on for ever; byte {@code p} is at {@code p mod capacity} of the ring. Always
 * {@code head <= taken <= tail <= head + capacity}: from head to taken are views, from taken to tail bytes to dequeue,
 * of which those before {@code shown} have been shown and may be discarded, too; shown is between head and tail, or
 * older than the head.
 *
 * <pre>
 * offset  bytes  field              writer                    reader              order
 * 64      8      waiting producers  see AnnouncedWait
 * 72      8      waiting consumer   see AnnouncedWait
 * 80      8      waiting for turn   see AnnouncedWait: producers that only wait for the producing thread
 * 128     8      producing          a producer, a Holder      producers           CAS, release to give back / opaque
 * 136     8      tail               producing thread          consumer, all       release, after the bytes / acquire
 * 256     8      head               consuming thread          producing thread    release, after the last use / acquire
 * 320     8      consuming          a consumer, a Holder      consumers           as producing
 * 328     8      taken              consuming thread          all                 opaque / opaque, ordered by consuming
 * 336     8      shown              consuming thread          the same            plain, ordered by consuming
 * 384     c      ring               producing thread          consuming thread    plain, ordered by tail and head
 * 384+c   d      spill              consuming thread          the program         plain, of one process
 * </pre>
 *
 * <p>Producers take turns. They could copy at the same time if each reserved its bytes first, but would have to publish
 * in the order of the reservations, so that one that is stopped stops the others all the same; and one that fails in
 * between would leave a hole in the stream. Here, a producer that fails has changed nothing, and a producer that waits
 * knows for which thread.
 *
 * <p>When bytes that are dequeued in one piece go around the end of the ring, the consumer copies those at its
 * beginning to the spill, where they continue the others. The spill serves one view at a time: the next one that
 * reaches the end of the ring there has its {@code m} bytes in the spill only after producers have put them into the
 * ring, for which the {@code m} bytes of the former view in the same place must have been discarded.
 */
public final class ByteRing {
    public static final long MAX_CAPACITY = 1L << 46;

    /** Answers other than a count of bytes or a place. */
    public static final long FULL = -1;
    public static final long EMPTY = -1;

    /** It is another's turn. */
    public static final long BUSY = -2;

    /** More than the ring has beside the bytes that are dequeued and not discarded. */
    public static final long NEVER = -3;

    /** The positions are none that this class writes: nothing was done. */
    public static final long DAMAGED = -4;

    public static final int RING = 384;

    private static final int WAITING_PRODUCERS = 64;
    private static final int WAITING_CONSUMER = 72;
    private static final int WAITING_TURN = 80;
    private static final int PRODUCING = 128;
    private static final int TAIL = 136;
    private static final int HEAD = 256;
    private static final int CONSUMING = 320;
    private static final int TAKEN = 328;
    private static final int SHOWN = 336;

    private final long producing;
    private final long tail;
    private final long head;
    private final long consuming;
    private final long taken;
    private final long shown;
    private final long ring;
    private final long capacity;

    /** {@code capacity}: a power of two. */
    public ByteRing(long base, long capacity) {
        this.producing = base + PRODUCING;
        this.tail = base + TAIL;
        this.head = base + HEAD;
        this.consuming = base + CONSUMING;
        this.taken = base + TAKEN;
        this.shown = base + SHOWN;
        this.ring = base + RING;
        this.capacity = capacity;
    }

    public static long bytes(long capacity, long maxDequeueBytes) {
        return RING + capacity + maxDequeueBytes;
    }

    public static long waitingProducers(long base) {
        return base + WAITING_PRODUCERS;
    }

    public static long waitingConsumer(long base) {
        return base + WAITING_CONSUMER;
    }

    public static long waitingForTurn(long base) {
        return base + WAITING_TURN;
    }

    /** Makes it empty, its first byte that of position {@code first}. Before it is published. */
    public static void reset(long base, long first) {
        SharedMemory.putLong(base + WAITING_PRODUCERS, 0);
        SharedMemory.putLong(base + WAITING_CONSUMER, 0);
        SharedMemory.putLong(base + WAITING_TURN, 0);
        SharedMemory.putLong(base + PRODUCING, Holder.NOBODY);
        SharedMemory.putLong(base + TAIL, first);
        SharedMemory.putLong(base + HEAD, first);
        SharedMemory.putLong(base + CONSUMING, Holder.NOBODY);
        SharedMemory.putLong(base + TAKEN, first);
        SharedMemory.putLong(base + SHOWN, first);
    }

    private static boolean enter(long turn, long self) {
        // SYNC: turn at a stream
        return SharedMemory.getLongOpaque(turn) == Holder.NOBODY
                && SharedMemory.compareAndSetLong(turn, Holder.NOBODY, self);
    }

    private static void leave(long turn) {
        // SYNC: turn at a stream; the next one sees what this one has written
        SharedMemory.putLongRelease(turn, Holder.NOBODY);
    }

    /**
     * Appends all {@code bytes} if {@code whole}, else as many as there is room for; returns how many, at least one, or
     * {@link #FULL}, {@link #BUSY} or {@link #DAMAGED}. Of zero bytes, zero.
     */
    public long append(MemorySegment source, long offset, long bytes, boolean whole, long self) {
        long least = whole ? bytes : Math.min(bytes, 1);
        // a tail that is older than the head makes the room too large, never too small
        long before = room(SharedMemory.getLongAcquire(tail));
        if (before < least) {
            return before < 0 ? DAMAGED : FULL;
        }
        if (!enter(producing, self)) {
            return BUSY;
        }
        try {
            long position = SharedMemory.getLong(tail);
            // read once: what is checked is what is used
            long room = room(position);
            if (room < least) {
                return room < 0 ? DAMAGED : FULL;
            }
            if (room > capacity) {
                return DAMAGED;
            }
            long count = Math.min(bytes, room);
            long start = position & capacity - 1;
            long first = Math.min(count, capacity - start);
            SharedMemory.copyIn(source, offset, ring + start, first);
            SharedMemory.copyIn(source, offset + first, ring, count - first);
            // SYNC: stream; a thread that acquires the tail sees the bytes
            SharedMemory.putLongRelease(tail, position + count);
            return count;
        } finally {
            leave(producing);
        }
    }

    /**
     * Takes the turn of producers for bytes that somebody else copies: all if {@code whole}, else as many as there is
     * room for; answers how many, or as {@link #append}. To be followed by {@link #endAppend} if there are any.
     */
    public long beginAppend(long bytes, boolean whole, long self) {
        if (bytes == 0) {
            return 0;
        }
        if (!enter(producing, self)) {
            return BUSY;
        }
        long room = room(SharedMemory.getLong(tail));
        if (room >= 0 && room <= capacity && room >= (whole ? bytes : 1)) {
            return Math.min(bytes, room);
        }
        leave(producing);
        return room < 0 || room > capacity ? DAMAGED : FULL;
    }

    /** Where in the ring the next byte goes; by the rank that has the turn of producers. */
    public long tailPlace() {
        return SharedMemory.getLong(tail) & capacity - 1;
    }

    /** Publishes {@code count} bytes, perhaps none, which are at the {@link #tailPlace}, and gives the turn back. */
    public void endAppend(long count) {
        long position = SharedMemory.getLong(tail);
        if (count > 0 && count <= room(position)) {
            // SYNC: stream
            SharedMemory.putLongRelease(tail, position + count);
        }
        leave(producing);
    }

    /** Between 0 and the capacity if {@code position} is the tail; any number if it was, or the words are damaged. */
    private long room(long position) {
        // SYNC: room; what was read from there has been read
        return capacity - (position - SharedMemory.getLongAcquire(head));
    }

    /** The thread that appends, as {@link Holder} has it, or {@link Holder#NOBODY}. */
    public long producer() {
        return SharedMemory.getLongOpaque(producing);
    }

    /**
     * Takes {@code bytes}, at most the size of the spill, out of the stream in one piece: where in the ring, or behind
     * its end, they begin; {@link #EMPTY} while there are fewer, {@link #BUSY}, {@link #NEVER} or {@link #DAMAGED}.
     */
    public long take(long bytes, long self) {
        if (available() < bytes && SharedMemory.getLongOpaque(taken) - SharedMemory.getLong(head) <= capacity - bytes) {
            return EMPTY;
        }
        if (!enter(consuming, self)) {
            return BUSY;
        }
        try {
            long position = SharedMemory.getLongOpaque(taken);
            long views = position - SharedMemory.getLong(head);
            if (views > capacity - bytes) {
                return views > capacity ? DAMAGED : NEVER;
            }
            long there = there(position, views);
            if (there < bytes) {
                return there < 0 ? DAMAGED : EMPTY;
            }
            SharedMemory.putLongOpaque(taken, position + bytes);
            return inOnePiece(position, bytes);
        } finally {
            leave(consuming);
        }
    }

    /**
     * Bytes there to take from {@code position} on, which is {@code views} bytes behind the head. Below 0 if the words
     * of the ring cannot be right.
     */
    private long there(long position, long views) {
        // SYNC: stream
        long there = SharedMemory.getLongAcquire(tail) - position;
        return views < 0 || there > capacity - views ? DAMAGED : there;
    }

    /** Where bytes begin that may go around the end of the ring: then they go on in the spill. */
    private long inOnePiece(long position, long bytes) {
        long start = position & capacity - 1;
        if (start > capacity - bytes) {
            SharedMemory.copy(ring, ring + capacity, start + bytes - capacity);
        }
        return start;
    }

    /**
     * Shows what is there to take, at most {@code most} bytes, the size of the spill, in one piece, and leaves it
     * there: where it begins, as {@link #take} answers, and in {@code count[0]} how many they are. {@link #EMPTY} while
     * there is nothing, {@link #BUSY} or {@link #DAMAGED}.
     */
    public long show(long most, long[] count, long self) {
        if (available() == 0) {
            return EMPTY;
        }
        if (!enter(consuming, self)) {
            return BUSY;
        }
        try {
            long position = SharedMemory.getLongOpaque(taken);
            long views = position - SharedMemory.getLong(head);
            long there = there(position, views);
            if (there <= 0) {
                return there < 0 ? DAMAGED : EMPTY;
            }
            count[0] = Math.min(there, most);
            SharedMemory.putLong(shown, position + count[0]);
            return inOnePiece(position, count[0]);
        } finally {
            leave(consuming);
        }
    }

    /**
     * Gives the oldest {@code bytes} that have been taken or shown back to the producers, or says how many there are,
     * or {@link #BUSY} or {@link #DAMAGED}.
     */
    public long discard(long bytes, long self) {
        if (!enter(consuming, self)) {
            return BUSY;
        }
        try {
            long first = SharedMemory.getLong(head);
            long dequeued = SharedMemory.getLongOpaque(taken) - first;
            if (dequeued < 0 || dequeued > capacity) {
                return DAMAGED;
            }
            long views = Math.max(dequeued, SharedMemory.getLong(shown) - first);
            // what was shown is there, and this thread has read it
            if (views > dequeued && (views > capacity || views > SharedMemory.getLongAcquire(tail) - first)) {
                return DAMAGED;
            }
            if (bytes <= views) {
                if (bytes > dequeued) {
                    SharedMemory.putLongOpaque(taken, first + bytes);
                }
                // SYNC: room; producers write there after this thread has read
                SharedMemory.putLongRelease(head, first + bytes);
            }
            return views;
        } finally {
            leave(consuming);
        }
    }

    /** The thread that takes or discards, as {@link Holder} has it, or {@link Holder#NOBODY}. */
    public long consumer() {
        return SharedMemory.getLongOpaque(consuming);
    }

    /** The rank that appends, and the three positions. */
    long[] numbers() {
        return new long[]{producer(), SharedMemory.getLongOpaque(head), SharedMemory.getLongOpaque(taken),
            SharedMemory.getLongOpaque(tail)};
    }

    /** For messages: the three positions. */
    public String positions() {
        long[] numbers = numbers();
        return positions(numbers[1], numbers[2], numbers[3]);
    }

    public static String positions(long head, long taken, long tail) {
        return "head " + head + ", taken " + taken + ", tail " + tail;
    }

    /** Bytes to dequeue, of a moment that may be over. */
    public long available() {
        long position = SharedMemory.getLongOpaque(taken);
        return Math.clamp(SharedMemory.getLongAcquire(tail) - position, 0, capacity);
    }
}
