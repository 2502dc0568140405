package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Loops that add scaled numbers of local memory of any kind to those of mapped memory, in runs at a constant distance or by lists: {@code target =
 * target + scale * source}, plainly. Who calls sees to it that nobody else updates the target, that targets are multiples of the size of a number's parts,
 * and that they do not overlap each other nor the source, which has any alignment.
 *
 * <p>For each kind of number and of memory there are loops of their own, copies of one class, {@link AddLoops}: see {@link RunKernels} for why.
 * The source is read through its own segment, which notices when it has been closed; a truncated file is an {@link InternalError}.
 *
 * <p>A product is rounded before it is added. Any thread; nothing is allocated.
 */
public abstract class AddKernels {
    /** What is added. */
    public enum Kind {
        INT(4, 4),
        LONG(8, 8),
        FLOAT(4, 4),
        DOUBLE(8, 8),
        COMPLEX_FLOAT(8, 4),
        COMPLEX_DOUBLE(16, 8);

        private final int bytes;
        private final int partBytes;

        private final ClassValue<AddKernels> kernels = new ClassValue<>() {
            @Override
            protected AddKernels computeValue(Class<?> source) {
                return specialise(new Kinds(Kind.this, source));
            }
        };

        Kind(int bytes, int partBytes) {
            this.bytes = bytes;
            this.partBytes = partBytes;
        }

        /** Of a number. */
        public int bytes() {
            return bytes;
        }

        /** Of a complex number's part; otherwise of a number. */
        public int partBytes() {
            return partBytes;
        }
    }

    /** What a copy of the loops is for: the kind of numbers, and the class of the source's segment. */
    record Kinds(Kind kind, Class<?> source) {}

    AddKernels() {}

    /** The loops for numbers of this kind in memory of this kind. */
    public static AddKernels of(Kind kind, MemorySegment source) {
        return kind.kernels.get(source.getClass());
    }

    private static AddKernels specialise(Kinds kinds) {
        return (AddKernels) LoopCopies.of(MethodHandles.lookup(), AddLoops.class, kinds);
    }

    /**
     * Adds {@code count} runs of {@code run} bytes, whole numbers, at a constant distance on either side. The scale is the bits of the factor or of
     * its real part, {@code imaginary} those of its other part.
     */
    public abstract void row(long scale, long imaginary, int run, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride);

    /**
     * Adds entries {@code first} and following, {@code count} of them, of a list of runs. Entry i has {@code lengths[i]} bytes, or {@code run} if that is null;
     * and is at {@code from + sourceOffsets[i]}, or at {@code from + i * sourceStride} if that is null; so is the target.
     */
    public abstract void list(long scale, long imaginary, int run, long[] lengths, int first, int count,
            MemorySegment source, long from, long[] sourceOffsets, long sourceStride, long target,
            long[] targetOffsets, long targetStride);

    /** Adds one part of one complex product: 0 is the real one. */
    public abstract void part(long scale, long imaginary, int part, MemorySegment source, long from, long target);
}
