package org.pgas.bulk;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.ErrorCode;
import org.pgas.EventCategory;
import org.pgas.events.Origin;
import org.pgas.events.Recorder;
import org.pgas.events.TransferEvent;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/**
 * One large copy that goes on when its call has returned. It is cut into pieces; any number of threads take pieces, in
 * ascending order, until there is none left, and the copy is complete when as many are done as there are.
 *
 * <pre>
 * field    writer                  readers                         order
 * what     the initiating thread   the takers of pieces            published by the copier's queue
 * taken    the takers of pieces    the same                        getAndIncrement: each piece has one taker
 * failure  the taker of the piece  the thread that synchronises    plain, before done
 * done     the taker of the piece  the thread that tests or waits  getAndIncrement / acquire: the last shows all pieces
 * </pre>
 *
 * <p>Refers to no job: threads refer to it.
 */
public final class BulkCopy {
    /** Small enough that two threads share a copy evenly, and that a piece delays a safepoint little. */
    static final long PIECE_BYTES = 512L << 10;

    /** From this size on pieces are so large that the JDK's copy goes past the caches, as in blocking transfers. */
    private static final long STREAMED_BYTES = 16L << 20;

    private static final long STREAMED_PIECE_BYTES = 4L << 20;

    private final String call;
    private final int peer;
    private final long offset;
    private final long bytes;
    private final EventCategory category;

    /** Whether the program learns of an implicit copy's local completion by the category of that name. */
    private boolean inGroup;

    /** The set to which an implicit copy belongs; null of others. */
    private BulkSet set;

    /** Forgotten when the copy is complete, so that it keeps no memory of the program's alive. */
    private Sides sides;

    private final long pieceBytes;
    private final int pieces;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private Throwable failure;

    /** As events name them; null without. */
    private Origin origin;
    private int jobRank;

    /** What is copied where; {@code source} is null of a fill with {@code value}. */
    private record Sides(MemorySegment source, long from, MemorySegment target, long to, byte value) {
        void copy(long at, long length) {
            if (source == null) {
                SharedMemory.fill(target, to + at, value, length);
            } else {
                MemorySegment.copy(source, from + at, target, to + at, length);
            }
        }
    }

    private BulkCopy(String call, EventCategory category, int peer, long offset, long bytes, Sides sides) {
        this.call = call;
        this.category = category;
        this.peer = peer;
        this.offset = offset;
        this.bytes = bytes;
        this.sides = sides;
        pieceBytes = bytes < STREAMED_BYTES ? PIECE_BYTES : STREAMED_PIECE_BYTES;
        pieces = Math.toIntExact(Math.ceilDiv(bytes, pieceBytes));
    }

    /** To {@code address}, where {@code offset} of {@code peer} is mapped. */
    public static BulkCopy put(String call, int peer, long offset, long address, MemorySegment source,
            long sourceOffset, long bytes) {
        return new BulkCopy(call, EventCategory.PUT, peer, offset, bytes,
                new Sides(source, sourceOffset, SharedMemory.everything(), address, (byte) 0));
    }

    public static BulkCopy get(String call, int peer, long offset, long address, MemorySegment target,
            long targetOffset, long bytes) {
        return new BulkCopy(call, EventCategory.GET, peer, offset, bytes,
                new Sides(SharedMemory.everything(), address, target, targetOffset, (byte) 0));
    }

    public static BulkCopy fill(String call, int peer, long offset, long address, byte value, long bytes) {
        return new BulkCopy(call, EventCategory.PUT, peer, offset, bytes,
                new Sides(null, 0, SharedMemory.everything(), address, value));
    }

    /** Makes it one without an event of its own. Before it is handed over. */
    public BulkCopy implicit(BulkSet itsSet, boolean isInGroup) {
        set = itsSet;
        inGroup = isInGroup;
        return this;
    }

    /** Takes the rank that emits its events, and the job rank of the peer. Before it is handed over. */
    void emittedBy(Origin itsOrigin, int itsPeer) {
        origin = itsOrigin;
        jobRank = itsPeer;
    }

    /** Takes pieces until none is left; says whether the copy was completed by this. */
    public boolean work() {
        boolean last = false;
        while (taken.getPlain() < pieces) {
            int piece = taken.getAndIncrement();
            if (piece < pieces) {
                last = carryOut(piece);
            }
        }
        return last;
    }

    private long length(int piece) {
        return Math.min(pieceBytes, bytes - piece * pieceBytes);
    }

    private boolean carryOut(int piece) {
        TransferEvent event = Recorder.transfer();
        try {
            copy(piece);
            throwFault();
        } catch (Throwable e) {
            // the thread that synchronises gets it: an arena was closed, or the file of a mapping was truncated
            failure = e;
        }
        if (event != null && origin != null) {
            event.finish(origin, "copy", jobRank, length(piece));
        }
        // SYNC: bulk copy; a thread that sees the last piece counted sees what all have copied
        if (done.getAndIncrement() != pieces - 1) {
            return false;
        }
        sides = null;
        return true;
    }

    /**
     * HotSpot throws the error of a fault in a copy when the thread next looks for a safepoint, which may be behind the
     * copy, and then nobody would be told, and the copier would die of it. A call of the virtual machine has such a
     * look.
     */
    private void throwFault() {
        Thread.holdsLock(this);
    }

    private void copy(int piece) {
        sides.copy(piece * pieceBytes, length(piece));
    }

    public boolean isDone() {
        // SYNC: bulk copy
        return done.getAcquire() == pieces;
    }

    BulkSet set() {
        return set;
    }

    boolean isPut() {
        return category == EventCategory.PUT;
    }

    /** Whether a wait for these categories includes it. */
    boolean isIn(int mask) {
        return (mask & 1 << category.ordinal()) != 0 || inGroup && (mask & 1 << EventCategory.LC.ordinal()) != 0;
    }

    /** Whether a complete copy has failed. */
    boolean hasFailed() {
        return failure != null;
    }

    /** Throws what went wrong, if anything; when it is complete. */
    void check(int rank) {
        if (failure != null) {
            Refusals refusals = Refusals.of(rank);
            String message = describe() + " was not carried out: " + failure;
            if (failure instanceof Error) {
                throw new InternalError(refusals + message, failure);
            }
            throw refusals.failure(ErrorCode.BAD_ARGUMENT,
                    message + "; local memory has to stay usable until the transfer is synchronised", failure);
        }
    }

    /** Such as "Rma.putNb of 1048576 bytes at offset 0 of rank 1". */
    String describe() {
        return "Rma." + call + " of " + bytes + " bytes at offset " + offset + " of rank " + peer;
    }
}
