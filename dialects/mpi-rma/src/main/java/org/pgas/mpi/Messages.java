package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;

/**
 * Operations on parts that are not mapped, as messages that the target carries out: see {@link Protocol}. Everything
 * has been checked when these are called; the target may be this rank itself. For any thread.
 *
 * <p>Puts and accumulates are complete locally when they return, since their data has been copied into a ring. This
 * rank's own part is written and read directly by its puts and gets, and by messages to itself otherwise, which exclude
 * those of others.
 */
final class Messages {
    private final TargetPart part = new TargetPart();
    private final TypedHandlers typed;
    private final ReplyHandlers replies;

    private WindowCore core;
    private MemorySegment own;
    private DynamicMemory dynamic;
    private OfferedParts offered;
    private OperationCounts counts;
    private Fetches fetches;
    private final Spares<SendBuffer> buffers = new Spares<>(SendBuffer::new);
    private UpdateSender updates;
    private FetchSender fetching;

    /** Registers the handlers of the window that is going to be made with {@code endpoint}. */
    Messages(Endpoint endpoint) {
        new DenseHandlers(endpoint, part);
        typed = new TypedHandlers(endpoint, part);
        replies = new ReplyHandlers(endpoint);
    }

    /**
     * The window is made. {@code own} is what peers reach here by messages; null when this rank's part is mapped.
     * {@code dynamic} is null unless the window is dynamic.
     */
    void open(WindowCore newCore, MemorySegment newOwn, DynamicMemory newDynamic, OfferedParts newOffered) {
        offered = newOffered;
        core = newCore;
        own = newOwn;
        dynamic = newDynamic;
        counts = new OperationCounts(newCore);
        fetches = new Fetches();
        if (newCore.allMapped) {
            return;
        }
        int fragment = Protocol.fragmentBytes(newCore.team.am());
        TypeTable table = new TypeTable(newCore.size(), newCore.info.typeCache());
        TypeSender types = new TypeSender(newCore, table, counts, fragment);
        updates = new UpdateSender(newCore, newCore.team.am(), counts, buffers, types, fragment);
        fetching = new FetchSender(newCore, newCore.team.am(), counts, buffers, types, fetches, fragment);
        part.open(newCore, counts, newOwn, newDynamic, fragment);
        typed.open();
        replies.open(newCore, counts, table, fetches);
    }

    Request put(FarElements target, Elements origin) {
        if (target.target() == core.rank) {
            TypedCopy.copy(buffers, origin.type(), origin.count(), origin.memory(), 0, target.type(), target.count(),
                    ownAt(target.place()), part.offset(target.place()));
            return Request.DONE;
        }
        long total = origin.type().bytes(origin.count());
        if (!areDense(target, origin) || !offered.put(target.target(), target.place(), origin.memory(), total)) {
            updates.send(target, origin, Protocol.NO_CODE, total);
        }
        return Request.DONE;
    }

    private static boolean areDense(FarElements target, Elements origin) {
        return target.isDense() && origin.type().denseBytes(origin.count()) >= 0;
    }

    /** {@code asked}: whether there is to be a request; else answers null. */
    Request get(boolean asked, FarElements target, Elements origin) {
        if (target.target() == core.rank) {
            TypedCopy.copy(buffers, target.type(), target.count(), ownAt(target.place()), part.offset(target.place()),
                    origin.type(), origin.count(), origin.memory(), 0);
            return Request.DONE;
        }
        long total = target.type().bytes(target.count());
        if (areDense(target, origin) && offered.get(target.target(), target.place(), origin.memory(), total)) {
            return Request.DONE;
        }
        return fetching.fetch(asked, target, null, origin, Protocol.NO_CODE, 1, total);
    }

    private MemorySegment ownAt(long offset) {
        return dynamic == null ? own : dynamic.at(offset);
    }

    Request accumulate(FarElements target, Elements origin, Op op) {
        updates.send(target, origin, code(op, target), origin.type().elementBytes(origin.count()));
        return Request.DONE;
    }

    private static int code(Op op, FarElements target) {
        return Protocol.code(op, target.type().uniform(), !target.isDense() && target.type().isPredefined());
    }

    /** As {@link #get}. {@code origin} is not looked at for NO_OP, which is a get of whole elements. */
    Request getAccumulate(boolean asked, FarElements target, Elements origin, Elements result, Op op) {
        Basic basic = target.type().uniform();
        if (op == Op.NO_OP && core.isElsewhere(target.target())) {
            // neighbours of the target update without it, so that a get is not atomic
            return fetching.fetch(asked, target, result, result, code(op, target), basic.span,
                    target.type().elementBytes(target.count()));
        }
        if (op == Op.NO_OP) {
            return fetching.fetch(asked, target, null, result, Protocol.NO_CODE, basic.bytes,
                    target.type().bytes(target.count()));
        }
        return fetching.fetch(asked, target, origin, result, code(op, target), basic.span,
                target.type().elementBytes(target.count()));
    }

    /** As {@link #get}. */
    Request compareAndSwap(boolean asked, int target, long offset, Basic basic, MemorySegment origin,
            MemorySegment compare, MemorySegment result) {
        return fetching.compareAndSwap(asked, target, offset, basic, origin, compare, result);
    }

    /** Returns when all operations of this rank on {@code target} are done there, and their results are here. */
    void awaitRemote(int target) {
        counts.awaitRemote(target);
        fetches.land();
    }

    void awaitRemoteAll() {
        counts.awaitRemoteAll();
        fetches.land();
    }

    /**
     * Returns when all operations of this rank on {@code target} are complete here: results have come, origins may be
     * changed.
     */
    void awaitLocal(int target) {
        counts.awaitLocal(target);
        fetches.land();
    }

    void awaitLocalAll() {
        counts.awaitLocalAll();
        fetches.land();
    }

    /** Operations that this rank has sent to {@code target} since the window was made. */
    long issued(int target) {
        return counts.issued(target);
    }

    /** Operations of {@code origin} that have been carried out here since the window was made; an acquire. */
    long executed(int origin) {
        return counts.executed(origin);
    }
}
