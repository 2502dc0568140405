package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Capabilities;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.regions.Regions;
import org.pgas.team.TeamCore;
import org.pgas.vis.Shape;
import org.pgas.vis.inside.Shapes;

/**
 * Accumulates on mapped parts: done when they return, so those of one origin to one place are in the order of its
 * calls. Each element is updated under the accumulate lock of the block in which it begins, even where it reaches into
 * the next one; one lock at a time, and nothing waits while one is held. Callers have checked everything.
 *
 * <p>Offsets are in the memory bound to the endpoint of the part's holder. Updates ring sleepers of the part's rank:
 * they may wait for what was stored.
 */
final class Updates {
    private final WindowCore core;
    private final Team memory;
    private final AddressMap addresses;
    private final BlockLocks locks;
    private final Spares<PieceUpdate> pieceUpdates;
    private final Spares<PackedUpdate> packedUpdates;

    /**
     * {@code memory}: a team or TM-pair. The memory is bound to the endpoints of its members. {@code inHandlers}: only
     * handlers update by this.
     */
    Updates(WindowCore core, Team memory, boolean inHandlers) {
        this.core = core;
        this.memory = memory;
        this.addresses = TeamCore.of(memory).addresses(Capabilities.RMA);
        this.locks = inHandlers ? BlockLocks.inHandlers(memory) : BlockLocks.of(memory);
        this.pieceUpdates = new Spares<>(() -> new PieceUpdate(locks));
        this.packedUpdates = new Spares<>(() -> new PackedUpdate(locks));
    }

    /**
     * {@code offset}: where {@code targetCount} elements of {@code targetType} begin in the memory bound to the
     * endpoint of {@code part.holder}.
     */
    void accumulate(Part part, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, Op op) {
        if (op == Op.NO_OP) {
            return;
        }
        Basic basic = targetType.uniform();
        long bytes = originType.denseBytes(originCount);
        if (bytes >= 0 && targetType.denseBytes(targetCount) >= bytes) {
            accumulate(part, offset, basic, origin, 0, bytes, op);
        } else {
            accumulateShapes(part, offset, targetType.elements(targetCount), basic, origin,
                    originType.elements(originCount), op);
            TeamCore.of(core.team).ring(part.rank);
        }
    }

    /** As the other form, of elements that follow each other on both sides. Not of NO_OP. */
    void accumulate(Part part, long offset, Basic basic, MemorySegment origin, long from, long bytes, Op op) {
        MappedRange range = range(part, offset, bytes);
        DenseUpdate.accumulate(locks, range, range.at(0), part.holder, offset, basic, origin, from, bytes, op);
        TeamCore.of(core.team).ring(part.rank);
    }

    private void accumulateShapes(Part part, long offset, Shape to, Basic basic, MemorySegment origin, Shape from,
            Op op) {
        MappedRange range = range(part, offset + to.low(), to.high() - to.low());
        if (from.isContiguous() && to.isContiguous()) {
            DenseUpdate.accumulate(locks, range, range.at(0), part.holder, offset + to.low(), basic, origin,
                    from.low(), from.bytes(), op);
        } else if (from.bytes() == to.bytes()) {
            PieceUpdate update = pieceUpdates.take();
            try {
                update.update(range, range.at(0), part.holder, offset, Shapes.plan(from, to), basic, origin, op);
            } finally {
                pieceUpdates.giveBack(update);
            }
        } else {
            packed(part, range, offset, Shapes.regions(to), from.bytes(), basic, origin, from, null, null, op);
        }
    }

    /** {@code origin} is null for NO_OP. */
    void getAccumulate(Part part, long offset, long targetCount, Datatype targetType, MemorySegment origin,
            long originCount, Datatype originType, MemorySegment result, long resultCount, Datatype resultType, Op op) {
        MemorySegment operands = op == Op.NO_OP ? null : origin;
        Basic basic = targetType.uniform();
        long bytes = targetType.denseBytes(targetCount);
        if (bytes >= 0 && resultType.denseBytes(resultCount) >= bytes
                && (operands == null || originType.denseBytes(originCount) >= bytes)) {
            MappedRange range = range(part, offset, bytes);
            DenseUpdate.getAccumulate(locks, range, range.at(0), part.holder, offset, basic, operands, 0, result, 0,
                    bytes, op);
        } else {
            Shape to = targetType.elements(targetCount);
            getAccumulateShapes(part, offset, to, basic, operands,
                    operands == null ? to : originType.elements(originCount), result, resultType.elements(resultCount),
                    op);
        }
        if (op != Op.NO_OP) {
            TeamCore.of(core.team).ring(part.rank);
        }
    }

    private void getAccumulateShapes(Part part, long offset, Shape to, Basic basic, MemorySegment origin, Shape from,
            MemorySegment result, Shape back, Op op) {
        MappedRange range = range(part, offset + to.low(), to.high() - to.low());
        if (from.isContiguous() && to.isContiguous() && back.isContiguous()) {
            DenseUpdate.getAccumulate(locks, range, range.at(0), part.holder, offset + to.low(), basic, origin,
                    from.low(), result, back.low(), to.bytes(), op);
        } else {
            packed(part, range, offset, Shapes.regions(to), to.bytes(), basic, origin, from, result,
                    Shapes.regions(back), op);
        }
    }

    private void packed(Part part, MappedRange range, long offset, Regions to, long bytes, Basic basic,
            MemorySegment origin, Shape from, MemorySegment result, Regions back, Op op) {
        PackedUpdate update = packedUpdates.take();
        try {
            update.update(range, range.at(0), part.holder, offset, to, bytes, basic, origin, Shapes.regions(from),
                    result, back, op);
        } finally {
            packedUpdates.giveBack(update);
        }
    }

    /** One element; answers its old value in {@code result}. */
    void fetchAndOp(Part part, long offset, Basic basic, MemorySegment origin, MemorySegment result, Op op) {
        MappedRange range = range(part, offset, basic.span);
        DenseUpdate.getAccumulate(locks, range, range.at(0), part.holder, offset, basic,
                op == Op.NO_OP ? null : origin, 0, result, 0, basic.span, op);
        if (op != Op.NO_OP) {
            TeamCore.of(core.team).ring(part.rank);
        }
    }

    /** As the other form, of a long. */
    long fetchAndOp(Part part, long offset, long operand, Op op) {
        MappedRange range = range(part, offset, Long.BYTES);
        long old = DenseUpdate.fetchAndOp(locks, range, range.at(0), part.holder, offset, operand, op);
        if (op != Op.NO_OP) {
            TeamCore.of(core.team).ring(part.rank);
        }
        return old;
    }

    /** As the other form, of longs; answers the old value. */
    long compareAndSwap(Part part, long offset, long expected, long value) {
        MappedRange range = range(part, offset, Long.BYTES);
        long old = DenseUpdate.compareAndSwap(locks, range, range.at(0), part.holder, offset, Long.BYTES, expected,
                value);
        TeamCore.of(core.team).ring(part.rank);
        return old;
    }

    /** One element of 1, 2, 4 or 8 bytes. */
    void compareAndSwap(Part part, long offset, Basic basic, MemorySegment origin, MemorySegment compare,
            MemorySegment result) {
        MappedRange range = range(part, offset, basic.span);
        long old = DenseUpdate.compareAndSwap(locks, range, range.at(0), part.holder, offset, basic.span,
                load(compare, basic.span), load(origin, basic.span));
        store(result, old, basic.span);
        TeamCore.of(core.team).ring(part.rank);
    }

    /**
     * By a handler: updates elements of a predefined datatype, from {@code offset} of the segment on, by packed
     * operands; brings what was there to {@code found}, if that is not null.
     */
    void dense(Part part, long offset, int code, MemorySegment operands, long bytes, MemorySegment found) {
        Op op = Protocol.op(code);
        Basic basic = Protocol.basic(code);
        int span = Protocol.span(code);
        int stride = Protocol.stride(code);
        long step = stride == span ? bytes : span;
        for (long done = 0; done < bytes; done += step) {
            long place = offset + done / span * stride;
            MappedRange range = range(part, place, step);
            if (found == null) {
                DenseUpdate.accumulate(locks, range, range.at(0), part.holder, place, basic, operands, done, step, op);
            } else {
                DenseUpdate.getAccumulate(locks, range, range.at(0), part.holder, place, basic,
                        op == Op.NO_OP ? null : operands, done, found, done, step, op);
            }
        }
        TeamCore.of(core.team).ring(part.rank);
    }

    /** What {@link #packed} updates: {@code to} from {@code offset} of the segment on. */
    PackedUpdate.Target target(Part part, long offset, Shape to) {
        return new PackedUpdate.Target(range(part, offset + to.low(), to.high() - to.low()), part.holder, offset,
                Shapes.regions(to));
    }

    /**
     * By a handler: the same of elements of a type; the operands are a piece of its packed form, from a position on.
     */
    void packed(PackedUpdate.Target target, long position, int code, MemorySegment operands, long bytes,
            MemorySegment found) {
        PackedUpdate update = packedUpdates.take();
        try {
            update.piece(target, position, bytes, code, operands, found);
        } finally {
            packedUpdates.giveBack(update);
        }
        TeamCore.of(core.team).ring(core.rank);
    }

    /** An element as a number, zero-extended. */
    private static long load(MemorySegment memory, int span) {
        return switch (span) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, 0) & 0xFFL;
            case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0) & 0xFFFFL;
            case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, 0) & 0xFFFF_FFFFL;
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        };
    }

    private static void store(MemorySegment memory, long value, int span) {
        switch (span) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, 0, (byte) value);
            case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) value);
            case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) value);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
        }
    }

    /** What has the locks; throws what any access does when the memory is not mapped any more. */
    private MappedRange range(Part part, long offset, long bytes) {
        MappedRange range = TeamCore.of(memory).mapped(part.holder, offset, bytes);
        if (range == null) {
            addresses.address(part.holder, offset, bytes); // closed meanwhile: this says so
            throw new IllegalStateException("memory of rank " + part.rank + " came and went while it was updated");
        }
        return range;
    }

    /** Whether two elements are equal as compare-and-swap has it: bit by bit, so 0.0 is not -0.0. */
    static boolean isEqual(Basic basic, MemorySegment one, long oneOffset, MemorySegment other, long otherOffset) {
        return MemorySegment.mismatch(one, oneOffset, oneOffset + basic.span, other, otherOffset,
                otherOffset + basic.span) < 0;
    }
}
