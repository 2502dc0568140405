package org.pgas.coll;

import java.lang.foreign.MemorySegment;

/**
 * A reduction's operation on vectors: {@code target[i] = left[i] operation right[i]}. Vectors are at absolute
 * addresses, in mapped memory that is not checked; or at an offset of a segment, which may be {@link
 * org.pgas.memory.SharedMemory#everything()} with an address. At any alignment. The target may be the same as left or
 * right, exactly; in no other way do they overlap. Any thread.
 *
 * <p>What a user operation throws passes through; the target is then undefined.
 */
abstract class ReductionKernel {
    /** Combines {@code count} elements. Built-in operations allocate nothing. */
    abstract void fold(long left, long right, long target, long count);

    /** Combines {@code count} elements in memory of any kind. */
    abstract void fold(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset,
            MemorySegment target, long targetOffset, long count);
}
