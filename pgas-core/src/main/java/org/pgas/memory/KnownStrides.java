package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/**
 * The distances at which loops of one kind have copied, and for those of much use loops that know them. A table with a
 * place for each hash: what has won it keeps it, so there are at most {@link #PLACES} further classes for each kind of
 * loop, whatever a program does. Where loops cannot be made (no file handle to read their class, no memory for it), the
 * place stays empty for good: transfers go on with the loops that there are, and do not try at each call.
 *
 * <p>Any thread. Loops are made under the lock; all else is plain. The counts are hints. {@link #find} asks the loops
 * that it finds what they are for. A thread that does not see yet that a place was tried looks again under the lock.
 */
final class KnownStrides {
    // field                    writer                  reader      order
    // kernels, tried           its maker, in the lock  any thread  plain: loops have final fields; a miss locks
    // moved                    any thread              any thread  plain: a hint
    // sourceStrides            any thread              any thread  plain: a hint, the loops know their own
    // targetStrides            any thread              any thread  plain, likewise
    // sourceInners             any thread              any thread  plain, likewise
    // targetInners             any thread              any thread  plain, likewise

    /** For fewer runs a call of other loops is not worth while. */
    static final int FEWEST_RUNS = 32;

    static final int PLACES = 8;

    /** Bytes after which distances get their own loops: some 50 ms of copying, what it takes to compile these. */
    static final long MUCH = 1 << 30;

    /** So no offset in a call of the loops is beyond what {@link SharedMemory#HIGHEST_ADDRESS} leaves room for. */
    private static final long LONGEST = 1 << 20;

    /** What all segments of arrays are. */
    private static final Class<?> ARRAY = MemorySegment.ofArray(new byte[0]).getClass().getSuperclass();

    private final RunKernels.Constants runs;
    private final Function<StrideKernels.Constants, StrideKernels> maker;
    private final boolean isOfUse;
    private final StrideKernels[] kernels = new StrideKernels[PLACES];
    private final long[] sourceStrides = new long[PLACES];
    private final long[] targetStrides = new long[PLACES];
    private final long[] sourceInners = new long[PLACES];
    private final long[] targetInners = new long[PLACES];
    private final long[] moved = new long[PLACES];

    /** Whether loops were made or could not be. Written under the lock, before the attempt. */
    private final boolean[] tried = new boolean[PLACES];

    KnownStrides(RunKernels.Constants runs) {
        this(runs, StrideKernels::of);
    }

    /** With another maker of loops, for tests. */
    KnownStrides(RunKernels.Constants runs, Function<StrideKernels.Constants, StrideKernels> maker) {
        this.runs = runs;
        this.maker = maker;
        this.isOfUse = runs.run() != RunKernels.OTHER && runs.run() != RunKernels.COPIED && !isSplit(runs);
    }

    /**
     * Elements of an array begin 16 bytes into the object: wide stores to them go over the ends of lines, and take
     * longer.
     */
    private static boolean isSplit(RunKernels.Constants runs) {
        return runs.run() == RunKernels.MOST_MOVED_BYTES && runs.to() != null && ARRAY.isAssignableFrom(runs.to());
    }

    /** Loops for these distances, or null; {@code bytes} are to be copied now. */
    StrideKernels find(long bytes, long sourceStride, long targetStride) {
        return find(bytes, sourceStride, targetStride, 0, 0);
    }

    /** As the other form, of groups of {@link RunKernels#GROUP} runs. */
    StrideKernels find(long bytes, long sourceStride, long targetStride, long sourceInner, long targetInner) {
        if (!isOfUse) {
            return null;
        }
        int place = place(sourceStride, targetStride, sourceInner, targetInner);
        StrideKernels found = kernels[place];
        if (found != null) {
            return found.isFor(sourceStride, targetStride, sourceInner, targetInner) ? found : null;
        }
        return tried[place] ? null : count(place, bytes, sourceStride, targetStride, sourceInner, targetInner);
    }

    private static int place(long sourceStride, long targetStride, long sourceInner, long targetInner) {
        long mixed = (((sourceInner * 31 + targetInner) * 31 + sourceStride) * 31 + targetStride)
                * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 61);
    }

    private StrideKernels count(int place, long bytes, long sourceStride, long targetStride, long sourceInner,
            long targetInner) {
        if (sourceStrides[place] != sourceStride || targetStrides[place] != targetStride
                || sourceInners[place] != sourceInner || targetInners[place] != targetInner) {
            sourceStrides[place] = sourceStride;
            targetStrides[place] = targetStride;
            sourceInners[place] = sourceInner;
            targetInners[place] = targetInner;
            moved[place] = 0;
        }
        moved[place] += bytes;
        if (moved[place] < MUCH || !isShort(sourceStride) || !isShort(targetStride) || !isShort(sourceInner)
                || !isShort(targetInner)) {
            return null;
        }
        return make(place, new StrideKernels.Constants(runs, sourceStride, targetStride, sourceInner, targetInner));
    }

    /** Null too where another thread was first, which the next call sees. */
    private synchronized StrideKernels make(int place, StrideKernels.Constants constants) {
        if (tried[place]) {
            return null;
        }
        tried[place] = true;
        try {
            StrideKernels made = maker.apply(constants);
            kernels[place] = made;
            return made;
        } catch (RuntimeException | LinkageError | OutOfMemoryError _) {
            return null; // a transfer needs no loops of its own, and must not fail for want of them
        }
    }

    private static boolean isShort(long stride) {
        return stride >= -LONGEST && stride <= LONGEST;
    }
}
