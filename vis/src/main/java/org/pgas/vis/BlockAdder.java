package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.atomics.Scale;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.memory.AddKernels;
import org.pgas.memory.MappedRange;
import org.pgas.regions.CopyPlan;
import org.pgas.regions.PieceVisitor;

/**
 * Adds the pieces of one accumulate after the other to mapped memory, block by block of the target, under the block's
 * lock. Callers have made all checks.
 *
 * <p>A lock is kept while pieces follow that lie in the same block. As pieces of a target do not overlap, that is no
 * more data than a block has; then it is released, and the next one taken. Nothing waits, nor does a handler run, while
 * one is held.
 *
 * <p>For one thread, and to be used again: an accumulate allocates nothing.
 */
final class BlockAdder implements PieceVisitor {
    private static final long NO_LOCK = 0;
    private static final long BLOCK_BYTES = AccumulateLocks.inBlock(0, Long.MAX_VALUE);

    private final AccumulateLocks locks;

    /** Null when it is not in use. */
    private MappedRange mapped;

    private int rank;

    /** What the regions of the target are relative to. */
    private long offset;

    /** The address of offset 0 of the target's segment. */
    private long base;

    /** Whether all of the target lies in one block. */
    private boolean oneBlock;

    private AccumulateType type;
    private AddKernels kernels;
    private long real;
    private long imaginary;
    private MemorySegment source;
    private long sourceOffset;

    private long lock = NO_LOCK;

    /** Where the locked block begins, in the segment; it has no bytes when none is locked. */
    private long blockStart;

    private long blockEnd;

    BlockAdder(AccumulateLocks locks) {
        this.locks = locks;
    }

    boolean isInUse() {
        return mapped != null;
    }

    /** Adds what the plan's source regions are of {@code source} to what its target regions are of {@code mapped}. */
    void add(MappedRange mapped, int rank, long offset, CopyPlan plan, Scale scale, MemorySegment source,
            long sourceOffset) {
        try {
            this.mapped = mapped;
            this.rank = rank;
            this.offset = offset;
            this.base = mapped.at(0);
            this.oneBlock = (offset + plan.target().low()) / BLOCK_BYTES == (offset + plan.target().high() - 1)
                    / BLOCK_BYTES;
            this.type = type(scale);
            this.kernels = AddKernels.of(type, source);
            this.real = scale.real();
            this.imaginary = scale.imaginary();
            this.source = source;
            this.sourceOffset = sourceOffset;
            plan.visit(this);
        } finally {
            release();
            this.mapped = null;
            this.source = null;
        }
    }

    /** A factor that is a real number multiplies the parts of a complex number by themselves. */
    private static AccumulateType type(Scale scale) {
        return switch (scale.type()) {
            case CPL -> Float.intBitsToFloat((int) scale.imaginary()) == 0 ? AccumulateType.FLT : AccumulateType.CPL;
            case DCP -> Double.longBitsToDouble(scale.imaginary()) == 0 ? AccumulateType.DBL : AccumulateType.DCP;
            default -> scale.type();
        };
    }

    /** Holds the lock of the block of this place of the segment. */
    private void take(long place) {
        if (place < blockStart || place >= blockEnd) {
            release();
            lock = locks.acquire(mapped, rank, place);
            blockEnd = place + AccumulateLocks.inBlock(place, Long.MAX_VALUE);
            blockStart = blockEnd - BLOCK_BYTES;
        }
    }

    private void release() {
        if (lock != NO_LOCK) {
            long held = lock;
            lock = NO_LOCK;
            blockStart = 0;
            blockEnd = 0;
            locks.release(held);
        }
    }

    @Override
    public void row(long run, long count, long from, long sourceStride, long to, long targetStride) {
        long s = sourceOffset + from;
        long place = offset + to;
        long left = count;
        while (left > 0) {
            take(place);
            long last = blockEnd - run;
            long pieces = 1;
            if (place > last) {
                addAcross(run, s, place);
            } else {
                pieces = place + (left - 1) * targetStride <= last ? left : (last - place) / targetStride + 1;
                kernels.row(real, imaginary, (int) run, (int) pieces, source, s, sourceStride, base + place,
                        targetStride);
            }
            left -= pieces;
            s += pieces * sourceStride;
            place += pieces * targetStride;
        }
    }

    /** Adds a piece that does not end in the block in which it begins. */
    private void addAcross(long run, long from, long place) {
        long done = 0;
        while (done < run) {
            take(place + done);
            long here = Math.min(run - done, blockEnd - place - done);
            long whole = here - here % type.bytes();
            if (whole > 0) {
                kernels.row(real, imaginary, (int) whole, 1, source, from + done, 0, base + place + done, 0);
                done += whole;
            } else {
                addCut(from + done, place + done);
                done += type.bytes();
            }
        }
    }

    /** Adds a complex number that has its parts in two blocks. */
    private void addCut(long from, long place) {
        kernels.part(real, imaginary, 0, source, from, base + place);
        long other = place + type.componentBytes();
        take(other);
        kernels.part(real, imaginary, 1, source, from, base + other);
    }

    @Override
    public void list(long run, long[] lengths, int count, long from, long[] sourceOffsets, long sourceStride, long to,
            long[] targetOffsets, long targetStride) {
        int next = 0;
        while (next < count) {
            long place = offset + to + at(targetOffsets, targetStride, next);
            long bytes = lengths == null ? run : lengths[next];
            take(place);
            int first = next++;
            if (place + bytes > blockEnd) {
                addAcross(bytes, sourceOffset + from + at(sourceOffsets, sourceStride, first), place);
                continue;
            }
            next = oneBlock ? count : endInBlock(run, lengths, next, count, offset + to, targetOffsets, targetStride);
            kernels.list(real, imaginary, (int) run, lengths, first, next - first, source, sourceOffset + from,
                    sourceOffsets, sourceStride, base + offset + to, targetOffsets, targetStride);
        }
    }

    /** The first entry from {@code next} on that is not in the locked block. */
    private int endInBlock(long run, long[] lengths, int next, int count, long to, long[] targetOffsets,
            long targetStride) {
        for (int entry = next; entry < count; entry++) {
            long place = to + at(targetOffsets, targetStride, entry);
            if (place < blockStart || place + (lengths == null ? run : lengths[entry]) > blockEnd) {
                return entry;
            }
        }
        return count;
    }

    private static long at(long[] offsets, long stride, int entry) {
        return offsets == null ? entry * stride : offsets[entry];
    }
}
