package org.pgas;

/**
 * The owner's side of operations on its {@linkplain ClientMemory client memory}: handlers that carry out what peers ask for, one at a
 * time and each of a size that takes microseconds. Updates exclude those of the owner, too.
 */
final class FarOwner {
    private final Job job;
    private final Messenger messenger;

    FarOwner(Job job, Messenger messenger, HandlerTable handlers) {
        this.job = job;
        this.messenger = messenger;
        handlers.registerInternal(HandlerEntry.ofMedium(this::put).name("put").request().arguments(4)
                .internalIndex(FarMessages.PUT_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::putValue).name("put of a value").request().arguments(6)
                .internalIndex(FarMessages.PUT_VALUE_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::fill).name("memset").request().arguments(5)
                .internalIndex(FarMessages.FILL_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::get).name("get").request().arguments(6)
                .internalIndex(FarMessages.GET_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::getValue).name("get of a value").request().arguments(4)
                .internalIndex(FarMessages.GET_VALUE_INDEX));
        handlers.registerInternal(HandlerEntry.ofShort(this::atomic).name("remote atomic operation").request()
                .arguments(8).internalIndex(FarMessages.ATOMIC_INDEX));
        handlers.registerInternal(HandlerEntry.ofMedium(this::accumulate).name("remote accumulate").request()
                .arguments(8).internalIndex(FarMessages.ACCUMULATE_INDEX));
    }

    private void put(Token token, Payload data) {
        if (job.isClosed()) {
            return; // its memory is the program's again
        }
        long place = token.argumentLong(2);
        try {
            memory(token, place).put(FarMessages.offset(place), data);
        } catch (PgasException e) {
            throw failed(token, e);
        }
        acknowledge(token, place);
    }

    private void putValue(Token token) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        try {
            memory(token, place).putValue(FarMessages.offset(place), token.argumentLong(4),
                    FarMessages.small(place));
        } catch (PgasException e) {
            throw failed(token, e);
        }
        acknowledge(token, place);
    }

    private void fill(Token token) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        try {
            memory(token, place).fill(FarMessages.offset(place), (byte) FarMessages.small(place),
                    token.argument(4));
        } catch (PgasException e) {
            throw failed(token, e);
        }
        acknowledge(token, place);
    }

    private void get(Token token) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        ClientMemory memory = memory(token, place);
        try {
            memory.checkOpen();
            messenger.replyMedium(token.sourceRank(), FarMessages.DATA, token.argumentLong(0), token.argument(5),
                    ArgumentPacking.NONE, memory.segment(), FarMessages.offset(place),
                    token.argument(4),
                    false);
        } catch (PeerLostException e) {
            gone(token);
        } catch (PgasException e) {
            throw failed(token, e);
        }
    }

    private void getValue(Token token) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        long value;
        try {
            value = memory(token, place).getValue(FarMessages.offset(place), FarMessages.small(place));
        } catch (PgasException e) {
            throw failed(token, e);
        }
        answer(token, FarMessages.VALUE, value);
    }

    private void atomic(Token token) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        int code = FarMessages.small(place);
        long before;
        try {
            before = memory(token, place).atomic(FarMessages.offset(place), FarMessages.type(code),
                    FarMessages.opcode(code), token.argumentLong(4), token.argumentLong(6));
        } catch (PgasException e) {
            throw failed(token, e);
        }
        answer(token, FarMessages.VALUE, before);
    }

    private void accumulate(Token token, Payload data) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        try {
            memory(token, place).accumulate(FarMessages.offset(place),
                    FarMessages.accumulateType(FarMessages.small(place)), token.argumentLong(4), token.argumentLong(6),
                    data);
        } catch (PgasException e) {
            throw failed(token, e);
        }
        acknowledge(token, place);
    }

    /** What the message is for. The job ends if it is gone: the peer's program has used it without waiting for the end of its operations. */
    ClientMemory memory(Token token, long place) {
        int index = FarMessages.endpoint(place);
        ClientMemory memory = job.endpoints().clientMemory(index);
        if (memory == null) {
            throw job.fail("rank " + job.rank() + ": client memory that was bound to endpoint " + index
                    + " is no longer there, and a " + token.entry().name() + " of rank " + token.sourceRank()
                    + " is under way: operations of peers must be complete before a segment is unbound or destroyed");
        }
        return memory;
    }

    void acknowledge(Token token, long place) {
        if (FarMessages.isLast(place)) {
            answer(token, FarMessages.DONE, 0);
        }
    }

    private void answer(Token token, int head, long value) {
        try {
            messenger.replyShort(token.sourceRank(), head, token.argumentLong(0), value);
        } catch (PeerLostException e) {
            gone(token);
        }
    }

    /** Who asked has left the job with an operation under way, and needs no answer. */
    static void gone(Token token) {
        System.getLogger(FarOwner.class.getName()).log(System.Logger.Level.DEBUG,
                "rank {0} has left before its answer", token.sourceRank());
    }

    /** The owner's own mistake, found on behalf of a peer that cannot help it: the job ends. */
    RuntimeException failed(Token token, PgasException e) {
        if (e instanceof JobEndedException) {
            throw e;
        }
        throw job.fail(e.getMessage() + "; found by a " + token.entry().name() + " of rank " + token.sourceRank());
    }
}
