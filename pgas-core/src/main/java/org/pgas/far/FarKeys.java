package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntBinaryOperator;

import org.pgas.GlobalPointer;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.Messenger;
import org.pgas.message.PayloadCore;
import org.pgas.place.ClientMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.OneSidedTransfers;

/**
 * By which keys devices reach the segments of ranks elsewhere ({@link OneSidedTransfers}). A rank asks for that of an
 * endpoint when a transfer would want it, and goes on by messages until it is told; so no segment is made known to a
 * device that nobody wants, and no transfer waits for a key. A key is good for the binding that it was told with: what
 * is bound anew is asked for anew.
 *
 * <p>Any thread.
 */
final class FarKeys {
    /**
     * Least bytes of a transfer that goes past the target's processors. Below that a message is two of the network's,
     * and costs no more calls of it than a put and the question whether it is there; UCX, too, copies smaller ones
     * through memory of its own. Not measured on a device.
     */
    static final int LEAST_BYTES = 16 << 10;

    /** Asked for, and not told. */
    private static final Known ASKED = new Known(0, 0);

    private final ThisRank self;
    private final Messenger messenger;
    private final FarOwner owner;
    private final IntBinaryOperator bindings;

    /** Null where this rank's wire has none. */
    private final OneSidedTransfers devices;

    /** By rank and endpoint. */
    private final Map<Long, Known> known = new ConcurrentHashMap<>();

    /** What a peer has told of an endpoint: {@code memory} is 0 where devices do not reach what is bound there. */
    private record Known(int binding, long memory) {}

    /** @param bindings by job rank and endpoint: what is bound there, as the directory tells it here */
    FarKeys(ThisRank self, Messenger messenger, Handlers handlers, FarOwner owner, IntBinaryOperator bindings) {
        this.self = self;
        this.messenger = messenger;
        this.owner = owner;
        this.bindings = bindings;
        devices = self.conduit().oneSided();
        if (devices != null) {
            devices.answerBy(FarMessages.DONE, FarMessages.DATA);
        }
        handlers.registerInternal(Handler.ofShort(this::asked).name("question for a key").request().arguments(2)
                .internalIndex(FarMessages.KEY_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::told).name("key of a segment").reply().arguments(4)
                .internalIndex(FarMessages.TOLD_KEY_INDEX));
    }

    /**
     * Whether devices may carry out a transfer of so many bytes with that peer: none in checked mode, where messages
     * have checksums.
     */
    boolean areFor(int peer, long bytes) {
        return bytes >= LEAST_BYTES && devices != null && !self.isChecked() && !devices.isLost(peer);
    }

    /**
     * The device's name of memory at a place, as {@link FarMessages#at} has it, for one of those; 0 where it is not
     * known, there is none, or the peer is not reached. May ask the peer, and does not wait.
     */
    long memory(int peer, long at) {
        int endpoint = FarMessages.endpoint(at);
        long key = key(peer, endpoint);
        Known now = known.get(key);
        if (now == ASKED) {
            return 0;
        }
        if (now != null && now.binding == bindings.applyAsInt(peer, endpoint)) {
            return devices.isReached(peer) ? now.memory : 0;
        }
        ask(peer, key, now, FarMessages.at(endpoint, 0));
        return 0;
    }

    private static long key(int peer, int endpoint) {
        return (long) peer * GlobalPointer.MAX_ENDPOINTS + endpoint;
    }

    private void ask(int peer, long key, Known now, long place) {
        boolean isFirst = now == null ? known.putIfAbsent(key, ASKED) == null : known.replace(key, now, ASKED);
        if (isFirst) {
            boolean isSent = false;
            try {
                isSent = messenger.requestShort(peer, FarMessages.KEY,
                        new int[]{(int) place, (int) (place >>> Integer.SIZE)}, true);
            } finally {
                if (!isSent) {
                    known.remove(key, ASKED);
                }
            }
        }
    }

    /** At the owner; a served request. */
    private void asked(Delivery request) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(0);
        int endpoint = FarMessages.endpoint(place);
        int binding = bindings.applyAsInt(self.rank(), endpoint);
        ClientMemory memory = owner.find(place);
        byte[] key = devices == null || memory == null ? null : memory.key(devices);
        // of what was bound meanwhile to the endpoint, that binding is not the one
        boolean isThat = key != null && key.length <= mostKeyBytes()
                && bindings.applyAsInt(self.rank(), endpoint) == binding;
        MemorySegment told = MemorySegment.ofArray(isThat ? key : new byte[0]);
        try {
            messenger.replyMedium(request.sourceRank(), FarMessages.TOLD_KEY, place, binding, ArgumentPacking.NONE,
                    told, 0, (int) told.byteSize(), false);
        } catch (PeerLostException e) {
            FarOwner.gone(request);
        } catch (PgasException e) {
            throw owner.failed(request, e);
        }
    }

    private int mostKeyBytes() {
        return self.conduit().messages().maxPayload(4);
    }

    /** At the rank that has asked. */
    private void told(Delivery reply, PayloadCore data) {
        int peer = reply.sourceRank();
        long key = key(peer, FarMessages.endpoint(reply.argumentLong(0)));
        if (known.get(key) != ASKED) {
            throw self.fail("rank " + self.rank() + ": rank " + peer + " has told a key that this rank has not asked "
                    + "for: a message was damaged or came twice");
        }
        long memory = data.bytes() == 0 ? 0 : devices.open(peer, data.toByteArray());
        known.put(key, new Known((int) reply.argumentLong(2), memory));
    }
}
