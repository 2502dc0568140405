package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;

/**
 * Operations on parts that are not mapped, as messages that the target carries out: see {@link Protocol}. Everything has been checked when
 * these are called; the target may be this rank itself. For any thread.
 *
 * <p>Puts and accumulates are complete locally when they return, since their data has been copied into a ring. This rank's own part is
 * written and read directly by its puts and gets, and by messages to itself otherwise, which exclude those of others.
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

    /** The window is made. {@code own} is what peers reach here by messages; null when this rank's part is mapped. {@code dynamic} is null unless the window is dynamic. */
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
        updates = new UpdateSender(newCore, counts, buffers, types, fragment);
        fetching = new FetchSender(newCore, counts, buffers, types, fetches, fragment);
        part.open(newCore, counts, newOwn, newDynamic, fragment);
        typed.open();
        replies.open(newCore, counts, table, fetches);
    }

    /** {@code offset}: in the target's part; of a dynamic window the displacement. */
    Request put(int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType) {
        if (target == core.rank) {
            TypedCopy.copy(buffers, originType, originCount, origin, 0, targetType, targetCount, ownAt(offset),
                    part.offset(offset));
            return Request.DONE;
        }
        long total = originType.bytes(originCount);
        if (targetType.denseBytes(targetCount) >= 0 && originType.denseBytes(originCount) >= 0
                && offered.put(target, offset, origin, total)) {
            return Request.DONE;
        }
        if (targetType.denseBytes(targetCount) >= 0) {
            updates.send(target, offset, origin, originCount, originType, Protocol.NO_CODE, total);
        } else {
            updates.sendTyped(target, offset, targetCount, targetType, origin, originCount, originType,
                    Protocol.NO_CODE, total);
        }
        return Request.DONE;
    }

    /** {@code asked}: whether there is to be a request; else answers null. */
    Request get(boolean asked, int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType) {
        if (target == core.rank) {
            TypedCopy.copy(buffers, targetType, targetCount, ownAt(offset), part.offset(offset), originType,
                    originCount,
                    origin, 0);
            return Request.DONE;
        }
        if (targetType.denseBytes(targetCount) >= 0 && originType.denseBytes(originCount) >= 0
                && offered.get(target, offset, origin, targetType.bytes(targetCount))) {
            return Request.DONE;
        }
        return fetch(asked, target, offset, targetCount, targetType, origin, originCount, originType, 1);
    }

    private MemorySegment ownAt(long offset) {
        return dynamic == null ? own : dynamic.at(offset);
    }

    /** A get, as packed bytes of which {@code unit} are found at one moment. */
    private Request fetch(boolean asked, int target, long offset, long targetCount, Datatype targetType,
            MemorySegment result,
            long resultCount, Datatype resultType, int unit) {
        return fetching.fetch(asked, target, offset, targetCount, targetType, targetType.denseBytes(targetCount) >= 0,
                null, 0,
                null, result, resultCount, resultType, Protocol.NO_CODE, unit, targetType.bytes(targetCount));
    }

    Request accumulate(int target, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, Op op) {
        long total = originType.elementBytes(originCount);
        int code = code(op, targetCount, targetType);
        if (needsType(targetCount, targetType)) {
            updates.sendTyped(target, offset, targetCount, targetType, origin, originCount, originType, code, total);
        } else {
            updates.send(target, offset, origin, originCount, originType, code, total);
        }
        return Request.DONE;
    }

    /** Whether a target of an accumulate is neither dense nor of a predefined type. */
    private static boolean needsType(long count, Datatype type) {
        return type.denseBytes(count) < 0 && !type.isPredefined();
    }

    private static int code(Op op, long count, Datatype type) {
        return Protocol.code(op, type.uniform(), type.denseBytes(count) < 0 && type.isPredefined());
    }

    /** As {@link #get}. {@code origin} is null for NO_OP. */
    Request getAccumulate(boolean asked, int target, long offset, long targetCount, Datatype targetType,
            MemorySegment origin,
            long originCount, Datatype originType, MemorySegment result, long resultCount, Datatype resultType, Op op) {
        if (op == Op.NO_OP) {
            return fetch(asked, target, offset, targetCount, targetType, result, resultCount, resultType,
                    targetType.uniform().bytes);
        }
        return fetching.fetch(asked, target, offset, targetCount, targetType, !needsType(targetCount, targetType),
                origin,
                originCount, originType, result, resultCount, resultType, code(op, targetCount, targetType),
                targetType.uniform().span, targetType.elementBytes(targetCount));
    }

    /** As {@link #get}. */
    Request compareAndSwap(boolean asked, int target, long offset, Basic basic, MemorySegment origin,
            MemorySegment compare,
            MemorySegment result) {
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

    /** Returns when all operations of this rank on {@code target} are complete here: results have come, origins may be changed. */
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
