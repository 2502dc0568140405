package org.pgas.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Payload;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Token;

/**
 * What the handlers of requests have in common: this rank's part, the looks at a message, its end. For handlers, which
 * run one at a time.
 */
final class TargetPart {
    private static final long ALIGNMENT = 64;

    private WindowCore core;
    private OperationCounts counts;
    private int fragment;

    /** Null when nobody reaches this rank's part by messages, and of a dynamic window. */
    private MemorySegment own;

    /** This rank's part if neighbours reach it by themselves and ranks elsewhere by messages; else null. */
    private Part ownMapped;

    private Updates ownUpdates;

    private DynamicMemory dynamic;

    /** What came as data; null before the first message. */
    private MemorySegment operands;

    /** What was found at the target. */
    private MemorySegment found;

    /** What is going to be there. */
    private MemorySegment work;

    /** Of the request that is handled, from {@link #begin} on: its origin in the window, and where its place lies. */
    int origin;

    MemorySegment memory;
    long offset;

    /** Null of memory that nobody reaches without messages: it is updated without locks. */
    Part mapped;

    Updates updates;

    /** Before any peer sends. */
    void open(WindowCore newCore, OperationCounts newCounts, MemorySegment newOwn, DynamicMemory newDynamic,
            int newFragment) {
        core = newCore;
        counts = newCounts;
        own = newOwn;
        Part part = newCore.parts[newCore.rank];
        if (newCore.elsewhere != null && part.mapped && part.bytes > 0) {
            own = newCore.view(newCore.rank);
            ownMapped = part;
            ownUpdates = new Updates(newCore, newCore.team, true);
        }
        dynamic = newDynamic;
        fragment = newFragment;
    }

    /** Whether origins name a type in more than one operation. */
    boolean keepsTypes() {
        return core.info.typeCache();
    }

    int ranks() {
        return core.size();
    }

    /** The origin in the window. */
    int origin(Token token) {
        int origin = Protocol.origin(token.argument(Protocol.HEAD));
        if (origin < 0 || origin >= core.size() || core.team.toJobRank(origin) != token.sourceRank()) {
            throw refused(token, "it names rank " + origin + " of the window as its origin");
        }
        return origin;
    }

    /** Finds the origin of a request, and what its place lies in. */
    void begin(Token token) {
        origin = origin(token);
        if (dynamic == null && own == null) {
            throw refused(token, "this rank's part is not reached by messages");
        }
        long place = token.argumentLong(Protocol.PLACE);
        memory = dynamic != null ? dynamic.at(place) : own;
        offset = offset(place);
        mapped = ownMapped;
        updates = ownUpdates;
        Region region = dynamic == null ? null : dynamic.served(place);
        if (region != null) {
            mapped = region;
            updates = region.updates;
        }
    }

    /** Where that is in the segment of what is mapped. */
    long offsetInSegment() {
        return mapped.base + offset;
    }

    /** Offset of a place in its memory. */
    long offset(long place) {
        return dynamic == null ? place : DynamicMemory.offset(place);
    }

    /** Refuses what does not lie in the memory. */
    void check(Token token, long low, long high) {
        if (offset < 0 || low > high || offset + low < 0 || high > memory.byteSize()
                || offset > memory.byteSize() - high) {
            throw refused(token, "it names bytes " + low + ".." + (high - 1) + " from byte " + offset
                    + " on, of memory that has " + memory.byteSize() + " bytes");
        }
    }

    /** The code of what computes: an operation and the kind of its elements, of which {@code bytes} are whole ones. */
    int code(Token token, int at, long bytes) {
        int code = token.argument(at);
        if (!Protocol.isCode(code) || !Protocol.op(code).isDefinedFor(Protocol.basic(code))
                || bytes % Protocol.span(code) != 0) {
            throw refused(token, "it names operation 0x" + Integer.toHexString(code) + " on " + bytes + " bytes");
        }
        return code;
    }

    /** Bytes that the origin waits for. */
    int wanted(Token token) {
        int bytes = token.argument(Protocol.BYTES);
        if (bytes < 0 || bytes > fragment) {
            throw refused(token, "it asks for " + bytes + " bytes: legal are 0.." + fragment);
        }
        return bytes;
    }

    /** A copy of the data from {@code at} on. */
    MemorySegment operands(Payload data, int at) {
        if (operands == null) {
            operands = Arena.ofAuto().allocate(fragment, ALIGNMENT);
        }
        data.copyTo(at, operands, 0, data.bytes() - at);
        return operands;
    }

    /** Room for what was found; its content is the handler's until it replies. */
    MemorySegment found() {
        if (found == null) {
            found = Arena.ofAuto().allocate(fragment, ALIGNMENT);
        }
        return found;
    }

    MemorySegment work() {
        if (work == null) {
            work = Arena.ofAuto().allocate(fragment, ALIGNMENT);
        }
        return work;
    }

    /** Counts an operation, if this was its last fragment, and acknowledges it. */
    void end(Token token, long typeId) {
        if (!Protocol.isLast(token.argument(Protocol.HEAD))) {
            return;
        }
        counts.execute(origin);
        try {
            token.replyShort(Protocol.DONE, core.rank, (int) typeId, (int) (typeId >>> 32));
        } catch (PeerLostException e) {
            gone(token);
        }
    }

    /** As {@link #end}, of a fetch: what it found is the acknowledgement. */
    void answer(Token token, MemorySegment source, long from, int bytes) {
        if (Protocol.isLast(token.argument(Protocol.HEAD))) {
            counts.execute(origin);
        }
        try {
            token.replyMedium(Protocol.DATA, source, from, bytes, token.argument(Protocol.HANDLE),
                    token.argument(Protocol.HANDLE + 1), token.argument(Protocol.POSITION),
                    token.argument(Protocol.POSITION + 1));
        } catch (PeerLostException e) {
            gone(token);
        }
    }

    /** Logs that the origin has left the job with an operation under way. It needs no answer. */
    private static void gone(Token token) {
        System.getLogger(TargetPart.class.getName()).log(System.Logger.Level.DEBUG,
                "rank {0} has left before its answer", token.sourceRank());
    }

    /** Ends the job: the message cannot be carried out. */
    PgasException refused(Token token, String what) {
        return core.refusals.untold().bad(token.entry().name() + " from rank " + token.sourceRank(),
                what + ": a message was damaged, or came after its window was freed");
    }
}
