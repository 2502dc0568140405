package org.pgas.coll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.memory.SharedMemory;

/**
 * A user operation. It wants its right operands where its results go, both of them at multiples of 8 and exactly as
 * long as they are: operands that are not so are copied, piece by piece.
 *
 * <pre>
 * field    writer             reader    order
 * scratch  threads that fold  the same  volatile store / exchange: each has it alone
 * </pre>
 */
final class UserKernel extends ReductionKernel {
    /** Bytes of an operand that one call of the operation gets, unless one element is longer. */
    private static final long PIECE_BYTES = 32 << 10;

    private static final long ALIGNMENT = 8;

    private static final MemorySegment ALL = SharedMemory.everything();

    private final UserOperation operation;
    private final long elementBytes;

    /** Elements of a piece: such that pieces begin at multiples of 8 if the first one does. */
    private final long pieceElements;

    /** Two halves, each for a piece; null while in use. A thread that finds none makes one; the last back stays. */
    private final AtomicReference<MemorySegment> scratch = new AtomicReference<>();

    UserKernel(UserOperation operation, long elementBytes) {
        this.operation = operation;
        this.elementBytes = elementBytes;
        pieceElements = elementBytes > PIECE_BYTES / ALIGNMENT
                ? ALIGNMENT / Long.lowestOneBit(elementBytes | ALIGNMENT)
                : PIECE_BYTES / elementBytes & -ALIGNMENT;
    }

    @Override
    void fold(long left, long right, long target, long count) {
        fold(ALL, left, ALL, right, ALL, target, count);
    }

    @Override
    void fold(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset, MemorySegment target,
            long targetOffset, long count) {
        boolean copiesLeft = !isAligned(left, leftOffset);
        boolean copiesResult = !isAligned(target, targetOffset)
                || left.address() + leftOffset == target.address() + targetOffset;
        MemorySegment halves = copiesLeft || copiesResult ? takeScratch(count) : null;
        for (long done = 0; done < count; done += pieceElements) {
            long elements = Math.min(pieceElements, count - done);
            long bytes = elements * elementBytes;
            long at = done * elementBytes;
            MemorySegment result = copiesResult ? half(halves, 1, bytes) : target.asSlice(targetOffset + at, bytes);
            SharedMemory.copy(right, rightOffset + at, result, 0, bytes);
            MemorySegment operand = copiesLeft ? half(halves, 0, bytes) : left.asSlice(leftOffset + at, bytes);
            if (copiesLeft) {
                SharedMemory.copy(left, leftOffset + at, operand, 0, bytes);
            }
            operation.apply(operand.asReadOnly(), result, elements);
            if (copiesResult) {
                SharedMemory.copy(result, 0, target, targetOffset + at, bytes);
            }
        }
        giveBack(halves);
    }

    private static boolean isAligned(MemorySegment memory, long offset) {
        return memory.maxByteAlignment() >= ALIGNMENT && offset % ALIGNMENT == 0;
    }

    private MemorySegment takeScratch(long count) {
        long bytes = Math.min(count, pieceElements) * elementBytes + ALIGNMENT - 1 & -ALIGNMENT;
        MemorySegment kept = scratch.getAndSet(null);
        return kept != null && kept.byteSize() >= 2 * bytes ? kept : Arena.ofAuto().allocate(2 * bytes, ALIGNMENT);
    }

    private void giveBack(MemorySegment halves) {
        if (halves != null) {
            scratch.set(halves);
        }
    }

    private static MemorySegment half(MemorySegment halves, int which, long bytes) {
        return halves.asSlice(which * (halves.byteSize() / 2), bytes);
    }
}
