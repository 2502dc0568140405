package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/** A collective that moves data as they are. */
final class CopyOperation extends Operation {
    /** Bytes of the own part that are copied between two looks at what others do. */
    private static final long PIECE_BYTES = 8 << 10;

    private final MemorySegment source;
    private final MemorySegment target;
    private final Parts in;
    private final boolean hasOwn;
    private final long ownFrom;
    private final long ownTo;
    private final long ownBytes;
    private long ownDone;

    /** @param hasOwn whether this member has something for itself */
    CopyOperation(Member member, Call call, MemorySegment target, MemorySegment source, Parts out, Parts in,
            boolean hasOwn) {
        super(member, call, source, out, in);
        this.source = source;
        this.target = target;
        this.in = in;
        this.hasOwn = hasOwn;
        if (hasOwn) {
            int lane = form.isPerReader() ? rank : 0;
            ownFrom = out.offset(lane);
            ownTo = in.offset(rank);
            ownBytes = Math.min(out.bytes(lane), in.bytes(rank));
            ownDone = isSame(source, ownFrom, target, ownTo) ? ownBytes : 0;
        } else {
            ownFrom = 0;
            ownTo = 0;
            ownBytes = 0;
        }
    }

    static boolean isSame(MemorySegment source, long from, MemorySegment target, long to) {
        return source.address() + from == target.address() + to
                && source.heapBase().orElse(null) == target.heapBase().orElse(null);
    }

    @Override
    void take(long round) {
        long from = round * cell;
        for (int peer = 0; peer < size; peer++) {
            if (reads(peer)) {
                long bytes = Math.min(cell, in.bytes(peer) - from);
                if (bytes > 0) {
                    SharedMemory.copyOutOfPeer(address(peer, round), target, in.offset(peer) + from, bytes);
                }
            }
        }
    }

    @Override
    boolean doOwnPart(long upTo) {
        long bytes = Math.min(Math.min(upTo, ownBytes) - ownDone, PIECE_BYTES);
        if (!hasOwn || bytes <= 0) {
            return false;
        }
        SharedMemory.copy(source, ownFrom + ownDone, target, ownTo + ownDone, bytes);
        ownDone += bytes;
        return true;
    }
}
