package org.pgas.far;

import java.util.function.IntFunction;

import org.pgas.JobEndedException;
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

/**
 * The owner's side of operations on its {@linkplain ClientMemory client memory}: handlers that carry out what peers ask
 * for, one at a time and each of a size that takes microseconds. Updates exclude those of the owner, too.
 */
public final class FarOwner {
    private final ThisRank self;
    private final IntFunction<ClientMemory> memories;
    private final Messenger messenger;

    FarOwner(ThisRank self, Messenger messenger, Handlers handlers, IntFunction<ClientMemory> memories) {
        this.self = self;
        this.memories = memories;
        this.messenger = messenger;
        handlers.registerInternal(Handler.ofMedium(this::put).name("put").request().arguments(4)
                .internalIndex(FarMessages.PUT_INDEX));
        handlers.registerInternal(Handler.ofShort(this::putValue).name("put of a value").request().arguments(6)
                .internalIndex(FarMessages.PUT_VALUE_INDEX));
        handlers.registerInternal(Handler.ofShort(this::fill).name("memset").request().arguments(5)
                .internalIndex(FarMessages.FILL_INDEX));
        handlers.registerInternal(Handler.ofShort(this::get).name("get").request().arguments(6)
                .internalIndex(FarMessages.GET_INDEX));
        handlers.registerInternal(Handler.ofShort(this::getValue).name("get of a value").request().arguments(4)
                .internalIndex(FarMessages.GET_VALUE_INDEX));
        handlers.registerInternal(Handler.ofShort(this::atomic).name("remote atomic operation").request()
                .arguments(8).internalIndex(FarMessages.ATOMIC_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::accumulate).name("remote accumulate").request()
                .arguments(8).internalIndex(FarMessages.ACCUMULATE_INDEX));
    }

    private void put(Delivery request, PayloadCore data) {
        if (self.isClosed()) {
            return; // its memory is the program's again
        }
        long place = request.argumentLong(2);
        try {
            memory(request, place).put(FarMessages.offset(place), data);
        } catch (PgasException e) {
            throw failed(request, e);
        }
        acknowledge(request, place);
    }

    private void putValue(Delivery request) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        try {
            memory(request, place).putValue(FarMessages.offset(place), request.argumentLong(4),
                    FarMessages.small(place));
        } catch (PgasException e) {
            throw failed(request, e);
        }
        acknowledge(request, place);
    }

    private void fill(Delivery request) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        try {
            memory(request, place).fill(FarMessages.offset(place), (byte) FarMessages.small(place),
                    request.argument(4));
        } catch (PgasException e) {
            throw failed(request, e);
        }
        acknowledge(request, place);
    }

    private void get(Delivery request) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        ClientMemory memory = memory(request, place);
        try {
            memory.checkOpen();
            messenger.replyMedium(request.sourceRank(), FarMessages.DATA, request.argumentLong(0), request.argument(5),
                    ArgumentPacking.NONE, memory.segment(), FarMessages.offset(place), request.argument(4), false);
        } catch (PeerLostException e) {
            gone(request);
        } catch (PgasException e) {
            throw failed(request, e);
        }
    }

    private void getValue(Delivery request) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        long value;
        try {
            value = memory(request, place).getValue(FarMessages.offset(place), FarMessages.small(place));
        } catch (PgasException e) {
            throw failed(request, e);
        }
        answer(request, FarMessages.VALUE, value);
    }

    private void atomic(Delivery request) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        int code = FarMessages.small(place);
        long before;
        try {
            before = memory(request, place).atomic(FarMessages.offset(place), FarMessages.type(code),
                    FarMessages.opcode(code), request.argumentLong(4), request.argumentLong(6));
        } catch (PgasException e) {
            throw failed(request, e);
        }
        answer(request, FarMessages.VALUE, before);
    }

    private void accumulate(Delivery request, PayloadCore data) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        try {
            memory(request, place).accumulate(FarMessages.offset(place),
                    FarMessages.accumulateType(FarMessages.small(place)), request.argumentLong(4),
                    request.argumentLong(6), data);
        } catch (PgasException e) {
            throw failed(request, e);
        }
        acknowledge(request, place);
    }

    /** The memory of a place; null when none is bound there any more. */
    ClientMemory find(long place) {
        return memories.apply(FarMessages.endpoint(place));
    }

    /**
     * What the message is for. The job ends if it is gone: the peer's program has used it without waiting for the end
     * of its operations.
     */
    ClientMemory memory(Delivery request, long place) {
        ClientMemory memory = find(place);
        if (memory == null) {
            throw self.fail("rank " + self.rank() + ": memory that was bound to endpoint " + FarMessages.endpoint(place)
                    + " is no longer there, and a " + request.handler().name() + " of rank " + request.sourceRank()
                    + " is under way: operations of peers must be complete before a segment is unbound or destroyed");
        }
        return memory;
    }

    void acknowledge(Delivery request, long place) {
        if (FarMessages.isLast(place)) {
            answer(request, FarMessages.DONE, 0);
        }
    }

    private void answer(Delivery request, int head, long value) {
        try {
            messenger.replyShort(request.sourceRank(), head, request.argumentLong(0), value);
        } catch (PeerLostException e) {
            gone(request);
        }
    }

    /** The rank that asked has left the job with an operation under way, and needs no answer. */
    public static void gone(Delivery request) {
        System.getLogger(FarOwner.class.getName()).log(System.Logger.Level.DEBUG,
                "rank {0} has left before its answer", request.sourceRank());
    }

    /** The owner's own mistake, found on behalf of a peer that cannot help it: the job ends. */
    RuntimeException failed(Delivery request, PgasException e) {
        if (e instanceof JobEndedException) {
            throw e;
        }
        throw self
                .fail(e.getMessage() + "; found by a " + request.handler().name() + " of rank " + request.sourceRank());
    }
}
