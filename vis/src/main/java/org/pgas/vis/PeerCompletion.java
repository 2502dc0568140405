package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.HandlerEntry;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * What a put tells its target when its data is there: a handler that runs at the target's rank, with a payload of up to
 * {@link Vis#maxPeerCompletion} bytes or none. Given to a put, or armed for the thread's next one
 * ({@link Vis#setPeerCompletion}).
 *
 * <p>The handler is one of medium replies without arguments, registered at the target under this index:
 *
 * <pre>{@code
 * handlers.register(HandlerEntry.ofMedium((token, payload) -> arrived++).index(200).reply().arguments(0));
 * }</pre>
 *
 * <p>It runs when the target polls or waits in the library, and sees all that the put has written, and what this thread
 * has put to that rank before, and synchronised. Threads of its rank to which it hands on the news need a
 * synchronisation of their own, as always.
 *
 * <p><b>The payload</b> is memory of the program's. It must stay as it is from here to the local completion of the put,
 * or its completion where local completion was not asked for.
 *
 * <p>An immutable value that may be used for any number of puts, by any thread that may read the payload.
 *
 * <p>Source: GASNet-EX "VIS Put Peer Completion".
 */
public final class PeerCompletion {
    /** Tells nobody; disarms. */
    public static final PeerCompletion NONE = new PeerCompletion(0, MemorySegment.NULL, 0, 0);

    private final int handler;
    private final MemorySegment payload;
    private final long payloadOffset;
    private final int bytes;

    private PeerCompletion(int handler, MemorySegment payload, long payloadOffset, int bytes) {
        this.handler = handler;
        this.payload = payload;
        this.payloadOffset = payloadOffset;
        this.bytes = bytes;
    }

    /** Handler {@code handler} without payload; {@link #NONE} for 0. */
    public static PeerCompletion of(int handler) {
        return of(handler, null, 0, 0);
    }

    /**
     * Handler {@code handler} with {@code bytes} bytes from {@code payloadOffset} of {@code payload}, which are ignored
     * for 0 bytes; {@link #NONE} for handler 0, with all else ignored. Errors: an index that no handler can have; a
     * payload outside its memory. A payload that is too large is refused by the call that is given this.
     */
    public static PeerCompletion of(int handler, MemorySegment payload, long payloadOffset, long bytes) {
        if (handler == 0) {
            return NONE;
        }
        if (handler < HandlerEntry.INDEX_BASE || handler > HandlerEntry.INDEX_MAX) {
            throw bad("handler index " + handler + " is outside " + HandlerEntry.INDEX_BASE + ".."
                    + HandlerEntry.INDEX_MAX + " (0 is no handler)");
        }
        if (bytes == 0) {
            return new PeerCompletion(handler, MemorySegment.NULL, 0, 0);
        }
        if (bytes < 0 || bytes > Integer.MAX_VALUE) {
            throw bad("a payload of " + bytes + " bytes: legal are 0 to Vis.maxPeerCompletion");
        }
        if (payload == null) {
            throw bad("the payload is null, and " + bytes + " bytes of it were asked for");
        }
        if (payloadOffset < 0 || payloadOffset > payload.byteSize() - bytes) {
            throw bad(bytes + " bytes at offset " + payloadOffset + " are outside the payload of " + payload.byteSize()
                    + " bytes");
        }
        return new PeerCompletion(handler, payload, payloadOffset, (int) bytes);
    }

    private static PgasException bad(String what) {
        return Refusals.OF_NO_RANK.bad("PeerCompletion.of", what);
    }

    /** Index of the handler; 0 of {@link #NONE}. */
    public int handler() {
        return handler;
    }

    /** Length of the payload. */
    public int bytes() {
        return bytes;
    }

    MemorySegment payload() {
        return payload;
    }

    long payloadOffset() {
        return payloadOffset;
    }

    @Override
    public String toString() {
        return handler == 0 ? "no peer completion" : "handler " + handler + " with " + bytes + " bytes";
    }
}
