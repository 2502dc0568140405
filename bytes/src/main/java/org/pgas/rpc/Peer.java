package org.pgas.rpc;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.ActiveMessages;
import org.pgas.Endpoint;
import org.pgas.LocalCompletion;
import org.pgas.PeerLostException;
import org.pgas.PgasException;

/**
 * Another rank of the team, or this one: the way there, and this rank's calls that are under way to it.
 *
 * <pre>
 * field    writer                                    reader            order
 * free     the thread that begins a call or ends it  all               CAS, CAS
 * futures  the thread that begins a call or ends it  handlers, close   volatile; failure is read after, written before
 * parts    handlers                                  handlers          plain: one at a time
 * unsent   the thread that answers                   lookForLostPeers  add / volatile
 * failure  the thread that finds the rank gone       all               volatile
 * </pre>
 */
final class Peer {
    static final int NONE = -1;
    private static final int[] NO_ARGUMENTS = {};

    final int rank;
    final int jobRank;

    /** A bit for each slot that no call has. */
    private final AtomicLong free;

    private final long slots;
    private final AtomicReferenceArray<RemoteFuture<?>> futures = new AtomicReferenceArray<>(Protocol.SLOTS);

    /** Results that came in part. */
    private final Parts[] parts = new Parts[Protocol.SLOTS];

    /** Results for it that found no room. */
    private final AtomicInteger unsent = new AtomicInteger();

    /** Set before the first call. */
    private ActiveMessages messages;

    private int mostBytes;
    private volatile PgasException failure;

    Peer(int rank, int jobRank, int calls) {
        this.rank = rank;
        this.jobRank = jobRank;
        slots = -1L >>> Protocol.SLOTS - calls;
        free = new AtomicLong(slots);
    }

    /** Its endpoint for remote calls has that index. */
    void connect(Endpoint own, int endpoint) {
        messages = own.pair(endpoint).am();
        mostBytes = (int) messages.maxRequestMedium(jobRank, null, 0, Protocol.CALL_ARGUMENTS);
    }

    /** Why it takes no more calls; null while it does. */
    PgasException failure() {
        // SYNC: loss of a rank
        return failure;
    }

    void fail(PgasException why) {
        // SYNC: loss of a rank; before the calls under way are looked at
        failure = why;
    }

    /** How many bytes of so many its next message takes. */
    int part(int bytes) {
        return Math.min(bytes, mostBytes);
    }

    /** A slot for a call, or {@link #NONE}. */
    int takeSlot() {
        while (true) {
            long now = free.get();
            if (now == 0) {
                return NONE;
            }
            if (free.compareAndSet(now, now & now - 1)) {
                return Long.numberOfTrailingZeros(now);
            }
        }
    }

    void giveSlot(int slot) {
        // not an addition: a result that nobody owes may have ended the call before
        free.accumulateAndGet(1L << slot, (slots, given) -> slots | given);
    }

    boolean hasCalls() {
        return free.get() != slots;
    }

    /** One more, or one less, of the results that found no room. */
    void unsent(int change) {
        unsent.getAndAdd(change);
    }

    /** Whether this rank waits for something that ends when the other one leaves. */
    boolean isWaitedFor() {
        return hasCalls() || unsent.get() > 0;
    }

    /** Whether a call has that slot, as far as the other rank may know of it. */
    boolean isTaken(int slot) {
        return (slots & ~free.get() & 1L << slot) != 0;
    }

    RemoteFuture<?> future(int slot) {
        // SYNC: call under way
        return futures.get(slot);
    }

    void future(int slot, RemoteFuture<?> future) {
        // SYNC: call under way; the thread that begins it looks for the failure afterwards, and one that fails calls
        // looks here after it has written the failure
        futures.set(slot, future);
    }

    Parts parts(int slot) {
        return parts[slot];
    }

    void parts(int slot, Parts begun) {
        parts[slot] = begun;
    }

    void sendCall(int first, long number, int total, MemorySegment source, int bytes) {
        messages.requestMedium(jobRank, Protocol.CALL, source, 0, bytes, first, Protocol.high(number),
                Protocol.low(number), total);
    }

    boolean trySendCall(int first, long number, int total, MemorySegment source, int bytes) {
        int[] arguments = {first, Protocol.high(number), Protocol.low(number), total};
        return messages.tryRequestMedium(jobRank, Protocol.CALL, source, 0, bytes, LocalCompletion.NOW, arguments,
                Protocol.CALL_ARGUMENTS);
    }

    void sendMore(int slot, int offset, MemorySegment source, int bytes) {
        messages.requestMedium(jobRank, Protocol.MORE, source, offset, bytes, slot, offset);
    }

    /**
     * Tells the peer that this rank makes no more calls; false if there is no room. A peer that has left is not told.
     */
    boolean tryTellEnd() {
        try {
            return messages.tryRequestShort(jobRank, Protocol.ENDED, NO_ARGUMENTS, 0);
        } catch (PeerLostException e) {
            return true;
        }
    }

    /** Sends a piece of a result; false if there is no room. If the peer has left, the piece counts as sent. */
    boolean trySendResult(int handler, int[] arguments, MemorySegment source, int offset, int bytes) {
        try {
            return messages.tryRequestMedium(jobRank, handler, source, offset, bytes, LocalCompletion.NOW, arguments,
                    Protocol.RESULT_ARGUMENTS);
        } catch (PeerLostException e) {
            return true;
        }
    }
}
