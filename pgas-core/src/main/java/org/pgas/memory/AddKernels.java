package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.Stream;

import org.pgas.AccumulateType;

/**
 * Loops that add scaled numbers of local memory of any kind to those of mapped memory, in runs at a constant distance
 * or by lists: {@code target = target + scale * source}, plainly. The caller sees to it that nobody else updates the
 * target, that targets are multiples of the size of a number's parts, and that they do not overlap each other nor the
 * source, which has any alignment.
 *
 * <p>For each kind of number and of memory there are loops of their own, copies of one class, {@link AddLoops}: see
 * {@link RunKernels} for why. The source is read through its own segment, which notices when it has been closed; a
 * truncated file is an {@link InternalError}.
 *
 * <p>A product is rounded before it is added. Any thread; nothing is allocated.
 */
public abstract class AddKernels {
    /** By type, and by the class of the source's segment. */
    private static final List<ClassValue<AddKernels>> KERNELS = Stream.of(AccumulateType.values())
            .map(AddKernels::ofType).toList();

    /** What a copy of the loops is for: the kind of numbers, and the class of the source's segment. */
    record Kinds(AccumulateType type, Class<?> source) {}

    AddKernels() {}

    /** The loops for numbers of this type in memory of this kind. */
    public static AddKernels of(AccumulateType type, MemorySegment source) {
        return KERNELS.get(type.ordinal()).get(source.getClass());
    }

    private static ClassValue<AddKernels> ofType(AccumulateType type) {
        return new ClassValue<>() {
            @Override
            protected AddKernels computeValue(Class<?> source) {
                return (AddKernels) LoopCopies.of(MethodHandles.lookup(), AddLoops.class, new Kinds(type, source));
            }
        };
    }

    /**
     * Adds {@code count} runs of {@code run} bytes, whole numbers, at a constant distance on either side. The scale is
     * the bits of the factor or of its real part, {@code imaginary} those of its other part.
     */
    public abstract void row(long scale, long imaginary, int run, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride);

    /**
     * Adds entries {@code first} and following, {@code count} of them, of a list of runs. Entry i has
     * {@code lengths[i]} bytes, or {@code run} if that is null; and is at {@code from + sourceOffsets[i]}, or at
     * {@code from + i * sourceStride} if that is null; so is the target.
     */
    public abstract void list(long scale, long imaginary, int run, long[] lengths, int first, int count,
            MemorySegment source, long from, long[] sourceOffsets, long sourceStride, long target,
            long[] targetOffsets, long targetStride);

    /** Adds one part of one complex product: 0 is the real one. */
    public abstract void part(long scale, long imaginary, int part, MemorySegment source, long from, long target);
}
