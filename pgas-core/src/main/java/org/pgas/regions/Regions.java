package org.pgas.regions;

import java.util.Arrays;

/**
 * Byte ranges ("runs") relative to a base, in the order in which a transfer takes them: the bytes of all runs, one run
 * after the other, are the packed form of what is moved, and two sets of regions of equal volume are two layouts of one
 * packed form.
 *
 * <p>Normalised when made: no run is empty, no level has one round, ranges that follow each other without a gap are one
 * run, levels that continue each other are one level, and a list with a constant distance is a {@link Nest}. Runs may
 * overlap; a caller that writes to them sees to it that they do not.
 *
 * <p>Immutable; any thread.
 */
public abstract sealed class Regions permits Nest, IndexedRuns, VectorRuns {
    /** No offset and no volume is larger: so a sum with an address or a size does not wrap into a legal range. */
    public static final long MOST = 1L << 61;

    /** No bytes at all. */
    public static final Regions EMPTY = new Nest(0, 0, new long[0], new long[0], 0, 0, 0);

    /** What {@link #grain} and {@link #spacing} look for. */
    private static final int MOST_GRAIN = 16;

    private static final long[] NO_LEVELS = {};

    private final long bytes;
    private final long low;
    private final long high;

    /** Low bits of all lengths, and in the next five of all distances; 0 while unknown. Racy: all find the same. */
    private int bits; // any thread | any thread | plain

    Regions(long bytes, long low, long high) {
        this.bytes = bytes;
        this.low = low;
        this.high = high;
    }

    /** One range. */
    public static Regions contiguous(long origin, long bytes) {
        return nest(origin, bytes, NO_LEVELS, NO_LEVELS);
    }

    /**
     * Runs of {@code run} bytes in a nest of loops: level 0 is the innermost loop, with {@code counts[0]} rounds that
     * are {@code strides[0]} bytes apart; the first run begins at {@code origin}. Strides have any sign. Nothing is
     * negative but origin and strides; the arrays are not kept.
     *
     * @throws ArithmeticException beyond {@link #MOST}
     */
    public static Regions nest(long origin, long run, long[] counts, long[] strides) {
        if (run == 0 || Arrays.stream(counts).anyMatch(count -> count == 0)) {
            return EMPTY;
        }
        long[] mergedCounts = new long[counts.length];
        long[] mergedStrides = new long[counts.length];
        int levels = 0;
        long merged = run;
        long bytes = run;
        long low = origin;
        long high = Math.addExact(origin, run);
        for (int level = 0; level < counts.length; level++) {
            long count = counts[level];
            long stride = strides[level];
            if (count == 1) {
                continue;
            }
            bytes = Math.multiplyExact(bytes, count);
            long reach = Math.multiplyExact(stride, count - 1);
            low = Math.addExact(low, Math.min(0, reach));
            high = Math.addExact(high, Math.max(0, reach));
            if (levels == 0 && stride == merged) {
                merged *= count;
            } else if (levels > 0 && stride == mergedStrides[levels - 1] * mergedCounts[levels - 1]) {
                mergedCounts[levels - 1] *= count;
            } else {
                mergedCounts[levels] = count;
                mergedStrides[levels++] = stride;
            }
        }
        return new Nest(origin, merged, Arrays.copyOf(mergedCounts, levels), Arrays.copyOf(mergedStrides, levels),
                atMost(bytes), atLeast(low), atMost(high));
    }

    /**
     * Runs of {@code run} bytes at {@code offsets}, which are not kept. Nothing is negative but offsets.
     *
     * @throws ArithmeticException beyond {@link #MOST}
     */
    public static Regions indexed(long run, long[] offsets) {
        int count = offsets.length;
        if (run == 0 || count == 0) {
            return EMPTY;
        }
        long stride = count == 1 ? run : offsets[1] - offsets[0];
        boolean isEven = true;
        int joints = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            low = Math.min(low, offsets[i]);
            high = Math.max(high, offsets[i]);
            if (i > 0) {
                long distance = offsets[i] - offsets[i - 1];
                isEven &= distance == stride;
                joints += distance == run ? 1 : 0;
            }
        }
        if (isEven) {
            return nest(offsets[0], run, new long[]{count}, new long[]{stride});
        }
        if (2L * joints >= count) {
            // half as many runs of unequal lengths gain more than equal ones
            long[] lengths = new long[count];
            Arrays.fill(lengths, run);
            return vector(offsets, lengths);
        }
        return new IndexedRuns(run, offsets.clone(), atMost(Math.multiplyExact(run, count)), atLeast(low),
                atMost(Math.addExact(high, run)));
    }

    /**
     * Runs of {@code lengths} bytes at {@code offsets}, of the same number; the arrays are not kept. Nothing is
     * negative but offsets.
     *
     * @throws ArithmeticException beyond {@link #MOST}
     */
    public static Regions vector(long[] offsets, long[] lengths) {
        long[] starts = new long[offsets.length];
        long[] positions = new long[offsets.length + 1];
        int runs = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        long end = 0;
        long bytes = 0;
        boolean isEqual = true;
        for (int i = 0; i < offsets.length; i++) {
            if (lengths[i] == 0) {
                continue;
            }
            if (runs == 0 || offsets[i] != end) {
                starts[runs] = offsets[i];
                positions[runs++] = bytes;
            }
            end = Math.addExact(offsets[i], lengths[i]);
            bytes = Math.addExact(bytes, lengths[i]);
            positions[runs] = bytes;
            low = Math.min(low, offsets[i]);
            high = Math.max(high, end);
        }
        if (runs == 0) {
            return EMPTY;
        }
        long first = positions[1];
        for (int i = 1; i < runs; i++) {
            isEqual &= positions[i + 1] - positions[i] == first;
        }
        atMost(bytes);
        atMost(high);
        atLeast(low);
        if (isEqual) {
            return indexed(first, runs == starts.length ? starts : Arrays.copyOf(starts, runs));
        }
        return new VectorRuns(Arrays.copyOf(starts, runs), Arrays.copyOf(positions, runs + 1), bytes, low, high);
    }

    private static long atLeast(long low) {
        if (low < -MOST) {
            throw new ArithmeticException(low + " is below " + -MOST);
        }
        return low;
    }

    private static long atMost(long number) {
        if (number > MOST) {
            throw new ArithmeticException(number + " exceeds " + MOST);
        }
        return number;
    }

    /** Volume: the sum of all runs. */
    public final long bytes() {
        return bytes;
    }

    /** Offset of the lowest byte; 0 of {@link #EMPTY}. */
    public final long low() {
        return low;
    }

    /** Offset behind the highest byte; 0 of {@link #EMPTY}. */
    public final long high() {
        return high;
    }

    /** Whether it is one run, or none. */
    public final boolean isContiguous() {
        return runs() <= 1;
    }

    public abstract long runs();

    /** Offset of a run's first byte. */
    public abstract long offset(long index);

    /** Length of a run in bytes. */
    public abstract long length(long index);

    /** The run that has the byte at this position of the packed form. */
    public abstract long runAt(long position);

    /** Position of a run's first byte in the packed form. */
    public abstract long position(long index);

    /** Largest power of two, up to 16, that divides the length of every run. */
    public final int grain() {
        if (bits == 0) {
            bits = bitsOfAll();
        }
        return Integer.lowestOneBit(bits & 31);
    }

    /** Largest power of two, up to 16, that divides all distances between two runs. */
    public final int spacing() {
        if (bits == 0) {
            bits = bitsOfAll();
        }
        return Integer.lowestOneBit(bits >> 5);
    }

    private int bitsOfAll() {
        long lengths = MOST_GRAIN;
        long distances = MOST_GRAIN;
        if (this instanceof Nest nest) {
            lengths |= nest.run;
            for (long stride : nest.strides) {
                distances |= stride;
            }
        } else {
            long runs = runs();
            for (long run = 0; run < runs; run++) {
                lengths |= length(run);
                distances |= offset(run) - offset(0);
            }
        }
        return (int) (lengths & 31 | (distances & 31) << 5);
    }
}
