package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/**
 * Loops that combine vectors of numbers element by element, plainly: {@code target[i] = left[i] operation right[i]}.
 * Each vector is in mapped memory, given by an address, or at an offset of a segment of any kind, at any alignment. The
 * target may be the same as an operand, exactly, and overlaps none in any other way.
 *
 * <p>HotSpot makes no vectors of a plain loop over several places in native memory, since one may overlap another. It
 * does of one over {@link NumberViews views} that loads four numbers of each operand before it stores the first, and of
 * one over an array and a view. So aligned numbers of mapped memory are combined where they are, four at a time, but
 * where jmh/NOTES.md shows that an array is faster. Of others the left operand is copied to an array of the thread,
 * small enough for the first cache, the right one is combined with it where it is, and the result is copied to the
 * target. A right operand that is elsewhere, or not aligned, is copied to a second array. Where the target is the left
 * operand, the right one is copied, and the target changed where it is. Few numbers are combined one by one.
 *
 * <p>For each kind of numbers and each operation there are loops of their own, copies of one class, {@link FoldLoops}:
 * see {@link RunKernels} for why. Ranges are checked by the segments, those of mapped memory by nobody; a truncated
 * file is an {@link InternalError}, and the target may hold anything then. Any thread; nothing is allocated but a
 * thread's arrays, once, and its {@link NumberViews views}.
 *
 * <p>Integers wrap around. MIN and MAX are {@code left < right ? left : right} and {@code left > right ? left : right},
 * also of floating-point numbers: where one of them is a NaN, or both are zeros, it is right, with its bits.
 */
public abstract class FoldKernels {
    /** What is combined. */
    public enum Numbers {
        INT(4),
        UNSIGNED_INT(4),
        LONG(8),
        UNSIGNED_LONG(8),
        FLOAT(4),
        DOUBLE(8);

        private final int bytes;

        /** Plain: two threads that both make one do no harm, since kernels have no fields. */
        private final FoldKernels[] kernels = new FoldKernels[Operation.values().length]; // any | any | plain

        Numbers(int bytes) {
            this.bytes = bytes;
        }

        public int bytes() {
            return bytes;
        }
    }

    /** How it is combined; the last three are for integers only. */
    public enum Operation {
        ADD,
        MULTIPLY,
        MIN,
        MAX,
        AND,
        OR,
        XOR
    }

    /** What a copy of the loops knows. */
    record Constants(Numbers numbers, Operation operation) {}

    /** Bytes of each array: few enough for the first cache, so many that a copy's call does not count. */
    static final int BLOCK_BYTES = 8192;

    FoldKernels() {}

    /** The loops for numbers of this kind and this operation. */
    public static FoldKernels of(Numbers numbers, Operation operation) {
        FoldKernels found = numbers.kernels[operation.ordinal()];
        if (found == null) {
            found = (FoldKernels) LoopCopies.of(MethodHandles.lookup(), FoldLoops.class,
                    new Constants(numbers, operation));
            numbers.kernels[operation.ordinal()] = found;
        }
        return found;
    }

    /** Combines two numbers, given and returned as bits: of 4 bytes, the low-order ones, and returned sign-extended. */
    public abstract long fold(long left, long right);

    /** Combines {@code count} numbers of mapped memory. */
    public abstract void fold(long left, long right, long target, long count);

    abstract int bytes();

    /** Combines numbers of any memory; for {@link SharedMemory#everything()} an offset is an address. */
    public abstract void fold(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset,
            MemorySegment target, long targetOffset, long count);
}
