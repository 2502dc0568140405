package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

import org.pgas.Event;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.ByteRing;
import org.pgas.atomics.words.StructureKind;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A stream of bytes into a member's segment: any thread of any member appends, and the owner of the segment reads, in
 * place.
 *
 * <pre>{@code
 * ByteFifo fifo = ByteFifo.create(team, 0, 65_536, 1_024); // in the segment of rank 0
 * fifo.enqueue(record, 0, 24, true);            // any rank
 * MemorySegment view = fifo.dequeue(24);        // rank 0
 * fifo.discard(24);                             // when it has read the view
 * }</pre>
 *
 * <p><b>Appending.</b> An <em>atomic</em> enqueue is contiguous in the stream; it may have up to {@link #atomicLimit}
 * bytes. Any other enqueue may be of any length; it may be cut into pieces, with bytes of other producers between them.
 * The bytes of one thread are in the stream in the order of its calls. {@link #enqueueNb} is an exception: until its
 * event is complete, its bytes may come after, or around, those of later calls. Producers append one after the other,
 * and are not served in turn: while others find room for little, a producer that needs room for much may wait long.
 *
 * <p><b>Reading.</b> The stream knows no messages: the caller of dequeue says how many bytes. The view is of exactly
 * these, in one piece, at any alignment; it is valid until they are discarded, and throws after the close of the job.
 * Any number of views may be there, together of at most {@link #capacity} bytes, and bytes are discarded from the
 * oldest on, in pieces of any length. A thread that does not know how many bytes there are {@linkplain #peek peeks}: it
 * is shown what is there, and discards as much of it as it has understood. Several threads of the rank may dequeue and
 * discard: each call is a whole.
 *
 * <p><b>Order.</b> Appending is a release, and dequeuing an acquire: the thread that dequeues a producer's bytes sees
 * what that producer did before.
 *
 * <p><b>Waiting.</b> The try forms, too, wait for a thread that is in the middle of its copy. All waits take in
 * messages of the network; they end with success, with the structure, with the job, or with a
 * {@link org.pgas.PeerLostException} when the rank on which they wait has left: the producer that has the turn, or, for
 * room, the consumer. A thread of a block mode sleeps, and is rung when bytes or room come, or when the other producer
 * has ended; in rare cases it is not rung, and finds out by itself within a millisecond. The forms with an event begin
 * at once; what remains is done while the event is tested or awaited, and the events' operations take effect in that
 * order.
 *
 * <p><b>Errors</b>, before anything is changed: lengths beyond the limits; local memory that is too small, closed, or
 * confined to another thread; dequeuing or discarding by another rank; discarding more than has been dequeued; any call
 * but queries in a restricted context (see {@link org.pgas.Job}; checked mode), after {@link #destroy}, and after the
 * close of the job.
 *
 * <p>A producer in another neighbourhood than the stream sends each attempt as a message to its owner, which answers;
 * more than a few kilobytes take a transfer beside them, during which this producer has the turn, and for which an
 * {@link #enqueueNb} and the test of its event wait. Client memory cannot hold a stream. Source: MPPA 8.5
 * (mppa_async_enqueue, mppa_async_dequeue, of 0 bytes too, mppa_async_discard).
 */
public final class ByteFifo extends SharedStructure {
    private static final StructureKind KIND = StructureKind.BYTE_FIFO;

    private final long capacity;
    private final long maxDequeueBytes;
    private final ByteRing ring;
    private final long waitingProducers;
    private final long waitingConsumer;
    private final long waitingForTurn;

    /** Null where the stream is mapped; else the four before are of no use. */
    private final FarFifo elsewhere;

    /** Ring and spill, where this rank is the consumer; else null. */
    private final MemorySegment area;

    private ByteFifo(Team team, int rank, long offset) {
        super(KIND, team, rank, offset);
        this.capacity = dimension(0);
        this.maxDequeueBytes = dimension(1);
        if (!isLegal(capacity, maxDequeueBytes)) {
            throw misuse("ByteFifo.open", "is damaged: it says that it has a capacity of " + capacity
                    + ", legal are powers of two up to " + ByteRing.MAX_CAPACITY + ", and dequeues of up to "
                    + maxDequeueBytes + ", legal are 1 to the capacity: make it anew");
        }
        reached("ByteFifo.open", team, rank, offset, bytes(capacity, maxDequeueBytes));
        this.ring = new ByteRing(base(), capacity);
        this.waitingProducers = ByteRing.waitingProducers(base());
        this.waitingConsumer = ByteRing.waitingConsumer(base());
        this.waitingForTurn = ByteRing.waitingForTurn(base());
        this.elsewhere = far() == null ? null : new FarFifo(this);
        this.area = TeamCore.of(team).memberRank() == rank
                ? team.endpoint().segment().local().asSlice(offset + ByteRing.RING,
                        capacity + maxDequeueBytes)
                : null;
    }

    /**
     * How many bytes a stream takes, a multiple of 64. Errors: {@code capacity} is no power of two or above 2^46,
     * {@code maxDequeueBytes} is outside 1..capacity.
     */
    public static long bytes(long capacity, long maxDequeueBytes) {
        if (!isCapacity(capacity)) {
            throw Refusals.OF_NO_RANK.bad("ByteFifo.bytes", "capacity " + capacity + " is not a power of two in 1.."
                    + ByteRing.MAX_CAPACITY + ": give the next one");
        }
        if (maxDequeueBytes < 1 || maxDequeueBytes > capacity) {
            throw Refusals.OF_NO_RANK.bad("ByteFifo.bytes", "dequeues of up to " + maxDequeueBytes
                    + " bytes: legal are 1.." + capacity + ", the capacity: make that larger, or dequeue in pieces");
        }
        return wholeLines(ByteRing.bytes(capacity, maxDequeueBytes));
    }

    private static boolean isCapacity(long capacity) {
        return capacity > 0 && capacity <= ByteRing.MAX_CAPACITY && Long.bitCount(capacity) == 1;
    }

    private static boolean isLegal(long capacity, long maxDequeueBytes) {
        return isCapacity(capacity) && maxDequeueBytes >= 1 && maxDequeueBytes <= capacity;
    }

    /**
     * Makes a stream, empty, at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team rank
     * {@code rank}, its consumer. Collective: all members name the same place and sizes, where nothing may be in use
     * any more, and none returns before it is there.
     *
     * @param capacity bytes that it holds, a power of two
     * @param maxDequeueBytes the longest dequeue, at most {@code capacity}
     */
    public static ByteFifo create(Team team, int rank, long offset, long capacity, long maxDequeueBytes) {
        checkSizes(team, capacity, maxDequeueBytes);
        create(KIND, team, rank, offset, capacity, maxDequeueBytes);
        return new ByteFifo(team, rank, offset);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, fifo.offset())}, after their last call on the
     * stream.
     */
    public static ByteFifo create(Team team, int rank, long capacity, long maxDequeueBytes) {
        checkSizes(team, capacity, maxDequeueBytes);
        return new ByteFifo(team, rank, create(KIND, team, rank, capacity, maxDequeueBytes));
    }

    private static void checkSizes(Team team, long capacity, long maxDequeueBytes) {
        TeamCore.of(team).checkUnrestricted("ByteFifo.create");
        TeamCore.of(team).checkSingleValued("ByteFifo.create",
                "capacity " + capacity + ", dequeues of up to " + maxDequeueBytes + " bytes");
        bytes(capacity, maxDequeueBytes); // refuses what cannot be
    }

    /**
     * As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. {@code team}
     * may be a TM-pair here; that of the consumer is one from the endpoint that the segment is bound to.
     */
    public static ByteFifo initialise(Team team, int rank, long offset, long capacity, long maxDequeueBytes) {
        TeamCore.of(team).checkUnrestricted("ByteFifo.initialise");
        bytes(capacity, maxDequeueBytes); // refuses what cannot be
        initialise(KIND, team, rank, offset, capacity, maxDequeueBytes);
        return new ByteFifo(team, rank, offset);
    }

    /** Another handle of a stream that is there; {@code team} may be a TM-pair as there. Error: there is none. */
    public static ByteFifo open(Team team, int rank, long offset) {
        return new ByteFifo(team, rank, offset);
    }

    /** How many bytes it holds, views that are not discarded included. */
    public long capacity() {
        return capacity;
    }

    /** The longest view. */
    public long maxDequeueBytes() {
        return maxDequeueBytes;
    }

    /** The longest atomic enqueue. */
    public long atomicLimit() {
        return capacity;
    }

    /** How many bytes could be dequeued a moment ago. */
    public long available() {
        return isHere("ByteFifo.available") ? ring.available() : elsewhere.available("ByteFifo.available");
    }

    /** Appends bytes, as soon as there is room; {@code atomic}: in one piece. */
    public void enqueue(MemorySegment source, long sourceOffset, long bytes, boolean atomic) {
        if (!checkSource("ByteFifo.enqueue", source, sourceOffset, bytes, atomic)) {
            elsewhere.enqueue("ByteFifo.enqueue", source, sourceOffset, bytes, atomic, false);
            return;
        }
        long done = append("ByteFifo.enqueue", source, sourceOffset, bytes, atomic);
        if (done < bytes) {
            new EnqueueWait("ByteFifo.enqueue", source, sourceOffset, bytes, atomic, done)
                    .await(AnnouncedWait.FOREVER);
        }
    }

    /** Appends bytes in one piece if there is room for them, and says whether it did. */
    public boolean tryEnqueue(MemorySegment source, long sourceOffset, long bytes) {
        if (!checkSource("ByteFifo.tryEnqueue", source, sourceOffset, bytes, true)) {
            return elsewhere.enqueue("ByteFifo.tryEnqueue", source, sourceOffset, bytes, true, true);
        }
        long done = append("ByteFifo.tryEnqueue", source, sourceOffset, bytes, true);
        if (done == ByteRing.BUSY) {
            EnqueueWait wait = new EnqueueWait("ByteFifo.tryEnqueue", source, sourceOffset, bytes, true, done);
            wait.fullIsAnAnswer = true;
            wait.await(AnnouncedWait.FOREVER);
            done = wait.last;
        }
        return done == bytes;
    }

    /**
     * As {@link #enqueue}, with an event: the source may be overwritten, and all bytes are in the stream, when it has
     * been synchronised.
     */
    public Event enqueueNb(MemorySegment source, long sourceOffset, long bytes, boolean atomic) {
        if (!checkSource("ByteFifo.enqueueNb", source, sourceOffset, bytes, atomic)) {
            return elsewhere.enqueueNb("ByteFifo.enqueueNb", source, sourceOffset, bytes, atomic);
        }
        long done = append("ByteFifo.enqueueNb", source, sourceOffset, bytes, atomic);
        return done == bytes ? Event.DONE
                : new EnqueueWait("ByteFifo.enqueueNb", source, sourceOffset, bytes, atomic, done).event();
    }

    /** Says whether the stream is here. */
    private boolean checkSource(String call, MemorySegment source, long sourceOffset, long bytes, boolean atomic) {
        boolean isHere = isHere(call);
        TeamCore.of(team()).local().source(call, source, sourceOffset, bytes);
        if (atomic && bytes > capacity) {
            throw misuse(call, "takes up to " + capacity + " bytes in one piece, and not " + bytes
                    + ": make it larger, or do not ask for one piece");
        }
        return isHere;
    }

    private long append(String call, MemorySegment source, long offset, long bytes, boolean atomic) {
        if (bytes == 0) {
            return 0;
        }
        long done = ring.append(source, offset, bytes, atomic, Holder.current(jobRank()));
        if (done > 0) {
            ring();
        } else if (done == ByteRing.DAMAGED) {
            throw damaged(call);
        }
        return done;
    }

    private PgasException damaged(String call) {
        return damaged(call, ring.positions());
    }

    PgasException damaged(String call, String positions) {
        isHere(call); // what is made anew in its place has other positions for a moment
        return misuse(call,
                "is damaged: " + positions + ", where each is at least the one before, and the last at most "
                        + capacity
                        + " more than the first: something else than this library wrote there; make it anew");
    }

    /** After bytes came, and the turn of a producer ended. */
    private void ring() {
        if (AnnouncedWait.isAnnounced(waitingForTurn)) {
            TeamCore.of(team()).ringAll();
        } else if (AnnouncedWait.isAnnounced(waitingConsumer)) {
            TeamCore.of(team()).ring(rank());
        }
    }

    /** Takes the next {@code bytes} bytes out as soon as they are there: a view of them in place. By its consumer. */
    public MemorySegment dequeue(long bytes) {
        checkConsumer("ByteFifo.dequeue", bytes);
        long start = take("ByteFifo.dequeue", bytes);
        if (start < 0) {
            DequeueWait wait = new DequeueWait("ByteFifo.dequeue", bytes, false);
            wait.await(AnnouncedWait.FOREVER);
            start = wait.start;
        }
        return area.asSlice(start, bytes);
    }

    /** As {@link #dequeue} if so many bytes are there; else null. */
    public MemorySegment tryDequeue(long bytes) {
        checkConsumer("ByteFifo.tryDequeue", bytes);
        long start = take("ByteFifo.tryDequeue", bytes);
        if (start == ByteRing.BUSY) {
            DequeueWait wait = new DequeueWait("ByteFifo.tryDequeue", bytes, true);
            wait.await(AnnouncedWait.FOREVER);
            start = wait.start;
        }
        return start == ByteRing.EMPTY ? null : area.asSlice(start, bytes);
    }

    /**
     * As {@link #dequeue}, with an event: {@code target} is given the view once, when the event is synchronised, or at
     * once. What it throws, it throws there; the bytes have been dequeued, and the event is synchronised.
     */
    public Event dequeueNb(long bytes, Consumer<MemorySegment> target) {
        checkConsumer("ByteFifo.dequeueNb", bytes);
        long start = take("ByteFifo.dequeueNb", bytes);
        if (start >= 0) {
            target.accept(area.asSlice(start, bytes));
            return Event.DONE;
        }
        DequeueWait wait = new DequeueWait("ByteFifo.dequeueNb", bytes, false);
        wait.target = target;
        return wait.event();
    }

    /**
     * What is there to dequeue, as soon as there is anything: a view of it in place, of at most
     * {@link #maxDequeueBytes}. It stays in the stream until it is discarded, in pieces of any length, or dequeued; the
     * next peek shows what is left, and more. By its consumer.
     */
    public MemorySegment peek() {
        checkConsumer("ByteFifo.peek");
        MemorySegment there = show("ByteFifo.peek");
        if (there == null) {
            PeekWait wait = new PeekWait("ByteFifo.peek", null);
            wait.await(AnnouncedWait.FOREVER);
            there = wait.there;
        }
        return there;
    }

    /** As {@link #peek}, with an event: {@code target} is given the view as by {@link #dequeueNb}. */
    public Event peekNb(Consumer<MemorySegment> target) {
        checkConsumer("ByteFifo.peekNb");
        MemorySegment there = show("ByteFifo.peekNb");
        if (there != null) {
            target.accept(there);
            return Event.DONE;
        }
        return new PeekWait("ByteFifo.peekNb", target).event();
    }

    /** Null while there is nothing, or another thread is at it. */
    private MemorySegment show(String call) {
        long[] count = new long[1];
        long start = ring.show(maxDequeueBytes, count, Holder.current(jobRank()));
        if (start == ByteRing.DAMAGED) {
            throw damaged(call);
        }
        return start < 0 ? null : area.asSlice(start, count[0]);
    }

    private long take(String call, long bytes) {
        long start = ring.take(bytes, Holder.current(jobRank()));
        if (start == ByteRing.NEVER) {
            throw misuse(call, "has no room for views of " + bytes + " bytes more: its capacity is " + capacity
                    + ": discard what has been read");
        }
        if (start == ByteRing.DAMAGED) {
            throw damaged(call);
        }
        return start;
    }

    /**
     * Gives the oldest {@code bytes} bytes that have been dequeued, or shown, back to the producers; views of them are
     * no longer valid. By its consumer. Error: so many have not been dequeued or shown.
     */
    public void discard(long bytes) {
        checkConsumer("ByteFifo.discard");
        if (bytes < 0) {
            throw misuse("ByteFifo.discard", "cannot discard " + bytes + " bytes: give 0 or more");
        }
        long views = ring.discard(bytes, Holder.current(jobRank()));
        if (views == ByteRing.BUSY) {
            DiscardWait wait = new DiscardWait(this, waitingConsumer, ring, bytes);
            wait.await(AnnouncedWait.FOREVER);
            views = wait.views();
        }
        if (views == ByteRing.DAMAGED) {
            throw damaged("ByteFifo.discard");
        }
        if (bytes > views) {
            throw misuse("ByteFifo.discard",
                    "has " + views + " bytes that are dequeued or shown, and not discarded, not " + bytes
                            + ": discard what has been dequeued, once");
        }
        if (bytes > 0 && AnnouncedWait.isAnnounced(waitingProducers)) {
            TeamCore.of(team()).ringAll();
        }
    }

    private void checkConsumer(String call, long bytes) {
        checkConsumer(call);
        if (bytes < 0 || bytes > maxDequeueBytes) {
            throw misuse(call, "gives out views of 0.." + maxDequeueBytes + " bytes, and none of " + bytes
                    + ": dequeue in pieces");
        }
    }

    private void checkConsumer(String call) {
        isHere(call);
        if (area == null) {
            throw misuse(call, "is read by rank " + rank() + " of the team, in whose segment it lies, and not by rank "
                    + TeamCore.of(team()).memberRank() + ": let that one dequeue and discard");
        }
    }

    /**
     * Ends the stream, with the bytes in it. By one rank, when all others have made their last call and the views have
     * been read; a thread that still waits gets an error. The memory may be used for other things once the waiters have
     * returned.
     */
    public void destroy() {
        if (!isHere("ByteFifo.destroy")) {
            elsewhere.destroy("ByteFifo.destroy");
            return;
        }
        retract();
        TeamCore.of(team()).ringAll();
    }

    /** Waits for room, or only for the producer that is appending. */
    private final class EnqueueWait extends AnnouncedWait {
        private final String call;
        private final MemorySegment source;
        private final long sourceOffset;
        private final long bytes;
        private final boolean atomic;
        private boolean fullIsAnAnswer;
        private long done;
        private long last;

        EnqueueWait(String call, MemorySegment source, long sourceOffset, long bytes, boolean atomic, long done) {
            super(ByteFifo.this, call, waitingProducers);
            this.call = call;
            this.source = source;
            this.sourceOffset = sourceOffset;
            this.bytes = bytes;
            this.atomic = atomic;
            this.done = Math.max(done, 0);
        }

        @Override
        boolean attempt() {
            last = append(call, source, sourceOffset + done, bytes - done, atomic);
            done += Math.max(last, 0);
            return done == bytes || fullIsAnAnswer && last == ByteRing.FULL;
        }

        @Override
        long waitingWord() {
            return last == ByteRing.BUSY ? waitingForTurn : waitingProducers;
        }

        /** The producer that is appending; else the consumer, unless it had made room by the last attempt. */
        @Override
        int neededRank() {
            long producer = ring.producer();
            return producer == Holder.NOBODY && last == ByteRing.FULL
                    ? TeamCore.of(team()).memberJobRank(rank())
                    : Holder.jobRank(producer);
        }

        @Override
        String missing() {
            long producer = ring.producer();
            return producer == Holder.NOBODY ? " has too little room for " + (bytes - done) + " bytes"
                    : ", to which " + Holder.describe(producer) + " is appending";
        }
    }

    /** Waits for bytes, or only for the thread that is at work at this end of the stream. */
    private final class DequeueWait extends AnnouncedWait {
        private final String call;
        private final long bytes;
        private final boolean emptyIsAnAnswer;
        private Consumer<MemorySegment> target;
        private long start;

        DequeueWait(String call, long bytes, boolean emptyIsAnAnswer) {
            super(ByteFifo.this, call, waitingConsumer);
            this.call = call;
            this.bytes = bytes;
            this.emptyIsAnAnswer = emptyIsAnAnswer;
        }

        @Override
        boolean attempt() {
            start = take(call, bytes);
            return start >= 0 || emptyIsAnAnswer && start == ByteRing.EMPTY;
        }

        @Override
        public void synchronised() {
            target.accept(area.asSlice(start, bytes));
        }

        @Override
        String missing() {
            return ", " + ring.available() + " of " + bytes + " bytes are there";
        }
    }

    /** Waits until anything is there, or only until the thread that works at this end of the stream is done. */
    private final class PeekWait extends AnnouncedWait {
        private final String call;
        private final Consumer<MemorySegment> target;
        private MemorySegment there;

        PeekWait(String call, Consumer<MemorySegment> target) {
            super(ByteFifo.this, call, waitingConsumer);
            this.call = call;
            this.target = target;
        }

        @Override
        boolean attempt() {
            there = show(call);
            return there != null;
        }

        @Override
        public void synchronised() {
            target.accept(there);
        }

        @Override
        String missing() {
            return ", nothing is there";
        }
    }
}
