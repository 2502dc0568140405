package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/**
 * A collective that computes: ((s0 op s1) op s2) ... over the operands of ranks 0 to some last one, always in this
 * order, so that all members, all runs and all ways get the same bits.
 *
 * <p>Only memory of the library's own, and the mapped segment, are touched by their addresses: the program may free its
 * own at any time, and must get an exception then. So a piece is folded in the first cache and copied from there.
 */
final class FoldOperation extends Operation {
    /**
     * Up to here, a vector that all members have written is folded through the kernel's arrays straight to the target;
     * of larger ones the loops over addresses, which compute while lines come from another core, are faster, with a
     * copy of the result (jmh/NOTES.md, Collectives).
     */
    private static final long STRAIGHT_BYTES = 64 << 10;

    private static final MemorySegment EVERYTHING = SharedMemory.everything();

    private final ReductionKernel kernel;
    private final MemorySegment source;
    private final MemorySegment target;
    private final long targetOffset;
    private final long sourceOffset;
    private final long ownBytes;
    private final int last;
    private final boolean takesOwn;
    private final boolean inPlace;
    private final long piece;

    /** Where the target and the source lie when they are in the own segment; else 0. */
    private final long targetAddress;
    private final long sourceAddress;

    /** Whether the last operand is folded straight to a target outside the segment: see {@link #STRAIGHT_BYTES}. */
    private final boolean foldsToTarget;

    private boolean ownDone;

    /** @param target where the result is to be here; null if it is not */
    FoldOperation(Member member, Call call, Reduction reduction, MemorySegment target, MemorySegment source, Parts out,
            Parts in) {
        super(member, call, source, out, in);
        this.kernel = reduction.kernel();
        this.source = source;
        this.target = target;
        boolean parts = form == Form.REDUCE_PARTS;
        targetOffset = parts ? out.offset(rank) : 0;
        sourceOffset = targetOffset;
        ownBytes = in.bytes(rank);
        takesOwn = form != Form.EXSCAN;
        last = switch (form) {
            case SCAN -> rank;
            case EXSCAN -> rank - 1;
            default -> size - 1;
        };
        inPlace = target != null && source.asOverlappingSlice(target).isPresent();
        piece = pieceBytes(elementBytes);
        targetAddress = target != null && member.around.offsetInSegment(target) >= 0 ? target.address() : 0;
        sourceAddress = member.around.offsetInSegment(source) >= 0 ? source.address() : 0;
        foldsToTarget = target != null && targetAddress == 0 && ownIsStaged() && total <= STRAIGHT_BYTES;
        ownDone = isReader() || target == null || form == Form.EXSCAN || CopyOperation.isSame(source, 0, target, 0);
    }

    /** As many whole elements as two operands and the result may have in the first cache. */
    static long pieceBytes(long elementBytes) {
        return Math.max(1, Slots.PIECE_BYTES / elementBytes) * elementBytes;
    }

    @Override
    boolean mayBeReadInPlace() {
        return !inPlace || form == Form.REDUCE_PARTS;
    }

    @Override
    boolean waitsForOwn() {
        // in place, the result of a round would overwrite what has not been staged yet
        return takesOwn || inPlace;
    }

    @Override
    void take(long round) {
        long from = round * cell;
        long end = Math.min(from + cell, ownBytes);
        for (long at = from; at < end; at += piece) {
            fold(round, from, at, Math.min(piece, end - at));
        }
    }

    private void fold(long round, long from, long at, long bytes) {
        long accumulator = member.scratch(2 * piece);
        long count = bytes / elementBytes;
        long left = 0;
        for (int peer = 0; peer <= last; peer++) {
            if (peer == rank && !takesOwn) {
                continue;
            }
            long operand = peer == rank ? own(round, from, at, bytes, accumulator + piece)
                    : address(peer, round) + (at - from);
            if (left == 0) {
                left = operand;
            } else if (foldsToTarget && peer == last) {
                kernel.fold(EVERYTHING, left, EVERYTHING, operand, target, targetOffset + at, count);
                return;
            } else {
                long result = targetAddress != 0 && peer == last ? targetAddress + targetOffset + at : accumulator;
                kernel.fold(left, operand, result, count);
                left = result;
            }
        }
        if (targetAddress == 0 || left != targetAddress + targetOffset + at) {
            SharedMemory.copyOut(left, target, targetOffset + at, bytes);
        }
    }

    /** Address of this member's operand. */
    private long own(long round, long from, long at, long bytes, long buffer) {
        if (ownIsStaged()) {
            return ownAddress(round) + (at - from);
        }
        if (sourceAddress != 0) {
            return sourceAddress + sourceOffset + at;
        }
        SharedMemory.copyIn(source, sourceOffset + at, buffer, bytes);
        return buffer;
    }

    /** Rank 0 of a scan. */
    @Override
    boolean doOwnPart(long upTo) {
        if (ownDone) {
            return false;
        }
        SharedMemory.copy(source, 0, target, 0, ownBytes);
        ownDone = true;
        return true;
    }
}
