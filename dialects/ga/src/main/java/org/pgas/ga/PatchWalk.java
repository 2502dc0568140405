package org.pgas.ga;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.atomics.Scale;
import org.pgas.vis.Shape;

/**
 * Takes a transfer between a patch and local memory to all blocks that the patch reaches over: one shape for each, or
 * one copy where that is all. An object for many transfers, one after the other, by one thread at a time, so that none
 * is made for a transfer: {@link #start}, then what the local memory is, then what to do.
 */
final class PatchWalk {
    /** So few rows of a neighbour's are copied one by one: to make a shape for them takes longer than that. */
    private static final int FEW = 16;

    private final GaCore core;
    private final Layout layout;

    /** By process, where its memory of the array begins. */
    private final long[] offsets;

    private final PatchChecks checks;
    private final int ndim;
    private final long elementBytes;

    // the patch: its first and last indices, and how far it is from one index to the next
    private final long[] lo;
    private final long[] hi;
    private final long[] step;

    // the local memory: bytes from one element to the next
    private final long[] ours;
    private MemorySegment memory;
    private long offset;

    // blocks: the first and the last along each dimension, the one at hand, and bytes between its elements
    private final int[] first;
    private final int[] last;
    private final int[] block;
    private final long[] strides;

    // of the part in the block at hand, for its shapes
    private final long[] counts;
    private final long[] theirLevels;
    private final long[] ourLevels;

    private String call;
    private TransferWay way;
    private Scale scale;

    /** Whether the part at hand is all that there is, so that the call can wait for it where it is. */
    private boolean alone;

    /** Of blocking transfers with several blocks. */
    private final GaNbHandle several = new GaNbHandle();

    private GaNbHandle handle;

    PatchWalk(GaCore core, Layout layout, long[] offsets, PatchChecks checks) {
        this.core = core;
        this.layout = layout;
        this.offsets = offsets;
        this.checks = checks;
        this.ndim = layout.ndim;
        this.elementBytes = layout.type.bytes();
        this.lo = new long[ndim];
        this.hi = new long[ndim];
        this.step = new long[ndim];
        this.ours = new long[ndim];
        this.first = new int[ndim];
        this.last = new int[ndim];
        this.block = new int[ndim];
        this.strides = new long[ndim];
        this.counts = new long[ndim + 1];
        this.theirLevels = new long[ndim];
        this.ourLevels = new long[ndim];
    }

    /** Takes up another patch, which is in the array; in the name of {@code forCall}. */
    void start(String forCall, long[] patchLo, long[] patchHi) {
        call = forCall;
        for (int d = 0; d < ndim; d++) {
            lo[d] = patchLo[d];
            hi[d] = patchHi[d];
            step[d] = 1;
        }
    }

    /** Every {@code skip[d]}-th index of dimension d alone. */
    void skip(long[] skip) {
        checks.skip(call, skip);
        System.arraycopy(skip, 0, step, 0, ndim);
    }

    /**
     * The caller's memory, checked: {@code ld} are the extents there of all dimensions but the first, null the patch's.
     */
    void local(MemorySegment buf, long bufOffset, long[] ld, boolean written) {
        memory = buf;
        offset = bufOffset;
        checks.leads(call, ld, lo, hi, step);
        long stride = elementBytes;
        // in doubles too, which do not overflow
        double distance = elementBytes;
        double needed = 0;
        for (int d = ndim - 1; d >= 0; d--) {
            ours[d] = stride;
            long count = steps(hi[d] - lo[d], d) + 1;
            needed += (count - 1) * distance;
            long extent = d > 0 && ld != null ? ld[d - 1] : count;
            stride *= extent;
            distance *= extent;
        }
        checks.memory(call, buf, bufOffset, needed + elementBytes, written);
    }

    /** Memory of the library's own, in which elements lie at {@code memoryStrides} bytes, any. */
    void inside(MemorySegment own, long ownOffset, long[] memoryStrides) {
        memory = own;
        offset = ownOffset;
        System.arraycopy(memoryStrides, 0, ours, 0, ndim);
    }

    /** Puts; blocking without a handle. */
    void put(GaNbHandle noted) {
        run(TransferWay.PUT, null, noted);
    }

    /** Gets; blocking without a handle. */
    void get(GaNbHandle noted) {
        run(TransferWay.GET, null, noted);
    }

    /** Adds; blocking without a handle. */
    void accumulate(Scale factor, GaNbHandle noted) {
        run(TransferWay.ACCUMULATE, factor, noted);
    }

    private void run(TransferWay what, Scale factor, GaNbHandle noted) {
        way = what;
        scale = factor;
        alone = noted == null;
        for (int d = 0; d < ndim; d++) {
            Axis axis = layout.axes[d];
            int from = axis.block(lo[d]);
            first[d] = from;
            last[d] = hi[d] - axis.start(from) < axis.length(from) ? from : axis.block(hi[d]);
            block[d] = from;
            alone &= first[d] == last[d];
        }
        handle = noted == null ? several : noted;
        try {
            moveAll();
            if (noted == null) {
                several.complete(true);
            }
        } catch (RuntimeException e) {
            throw checks.refusal(call, memory, e);
        }
        memory = null;
        handle = null;
    }

    private void moveAll() {
        int d;
        do {
            moveBlock();
            d = ndim - 1;
            while (d >= 0 && ++block[d] > last[d]) {
                block[d] = first[d];
                d--;
            }
        } while (d >= 0);
    }

    private void moveBlock() {
        int owner = layout.dealing.owner(block);
        long there = offsets[owner] + layout.dealing.place(block, strides);
        long here = offset;
        long run = elementBytes;
        int levels = 0;
        for (int d = ndim - 1; d >= 0; d--) {
            long start = layout.axes[d].start(block[d]);
            long skipped = start <= lo[d] ? 0 : steps(start - lo[d] + step[d] - 1, d);
            long from = lo[d] + skipped * step[d];
            long to = Math.min(hi[d], start + layout.axes[d].length(block[d]) - 1);
            if (from > to) {
                return; // the block lies between two of the indices
            }
            long count = steps(to - from, d) + 1;
            there += (from - start) * strides[d];
            here += skipped * ours[d];
            long theirs = strides[d] * step[d];
            if (count == 1) {
                continue;
            }
            if (levels == 0 && theirs == run && ours[d] == run) {
                run *= count;
            } else {
                theirLevels[levels] = theirs;
                ourLevels[levels] = ours[d];
                levels++;
                counts[levels] = count;
            }
        }
        counts[0] = run;
        if (levels == 0) {
            moveRun(owner, there, here, run);
        } else if (levels == 1 && counts[1] <= FEW && way != TransferWay.ACCUMULATE && core.near[owner]) {
            moveFew(owner, there, here, run);
        } else {
            moveShape(owner, there, here, levels);
        }
    }

    /** How many whole steps of dimension {@code d} a distance has: without a division where they are of 1. */
    private long steps(long distance, int d) {
        return step[d] == 1 ? distance : distance / step[d];
    }

    private void moveRun(int owner, long there, long here, long bytes) {
        if (alone) {
            switch (way) {
                case PUT -> core.rma.put(owner, there, memory, here, bytes);
                case GET -> core.rma.get(memory, here, owner, there, bytes);
                case ACCUMULATE -> core.accumulator.accumulate(owner, there, scale, memory, here, bytes);
            }
            return;
        }
        handle.note(switch (way) {
            case PUT -> core.rma.putNb(owner, there, memory, here, bytes, LocalCompletion.DEFER);
            case GET -> core.rma.getNb(memory, here, owner, there, bytes);
            case ACCUMULATE -> core.accumulator.accumulateNb(owner, there, scale, memory, here, bytes,
                    LocalCompletion.DEFER);
        });
    }

    private void moveFew(int owner, long there, long here, long bytes) {
        for (int i = 0; i < counts[1]; i++) {
            if (way == TransferWay.PUT) {
                core.rma.put(owner, there + i * theirLevels[0], memory, here + i * ourLevels[0], bytes);
            } else {
                core.rma.get(memory, here + i * ourLevels[0], owner, there + i * theirLevels[0], bytes);
            }
        }
    }

    private void moveShape(int owner, long there, long here, int levels) {
        Shape theirs = core.shapes.strided(call, counts, theirLevels, levels);
        Shape own = core.shapes.strided(call, counts, ourLevels, levels);
        if (alone) {
            switch (way) {
                case PUT -> core.vis.put(owner, there, theirs, memory, here, own);
                case GET -> core.vis.get(memory, here, own, owner, there, theirs);
                case ACCUMULATE -> core.vis.accumulate(owner, there, theirs, scale, memory, here, own);
            }
            return;
        }
        handle.note(switch (way) {
            case PUT -> core.vis.putNb(owner, there, theirs, memory, here, own, LocalCompletion.DEFER);
            case GET -> core.vis.getNb(memory, here, own, owner, there, theirs);
            case ACCUMULATE -> core.vis.accumulateNb(owner, there, theirs, scale, memory, here, own,
                    LocalCompletion.DEFER);
        });
    }
}
