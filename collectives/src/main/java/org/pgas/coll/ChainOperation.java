package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/**
 * A left fold that goes from neighbourhood to neighbourhood, round by round: see {@link FoldChain}. A leader writes
 * what it has folded of a round behind that round, for the next link, and folds the next round then. Every other member
 * writes its operand, as fast as its readers let it. The member that has come least far finds all it needs, so no
 * circle of members waits.
 *
 * <p>When the fold of a leader fails, the leader says so in place of its result, and so do the leaders after it.
 */
final class ChainOperation extends Operation {
    private final FoldChain chain;
    private final ReductionKernel kernel;
    private final MemorySegment target;
    private final MemorySegment source;
    private final long piece;

    /** A round of what goes to the next link; null when this member folds nothing for others. */
    private final MemorySegment carried;

    private boolean hasOwn;

    /** @param target where the result is to be here; null if it is not */
    ChainOperation(Member member, Call call, FoldChain chain, Reduction reduction, MemorySegment target,
            MemorySegment source) {
        // the other constructor looks at which member reads what
        this.chain = chain;
        Parts all = Parts.same(call.total());
        boolean carries = carries(chain, member.rank, member.size);
        // native memory would stay until a collection that nothing else asks for
        MemorySegment written = carries
                ? MemorySegment.ofArray(new byte[Math.toIntExact(Math.min(call.cell(), call.total()))])
                : source;
        carried = carries ? written : null;
        super(member, call, written, carries ? 0 : call.cell(), all, all);
        this.kernel = reduction.kernel();
        this.target = target;
        this.source = source;
        piece = FoldOperation.pieceBytes(elementBytes);
        hasOwn = form == Form.SCAN_ALONG && !isReader() && !CopyOperation.isSame(source, 0, target, 0);
    }

    /** Whether a member reads something and is read. */
    private static boolean carries(FoldChain chain, int rank, int size) {
        boolean reads = false;
        boolean isRead = false;
        for (int peer = 0; peer < size; peer++) {
            reads |= chain.reads(rank, peer);
            isRead |= chain.reads(peer, rank);
        }
        return reads && isRead && chain.isLeader(rank);
    }

    @Override
    boolean isReadBy(int peer) {
        return chain.reads(peer, rank);
    }

    @Override
    boolean reads(int peer) {
        return chain.reads(rank, peer);
    }

    @Override
    boolean move() {
        if (carried == null) {
            // in place, a result would overwrite what was not written for others yet
            boolean moved = outgoing != null && outgoing.produce(Slots.ALL);
            return moved | (incoming != null && incoming.consume(outgoing == null ? Slots.ALL : outgoing.produced()));
        }
        boolean moved = incoming.consume(outgoing.produced() + 1);
        if (hasFolded(outgoing.produced())) {
            if (failure() != null) {
                outgoing.breakOff();
            }
            moved |= outgoing.produce(Slots.ALL);
        }
        return moved;
    }

    /** Whether a round is folded here, or there will be none that is. */
    boolean hasFolded(long round) {
        return incoming.isConsumed() || round < incoming.rounds();
    }

    @Override
    void take(long round) {
        long from = round * cell;
        long end = Math.min(from + cell, total);
        if (form == Form.REDUCE_ALONG && !chain.isLeader(rank)) {
            SharedMemory.copyOutOfPeer(address(chain.last(), round), target, from, end - from);
            return;
        }
        for (long at = from; at < end; at += piece) {
            fold(round, at - from, at, Math.min(piece, end - at));
        }
    }

    /** @param within where in the cell */
    private void fold(long round, long within, long at, long bytes) {
        long accumulator = member.scratch(2 * piece);
        long own = accumulator + piece;
        SharedMemory.copyIn(source, at, own, bytes);
        long count = bytes / elementBytes;
        int before = chain.before(rank);
        long left = before < 0 ? 0 : address(before, round) + within;
        for (int peer = chain.from(rank); peer < chain.to(rank); peer++) {
            left = folded(left, peer == rank ? own : address(peer, round) + within, accumulator, count);
        }
        if (form == Form.EXSCAN_ALONG) {
            SharedMemory.copyOut(left, target, at, bytes);
        }
        boolean isScan = form == Form.SCAN_ALONG || form == Form.EXSCAN_ALONG && carried != null;
        if (isScan) {
            left = folded(left, own, accumulator, count);
        }
        if (carried != null) {
            SharedMemory.copyOut(left, carried, within, bytes);
        }
        if (form == Form.SCAN_ALONG || form != Form.EXSCAN_ALONG && carried == null) {
            SharedMemory.copyOut(left, target, at, bytes);
        }
    }

    /** Address of the fold of two operands, of which the left one may be none. */
    private long folded(long left, long right, long accumulator, long count) {
        if (left == 0) {
            return right;
        }
        kernel.fold(left, right, accumulator, count);
        return accumulator;
    }

    /** Rank 0 of a scan. */
    @Override
    boolean doOwnPart(long upTo) {
        if (!hasOwn) {
            return false;
        }
        SharedMemory.copy(source, 0, target, 0, total);
        hasOwn = false;
        return true;
    }
}
