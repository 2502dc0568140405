package org.pgas.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.regions.Packing;
import org.pgas.regions.Regions;

/**
 * Updates elements in mapped memory and brings what they were, where one of the three sides is not contiguous, or
 * updates the beginning of a larger target: buffer by buffer of their packed form. Each element is read and updated
 * under the lock of the block in which it begins, which is kept from there to the next element that begins in another
 * one. Callers have made all checks.
 *
 * <p>For one call at a time, and to be used again: 18 KiB of native memory, and an update allocates nothing more.
 */
final class PackedUpdate {
    /** Of each buffer; whole elements of every {@link Basic#span}. */
    private static final int BUFFER_BYTES = 6144;

    private static final MemorySegment ALL = SharedMemory.everything();

    /** The target's side of a piece of an update: what its regions are of a range. */
    record Target(MappedRange range, int holder, long offset, Regions regions) {}

    private final HeldBlock block;

    /** The three buffers; what keeps them from being freed. */
    private final MemorySegment buffers = Arena.ofAuto().allocate(3 * BUFFER_BYTES, 64);

    /** Addresses: what comes from the origin, and the elements before and after. */
    private final long operands = buffers.address();

    private final long before = operands + BUFFER_BYTES;
    private final long after = before + BUFFER_BYTES;

    PackedUpdate(BlockLocks locks) {
        this.block = new HeldBlock(locks);
    }

    /**
     * Updates the first {@code bytes} bytes, whole elements, of the packed form of what {@code target} is of {@code
     * range}. {@code origin} is null of an operation that takes nothing from there, and {@code result} when nobody asks
     * what was there.
     */
    void update(MappedRange range, long base, int holder, long offset, Regions target, long bytes, Basic basic,
            MemorySegment origin, Regions originRegions, MemorySegment result, Regions resultRegions, Op op) {
        try {
            block.begin(range, holder);
            for (long position = 0; position < bytes; position += BUFFER_BYTES) {
                long piece = Math.min(BUFFER_BYTES, bytes - position);
                if (origin != null) {
                    Packing.pack(originRegions, origin, 0, position, ALL, operands, piece);
                }
                updateBuffer(base, offset, target, position, piece, basic, origin == null ? Op.NO_OP : op);
                if (result != null) {
                    block.release(); // its memory may have to be brought in
                    Packing.unpack(resultRegions, result, 0, position, ALL, before, piece);
                }
            }
        } finally {
            block.release();
            block.begin(null, 0);
        }
    }

    /**
     * Updates {@code bytes} bytes of the packed form from {@code position} on, whole elements, by operands that are
     * packed, too; brings what was there to {@code found}, if that is not null.
     */
    void piece(Target target, long position, long bytes, int code, MemorySegment packed, MemorySegment found) {
        long base = target.range.at(0);
        try {
            block.begin(target.range, target.holder);
            for (long done = 0; done < bytes; done += BUFFER_BYTES) {
                long piece = Math.min(BUFFER_BYTES, bytes - done);
                SharedMemory.copyIn(packed, done, operands, piece);
                updateBuffer(base, target.offset, target.regions, position + done, piece, Protocol.basic(code),
                        Protocol.op(code));
                if (found != null) {
                    SharedMemory.copyOut(before, found, done, piece);
                }
            }
        } finally {
            block.release();
            block.begin(null, 0);
        }
    }

    /** Updates the target's elements from a position of the packed form on: as many at a time as begin in one block. */
    private void updateBuffer(long base, long offset, Regions target, long position, long bytes, Basic basic, Op op) {
        long done = 0;
        while (done < bytes) {
            long first = position + done;
            long run = target.runAt(first);
            long skipped = first - target.position(run);
            block.take(offset + target.offset(run) + skipped);
            long part = begunInBlock(target, run, skipped, offset, bytes - done, basic.span);
            Packing.pack(target, ALL, base + offset, first, ALL, before + done, part);
            if (op != Op.NO_OP) {
                SharedMemory.copy(before + done, after, part);
                Folds.fold(op, basic, ALL, operands + done, ALL, after, part / basic.span);
                Packing.unpack(target, ALL, base + offset, first, ALL, after, part);
            }
            done += part;
        }
    }

    /**
     * Bytes of the elements from {@code skipped} in a run on, {@code most} at most, up to the first that does not begin
     * in the locked block.
     */
    private long begunInBlock(Regions target, long run, long skipped, long offset, long most, int span) {
        long low = offset + target.low();
        if (block.has(low) && block.has(offset + target.high() - span)) {
            return most;
        }
        long found = 0;
        long next = run;
        long from = skipped;
        while (found < most) {
            long place = offset + target.offset(next) + from;
            if (!block.has(place)) {
                return found;
            }
            long left = Math.min(target.length(next) - from, most - found);
            long here = BlockLocks.begunInBlock(place, left, span);
            found += here;
            if (here < left) {
                return found;
            }
            next++;
            from = 0;
        }
        return most;
    }
}
