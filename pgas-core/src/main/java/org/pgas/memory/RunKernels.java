package org.pgas.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Loops that copy runs of bytes from one memory to another: at a constant distance, in two nested loops, transposed, and by lists of offsets. A side
 * is a segment of any kind and an offset in it, or mapped memory, which is {@link SharedMemory#everything()} and an address.
 *
 * <p>HotSpot compiles an access to a segment for the kinds of segment that it has seen at that place. A loop that has seen arrays and
 * native memory takes 20 to 40 times as long, for either, so each pair of kinds has loops of its own: copies of one class, {@link
 * RunLoops}, made when the pair first comes. (8-byte runs, 128 KiB, 7.5 us alone, 274 after arrays; 2026-11-21.)
 *
 * <p>Runs of a target do not overlap each other nor the source. No order and no atomicity; naturally aligned runs of 1, 2, 4 and 8 bytes do not tear.
 * Ranges are checked by the segments, those of mapped memory by nobody. Any thread; nothing is allocated.
 */
public abstract class RunKernels {
    /** Stands for mapped memory where other memory is known by its segment's class. */
    private static final Class<?> MAPPED = SharedMemory.class;

    private static final ClassValue<ClassValue<RunKernels>> KERNELS = new ClassValue<>() {
        @Override
        protected ClassValue<RunKernels> computeValue(Class<?> from) {
            return new ClassValue<>() {
                @Override
                protected RunKernels computeValue(Class<?> to) {
                    return specialise(new Kinds(kind(from), kind(to)));
                }
            };
        }
    };

    /** The classes of the segments that a copy of the loops gets; null where the memory is mapped. */
    record Kinds(Class<?> from, Class<?> to) {}

    RunKernels() {}

    /** The loops for memory of these kinds. */
    public static RunKernels between(MemorySegment from, MemorySegment to) {
        return KERNELS.get(key(from)).get(key(to));
    }

    private static Class<?> key(MemorySegment memory) {
        return memory == SharedMemory.everything() ? MAPPED : memory.getClass();
    }

    private static Class<?> kind(Class<?> key) {
        return key == MAPPED ? null : key;
    }

    private static RunKernels specialise(Kinds kinds) {
        try (InputStream loops = RunKernels.class.getResourceAsStream("RunLoops.class")) {
            return (RunKernels) MethodHandles.lookup().defineHiddenClassWithClassData(loops.readAllBytes(), kinds, true)
                    .lookupClass().getDeclaredConstructor().newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException("the library's own classes cannot be read", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the library's own loops cannot be made for " + kinds, e);
        }
    }

    /** {@code count} runs of {@code run} bytes at a constant distance on either side. */
    public abstract void row(long run, long count, MemorySegment from, long source, long sourceStride,
            MemorySegment to, long target, long targetStride);

    /** {@code rows} rows of {@code count} runs. */
    public abstract void grid(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch);

    /** As {@link #grid}, where neighbours lie in a row of the target, and in a column of the source. */
    public abstract void transpose(long run, long count, long rows, MemorySegment from, long source,
            long sourceStride, long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch);

    /** Runs of equal length, with a list for each side. */
    public abstract void lists(long run, MemorySegment from, long source, long[] sourceOffsets, MemorySegment to,
            long target, long[] targetOffsets);

    /** From {@code count} entries of a list, beginning with {@code first}, to runs at a constant distance. */
    public abstract void gather(long run, int count, MemorySegment from, long source, long[] offsets, int first,
            MemorySegment to, long target, long targetStride);

    /** From runs at a constant distance to {@code count} entries of a list, beginning with {@code first}. */
    public abstract void scatter(long run, int count, MemorySegment from, long source, long sourceStride,
            MemorySegment to, long target, long[] offsets, int first);

    /** Runs of any length, with a list for each side. */
    public abstract void pieces(MemorySegment from, long source, long[] sourceOffsets, MemorySegment to, long target,
            long[] targetOffsets, long[] lengths);
}
