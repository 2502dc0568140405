package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Loops that copy runs of bytes from one memory to another: at a constant distance, in two nested loops, transposed,
 * and by lists of offsets. A side is a segment of any kind and an offset in it, or mapped memory, which is
 * {@link SharedMemory#everything()} and an address.
 *
 * <p>HotSpot compiles an access to a segment for the kinds of segment that it has seen at that place. A loop that has
 * seen arrays and native memory takes many times as long, for either. And a method with two loops that are both used is
 * compiled worse than either alone (jmh/NOTES.md, Strides). So there are loops for each pair of kinds and each length
 * of runs that has its own: copies of one class, {@link RunLoops}, which knows both as constants, made when they first
 * come. Distances that come again and again get loops that know them too: see {@link StrideKernels}.
 *
 * <p>Runs of a target do not overlap each other nor the source. No order and no atomicity; naturally aligned runs of 1,
 * 2, 4 and 8 bytes do not tear. Ranges are checked by the segments, those of mapped memory by nobody. Any thread;
 * nothing is allocated.
 */
public abstract class RunKernels {
    /**
     * Runs that a call of the loops copies at most: the loops count with ints, and the code that some collectors get
     * has no safepoints in such loops; so a call has few rounds, and its return is one. That bounds how long others
     * wait for a safepoint, and how often a loop runs into a truncated file before it is told.
     */
    static final int MOST_RUNS = 4096;

    /** Runs of a row that is copied as one where loops know its distances. */
    static final int GROUP = 4;

    /** How many times longer a byte takes column by column than one for which {@link KnownStrides#MUCH} was chosen. */
    private static final int SLOWER = 4;

    /** Bytes that a call of the loops copies at most, unless one run is longer. That one has safepoints of its own. */
    private static final long MOST_BYTES = 1 << 20;

    /** Stands for mapped memory where other memory is known by its segment's class. */
    private static final Class<?> MAPPED = SharedMemory.class;

    /** Runs up to this length are moved by loads and stores. */
    static final int MOST_MOVED_BYTES = 64;

    /** Stands for all lengths up to {@link #MOST_MOVED_BYTES} that have no loop of their own. */
    static final int OTHER = 0;

    /** Stands for all longer ones, and for lengths that differ. */
    static final int COPIED = MOST_MOVED_BYTES + 1;

    private static final ClassValue<ClassValue<Pair>> PAIRS = new ClassValue<>() {
        @Override
        protected ClassValue<Pair> computeValue(Class<?> from) {
            return new ClassValue<>() {
                @Override
                protected Pair computeValue(Class<?> to) {
                    return new Pair(from, to);
                }
            };
        }
    };

    /** The loops for one pair of kinds of memory, by the length of runs. */
    private static final class Pair {
        private final Class<?> from;
        private final Class<?> to;

        /** Plain: one made twice does no harm, since loops keep only what they have found out about strides. */
        private final RunKernels[] byLength = new RunKernels[COPIED + 1]; // any thread | any thread | plain

        Pair(Class<?> from, Class<?> to) {
            this.from = from;
            this.to = to;
        }

        RunKernels of(long run) {
            int length = run > MOST_MOVED_BYTES ? COPIED : Long.bitCount(run) == 1 ? (int) run : OTHER;
            RunKernels found = byLength[length];
            if (found == null) {
                found = specialise(new Constants(kind(from), kind(to), length));
                byLength[length] = found;
            }
            return found;
        }
    }

    /**
     * What a copy of the loops knows.
     *
     * @param from the class of the source's segment, null where it is mapped memory
     * @param to likewise of the target
     * @param run the length of runs, {@link #OTHER} or {@link #COPIED}
     */
    record Constants(Class<?> from, Class<?> to, int run) {}

    private final KnownStrides strides;

    RunKernels(Constants constants) {
        this.strides = new KnownStrides(constants);
    }

    /** The loops for memory of these kinds, and runs of this length; for {@link #pieces}, of the longest one. */
    public static RunKernels of(MemorySegment from, MemorySegment to, long run) {
        return PAIRS.get(key(from)).get(key(to)).of(run);
    }

    private static Class<?> key(MemorySegment memory) {
        return memory == SharedMemory.everything() ? MAPPED : memory.getClass();
    }

    private static Class<?> kind(Class<?> key) {
        return key == MAPPED ? null : key;
    }

    private static RunKernels specialise(Constants constants) {
        return (RunKernels) LoopCopies.of(MethodHandles.lookup(), RunLoops.class, constants);
    }

    private static int most(long run) {
        return Math.clamp(MOST_BYTES / run, 1, MOST_RUNS);
    }

    /** {@code count} runs of {@code run} bytes at a constant distance on either side. */
    public final void row(long run, long count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        int most = most(run);
        StrideKernels known = count < KnownStrides.FEWEST_RUNS ? null
                : strides.find(run * count, sourceStride, targetStride);
        for (long done = 0; done < count; done += most) {
            int part = (int) Math.min(most, count - done);
            long s = source + done * sourceStride;
            long t = target + done * targetStride;
            if (known == null) {
                rowPart(run, part, from, s, sourceStride, to, t, targetStride);
            } else {
                known.row(part, from, s, to, t);
            }
        }
    }

    /** As {@link #grid} of rows of {@link #GROUP} runs, if there are loops that know their distances; or false. */
    final boolean groups(long run, long rows, MemorySegment from, long source, long sourceStride, long sourcePitch,
            MemorySegment to, long target, long targetStride, long targetPitch) {
        StrideKernels known = rows < KnownStrides.FEWEST_RUNS ? null
                : strides.find(SLOWER * run * GROUP * rows, sourcePitch, targetPitch, sourceStride, targetStride);
        for (long done = 0; done < rows && known != null; done += MOST_RUNS) {
            known.row((int) Math.min(MOST_RUNS, rows - done), from, source + done * sourcePitch, to,
                    target + done * targetPitch);
        }
        return known != null;
    }

    /** As {@link #row}, of at most {@link #MOST_RUNS}. */
    abstract void rowPart(long run, int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride);

    /** {@code rows} rows of {@code count} runs. */
    public abstract void grid(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch);

    /** As {@link #grid}, where neighbours lie in a row of the target, and in a column of the source. */
    public abstract void transpose(long run, long count, long rows, MemorySegment from, long source,
            long sourceStride, long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch);

    /**
     * {@code count} runs of equal length, with a list for each side, from an entry on; or, where a list is null, one
     * run behind the other. Not both are null.
     */
    public final void lists(long run, int count, MemorySegment from, long source, long[] sourceOffsets,
            int sourceFirst, MemorySegment to, long target, long[] targetOffsets, int targetFirst) {
        int most = most(run);
        for (int done = 0; done < count; done += most) {
            listsPart(run, Math.min(most, count - done), from,
                    sourceOffsets == null ? source + done * run : source, sourceOffsets, sourceFirst + done, to,
                    targetOffsets == null ? target + done * run : target, targetOffsets, targetFirst + done);
        }
    }

    /** As {@link #lists}, of at most {@link #MOST_RUNS}. */
    abstract void listsPart(long run, int count, MemorySegment from, long source, long[] sourceOffsets,
            int sourceFirst, MemorySegment to, long target, long[] targetOffsets, int targetFirst);

    /** Runs of any length up to {@code longest}, with a list for each side. */
    public final void pieces(long longest, MemorySegment from, long source, long[] sourceOffsets, MemorySegment to,
            long target, long[] targetOffsets, long[] lengths) {
        int most = most(longest);
        for (int first = 0; first < lengths.length; first += most) {
            piecesPart(first, Math.min(lengths.length, first + most), from, source, sourceOffsets, to, target,
                    targetOffsets, lengths);
        }
    }

    /** As {@link #pieces}, from {@code first} up to {@code end}. */
    abstract void piecesPart(int first, int end, MemorySegment from, long source, long[] sourceOffsets,
            MemorySegment to, long target, long[] targetOffsets, long[] lengths);
}
