package org.pgas.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.HandlerEntry;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.Token;

/**
 * The origin's side of the replies. They may run while a handler of a request waits to reply, so they share no memory
 * with those.
 */
final class ReplyHandlers {
    private WindowCore core;
    private OperationCounts counts;
    private TypeTable types;
    private Fetches fetches;
    private MemorySegment staging;

    ReplyHandlers(Endpoint endpoint) {
        endpoint.handlers().register(
                HandlerEntry.ofShort(this::done).name("end of a window's put or accumulate").reply()
                        .arguments(Protocol.DONE_ARGUMENTS).index(Protocol.DONE),
                HandlerEntry.ofMedium(this::data).name("result of a window's get").reply()
                        .arguments(Protocol.DATA_ARGUMENTS).index(Protocol.DATA));
    }

    /** Before any peer sends. */
    void open(WindowCore newCore, OperationCounts newCounts, TypeTable newTypes, Fetches newFetches) {
        core = newCore;
        counts = newCounts;
        types = newTypes;
        fetches = newFetches;
    }

    private void done(Token token) {
        int target = token.argument(0);
        if (target < 0 || target >= core.size() || core.team.toJobRank(target) != token.sourceRank()) {
            throw damaged(token, "it names rank " + target + " of the window");
        }
        over(token, target, token.argumentLong(1));
    }

    private void over(Token token, int target, long typeId) {
        if (typeId != 0 && !types.executed(typeId, target)) {
            throw damaged(token, "it names datatype " + typeId + ", which no operation under way has");
        }
        counts.acknowledge(target);
    }

    private void data(Token token, Payload data) {
        long handle = token.argumentLong(0);
        long position = token.argumentLong(2);
        int bytes = data.bytes();
        Fetch fetch = fetches.find(handle);
        if (fetch == null || !fetch.expects(position, bytes)
                || core.team.toJobRank(fetch.target()) != token.sourceRank()) {
            throw damaged(token, "it answers operation " + Fetch.index(handle) + " (0x" + Long.toHexString(handle)
                    + ") with " + bytes + " bytes at " + position + ", which this rank does not wait for");
        }
        try {
            land(fetch, position, data, bytes);
        } catch (IllegalStateException e) {
            throw core.refusals.untold().bad("Window",
                    "the memory for the result of an operation on rank " + fetch.target()
                            + " of a window was closed before the operation was complete (" + e.getMessage()
                            + "): keep its arena open until the epoch ends or a flush");
        }
        if (fetch.arrived(bytes)) {
            int target = fetch.target();
            long typeId = fetch.typeId();
            fetches.giveBack(fetch);
            counts.endFetch(target);
            over(token, target, typeId);
        }
    }

    private void land(Fetch fetch, long position, Payload data, int bytes) {
        if (fetch.keeper() != null) {
            fetches.keep(fetch, position, data.toByteArray());
        } else if (fetch.isDense()) {
            data.copyTo(0, fetch.result(), position, bytes);
        } else {
            MemorySegment packed = staging(bytes);
            data.copyTo(0, packed, 0, bytes);
            fetch.unpack(position, packed, bytes);
        }
    }

    private MemorySegment staging(int bytes) {
        if (staging == null || staging.byteSize() < bytes) {
            staging = Arena.ofAuto().allocate(Math.max(4096, bytes), 64);
        }
        return staging;
    }

    private PgasException damaged(Token token, String what) {
        return core.refusals.untold().bad(token.entry().name() + " from rank " + token.sourceRank(),
                what + ": a message was damaged or came twice");
    }
}
