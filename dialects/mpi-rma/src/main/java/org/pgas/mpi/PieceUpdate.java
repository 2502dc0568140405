package org.pgas.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.memory.MappedRange;
import org.pgas.memory.RunKernels;
import org.pgas.memory.SharedMemory;
import org.pgas.regions.CopyPlan;
import org.pgas.regions.PieceVisitor;

/**
 * Updates the pieces of one accumulate after the other in mapped memory, each element under the lock of the block in
 * which it begins. Callers have made all checks.
 *
 * <p>Long pieces are updated where they are. Of short ones as many as begin in one block and fill a buffer are gathered
 * from either side, updated there, and scattered to the target again: three copies by kernels cost less than a call for
 * each piece. Pieces are whole elements, as elements have as many bytes on either side.
 *
 * <p>For one call at a time, and to be used again: 16 KiB of native memory, and an accumulate allocates nothing more.
 */
final class PieceUpdate implements PieceVisitor {
    /** Of each buffer; both stay in the first cache. */
    private static final int BUFFER_BYTES = 8192;

    /** From here on a piece is updated by a call of its own. */
    private static final int LONG_PIECE_BYTES = 512;

    private static final MemorySegment ALL = SharedMemory.everything();

    private final HeldBlock block;

    /** Both buffers; what keeps them from being freed. */
    private final MemorySegment buffers = Arena.ofAuto().allocate(2 * BUFFER_BYTES, 64);

    /** Addresses. */
    private final long operands = buffers.address();

    private final long targets = operands + BUFFER_BYTES;

    /** What the regions of the target are relative to, in the segment. */
    private long offset;

    /** The address of offset 0 of the target's segment. */
    private long base;

    /** Whether all of the target lies in one block. */
    private boolean oneBlock;

    private Op op;
    private Basic basic;
    private int span;
    private MemorySegment origin;

    PieceUpdate(BlockLocks locks) {
        this.block = new HeldBlock(locks);
    }

    /** Updates what the plan's target regions are of {@code range} by what its source regions are of {@code origin}. */
    void update(MappedRange range, long base, int holder, long offset, CopyPlan plan, Basic basic, MemorySegment origin,
            Op op) {
        try {
            this.offset = offset;
            this.base = base;
            this.oneBlock = (offset + plan.target().low() & -BlockLocks.BYTES) == (offset + plan.target().high() - 1
                    & -BlockLocks.BYTES);
            this.op = op;
            this.basic = basic;
            this.span = basic.span;
            this.origin = origin;
            block.begin(range, holder);
            plan.visit(this);
        } finally {
            block.release();
            block.begin(null, 0);
            this.origin = null;
        }
    }

    /** Updates one piece where it is, also across ends of blocks. */
    private void piece(long bytes, long from, long place) {
        long done = 0;
        while (done < bytes) {
            block.take(place + done);
            long part = BlockLocks.begunInBlock(place + done, bytes - done, span);
            Folds.fold(op, basic, origin, from + done, ALL, base + place + done, part / span);
            done += part;
        }
    }

    /** Updates the targets that have been gathered. */
    private void foldGathered(long bytes) {
        Folds.fold(op, basic, ALL, operands, ALL, targets, bytes / span);
    }

    @Override
    public void row(long run, long count, long from, long sourceStride, long to, long targetStride) {
        long place = offset + to;
        if (run >= LONG_PIECE_BYTES || count == 1) {
            for (long i = 0; i < count; i++) {
                piece(run, from + i * sourceStride, place + i * targetStride);
            }
            return;
        }
        RunKernels in = RunKernels.of(origin, ALL, run);
        RunKernels here = RunKernels.of(ALL, ALL, run);
        long most = BUFFER_BYTES / run;
        long done = 0;
        while (done < count) {
            long first = place + done * targetStride;
            block.take(first);
            // where a piece may begin, so that all its elements do in the block
            long last = block.end() - 1 - (run - span);
            if (first > last) {
                piece(run, from + done * sourceStride, first);
                done++;
                continue;
            }
            long pieces = Math.min(most, count - done);
            if (targetStride > 0) {
                pieces = Math.min(pieces, (last - first) / targetStride + 1);
            }
            in.row(run, pieces, origin, from + done * sourceStride, sourceStride, ALL, operands, run);
            here.row(run, pieces, ALL, base + first, targetStride, ALL, targets, run);
            foldGathered(pieces * run);
            here.row(run, pieces, ALL, targets, run, ALL, base + first, targetStride);
            done += pieces;
        }
    }

    @Override
    public void list(long run, long[] lengths, int count, long from, long[] sourceOffsets, long sourceStride, long to,
            long[] targetOffsets, long targetStride) {
        if (lengths != null || targetOffsets == null || run >= LONG_PIECE_BYTES) {
            for (int i = 0; i < count; i++) {
                piece(lengths == null ? run : lengths[i], from + at(sourceOffsets, sourceStride, i),
                        offset + to + at(targetOffsets, targetStride, i));
            }
            return;
        }
        RunKernels in = RunKernels.of(origin, ALL, run);
        RunKernels here = RunKernels.of(ALL, ALL, run);
        int most = (int) (BUFFER_BYTES / run);
        int next = 0;
        while (next < count) {
            int first = next;
            long place = offset + to + targetOffsets[first];
            block.take(place);
            next = endInBlock(run, first, Math.min(count, first + most), to, targetOffsets);
            if (next == first) {
                piece(run, from + at(sourceOffsets, sourceStride, first), place);
                next++;
                continue;
            }
            int pieces = next - first;
            if (sourceOffsets == null) {
                in.row(run, pieces, origin, from + first * sourceStride, sourceStride, ALL, operands, run);
            } else {
                in.lists(run, pieces, origin, from, sourceOffsets, first, ALL, operands, null, 0);
            }
            here.lists(run, pieces, ALL, base + offset + to, targetOffsets, first, ALL, targets, null, 0);
            foldGathered(pieces * run);
            here.lists(run, pieces, ALL, targets, null, 0, ALL, base + offset + to, targetOffsets, first);
        }
    }

    /** The first entry from {@code first} on with an element that does not begin in the locked block. */
    private int endInBlock(long run, int first, int end, long to, long[] targetOffsets) {
        if (oneBlock) {
            return end;
        }
        for (int entry = first; entry < end; entry++) {
            long place = offset + to + targetOffsets[entry];
            if (!block.has(place) || !block.has(place + run - span)) {
                return entry;
            }
        }
        return end;
    }

    private static long at(long[] offsets, long stride, int entry) {
        return offsets == null ? entry * stride : offsets[entry];
    }
}
