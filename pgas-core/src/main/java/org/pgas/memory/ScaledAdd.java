package org.pgas.memory;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;

/**
 * {@code target[i] = target[i] + scale * source[i]}, plainly: who calls sees to it that nobody else updates the target. Ranges do not
 * overlap; a target is a multiple of the size of a number.
 *
 * <p>A source is native memory, an array, or an address. Native memory is read through its own segment, which notices when it has been
 * closed; one kernel for segments on the heap and others would cost each of them a call for every number.
 *
 * <p>Kernels for native sources load four numbers before they store any: HotSpot keeps loads behind stores that may be to the same
 * place, and neither reorders nor vectorises them by itself. A loop of one number a round has 0.8 of the rate of this one, and one of
 * eight 0.85 (doubles, 64 KiB, interleaved medians, 2026-11-21). An array is known to be another place, so its loop is plain.
 *
 * <p>All survive a truncated file, by an {@link InternalError}.
 */
public final class ScaledAdd {
    /**
     * From this count on a loop of its own: HotSpot compiles a loop for the number of rounds that it has seen, and one that has mostly
     * run for a few numbers does many at a third of the rate.
     */
    private static final int MANY = 256;

    private ScaledAdd() {}

    /** Adds {@code count} ints from offset {@code from} of native memory. */
    public static void addInts(MemorySegment source, long from, long target, long count, int scale) {
        long many = count < MANY ? 0 : count & -4;
        if (many > 0) {
            addManyInts(source, from, target, many, scale);
        }
        for (long at = 4 * many; at < 4 * count; at += 4) {
            SharedMemory.putInt(target + at,
                    SharedMemory.getInt(target + at) + scale * SharedMemory.getInt(source, from + at));
        }
    }

    private static void addManyInts(MemorySegment source, long from, long target, long count, int scale) {
        for (long at = 0; at < 4 * count; at += 16) {
            long s = from + at;
            long t = target + at;
            int first = SharedMemory.getInt(t) + scale * SharedMemory.getInt(source, s);
            int second = SharedMemory.getInt(t + 4) + scale * SharedMemory.getInt(source, s + 4);
            int third = SharedMemory.getInt(t + 8) + scale * SharedMemory.getInt(source, s + 8);
            int fourth = SharedMemory.getInt(t + 12) + scale * SharedMemory.getInt(source, s + 12);
            SharedMemory.putInt(t, first);
            SharedMemory.putInt(t + 4, second);
            SharedMemory.putInt(t + 8, third);
            SharedMemory.putInt(t + 12, fourth);
        }
    }

    /** Adds {@code count} longs from offset {@code from} of native memory. */
    public static void addLongs(MemorySegment source, long from, long target, long count, long scale) {
        long many = count < MANY ? 0 : count & -4;
        if (many > 0) {
            addManyLongs(source, from, target, many, scale);
        }
        for (long at = 8 * many; at < 8 * count; at += 8) {
            SharedMemory.putLong(target + at,
                    SharedMemory.getLong(target + at) + scale * SharedMemory.getLong(source, from + at));
        }
    }

    private static void addManyLongs(MemorySegment source, long from, long target, long count, long scale) {
        for (long at = 0; at < 8 * count; at += 32) {
            long s = from + at;
            long t = target + at;
            long first = SharedMemory.getLong(t) + scale * SharedMemory.getLong(source, s);
            long second = SharedMemory.getLong(t + 8) + scale * SharedMemory.getLong(source, s + 8);
            long third = SharedMemory.getLong(t + 16) + scale * SharedMemory.getLong(source, s + 16);
            long fourth = SharedMemory.getLong(t + 24) + scale * SharedMemory.getLong(source, s + 24);
            SharedMemory.putLong(t, first);
            SharedMemory.putLong(t + 8, second);
            SharedMemory.putLong(t + 16, third);
            SharedMemory.putLong(t + 24, fourth);
        }
    }

    /** Adds {@code count} floats from offset {@code from} of native memory. */
    public static void addFloats(MemorySegment source, long from, long target, long count, float scale) {
        long many = count < MANY ? 0 : count & -4;
        if (many > 0) {
            addManyFloats(source, from, target, many, scale);
        }
        for (long at = 4 * many; at < 4 * count; at += 4) {
            SharedMemory.putFloat(target + at,
                    SharedMemory.getFloat(target + at) + scale * SharedMemory.getFloat(source, from + at));
        }
    }

    private static void addManyFloats(MemorySegment source, long from, long target, long count, float scale) {
        for (long at = 0; at < 4 * count; at += 16) {
            long s = from + at;
            long t = target + at;
            float first = SharedMemory.getFloat(t) + scale * SharedMemory.getFloat(source, s);
            float second = SharedMemory.getFloat(t + 4) + scale * SharedMemory.getFloat(source, s + 4);
            float third = SharedMemory.getFloat(t + 8) + scale * SharedMemory.getFloat(source, s + 8);
            float fourth = SharedMemory.getFloat(t + 12) + scale * SharedMemory.getFloat(source, s + 12);
            SharedMemory.putFloat(t, first);
            SharedMemory.putFloat(t + 4, second);
            SharedMemory.putFloat(t + 8, third);
            SharedMemory.putFloat(t + 12, fourth);
        }
    }

    /** Adds {@code count} doubles from offset {@code from} of native memory. */
    public static void addDoubles(MemorySegment source, long from, long target, long count, double scale) {
        long many = count < MANY ? 0 : count & -4;
        if (many > 0) {
            addManyDoubles(source, from, target, many, scale);
        }
        for (long at = 8 * many; at < 8 * count; at += 8) {
            SharedMemory.putDouble(target + at,
                    SharedMemory.getDouble(target + at) + scale * SharedMemory.getDouble(source, from + at));
        }
    }

    private static void addManyDoubles(MemorySegment source, long from, long target, long count, double scale) {
        for (long at = 0; at < 8 * count; at += 32) {
            long s = from + at;
            long t = target + at;
            double first = SharedMemory.getDouble(t) + scale * SharedMemory.getDouble(source, s);
            double second = SharedMemory.getDouble(t + 8) + scale * SharedMemory.getDouble(source, s + 8);
            double third = SharedMemory.getDouble(t + 16) + scale * SharedMemory.getDouble(source, s + 16);
            double fourth = SharedMemory.getDouble(t + 24) + scale * SharedMemory.getDouble(source, s + 24);
            SharedMemory.putDouble(t, first);
            SharedMemory.putDouble(t + 8, second);
            SharedMemory.putDouble(t + 16, third);
            SharedMemory.putDouble(t + 24, fourth);
        }
    }

    /** Adds {@code count} ints from index {@code from}. */
    public static void addInts(int[] source, int from, long target, int count, int scale) {
        if (count >= MANY) {
            addManyInts(source, from, target, count, scale);
            return;
        }
        for (int i = 0; i < count; i++) {
            long t = target + 4L * i;
            SharedMemory.putInt(t, SharedMemory.getInt(t) + scale * source[from + i]);
        }
    }

    private static void addManyInts(int[] source, int from, long target, int count, int scale) {
        for (int i = 0; i < count; i++) {
            long t = target + 4L * i;
            SharedMemory.putInt(t, SharedMemory.getInt(t) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} longs from index {@code from}. */
    public static void addLongs(long[] source, int from, long target, int count, long scale) {
        if (count >= MANY) {
            addManyLongs(source, from, target, count, scale);
            return;
        }
        for (int i = 0; i < count; i++) {
            long t = target + 8L * i;
            SharedMemory.putLong(t, SharedMemory.getLong(t) + scale * source[from + i]);
        }
    }

    private static void addManyLongs(long[] source, int from, long target, int count, long scale) {
        for (int i = 0; i < count; i++) {
            long t = target + 8L * i;
            SharedMemory.putLong(t, SharedMemory.getLong(t) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} floats from index {@code from}. */
    public static void addFloats(float[] source, int from, long target, int count, float scale) {
        if (count >= MANY) {
            addManyFloats(source, from, target, count, scale);
            return;
        }
        for (int i = 0; i < count; i++) {
            long t = target + 4L * i;
            SharedMemory.putFloat(t, SharedMemory.getFloat(t) + scale * source[from + i]);
        }
    }

    private static void addManyFloats(float[] source, int from, long target, int count, float scale) {
        for (int i = 0; i < count; i++) {
            long t = target + 4L * i;
            SharedMemory.putFloat(t, SharedMemory.getFloat(t) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} doubles from index {@code from}. */
    public static void addDoubles(double[] source, int from, long target, int count, double scale) {
        if (count >= MANY) {
            addManyDoubles(source, from, target, count, scale);
            return;
        }
        for (int i = 0; i < count; i++) {
            long t = target + 8L * i;
            SharedMemory.putDouble(t, SharedMemory.getDouble(t) + scale * source[from + i]);
        }
    }

    private static void addManyDoubles(double[] source, int from, long target, int count, double scale) {
        for (int i = 0; i < count; i++) {
            long t = target + 8L * i;
            SharedMemory.putDouble(t, SharedMemory.getDouble(t) + scale * source[from + i]);
        }
    }

    public static void addInts(long source, long target, long count, int scale) {
        addInts(SharedMemory.everything(), source, target, count, scale);
    }

    public static void addLongs(long source, long target, long count, long scale) {
        addLongs(SharedMemory.everything(), source, target, count, scale);
    }

    public static void addFloats(long source, long target, long count, float scale) {
        addFloats(SharedMemory.everything(), source, target, count, scale);
    }

    public static void addDoubles(long source, long target, long count, double scale) {
        addDoubles(SharedMemory.everything(), source, target, count, scale);
    }

    public static void addComplexFloats(long source, long target, long count, float real, float imaginary) {
        for (long at = 0; at < 8 * count; at += 8) {
            float re = SharedMemory.getFloat(source + at);
            float im = SharedMemory.getFloat(source + at + 4);
            SharedMemory.putFloat(target + at, SharedMemory.getFloat(target + at) + (real * re - imaginary * im));
            SharedMemory.putFloat(target + at + 4,
                    SharedMemory.getFloat(target + at + 4) + (real * im + imaginary * re));
        }
    }

    public static void addComplexDoubles(long source, long target, long count, double real, double imaginary) {
        for (long at = 0; at < 16 * count; at += 16) {
            double re = SharedMemory.getDouble(source + at);
            double im = SharedMemory.getDouble(source + at + 8);
            SharedMemory.putDouble(target + at, SharedMemory.getDouble(target + at) + (real * re - imaginary * im));
            SharedMemory.putDouble(target + at + 8,
                    SharedMemory.getDouble(target + at + 8) + (real * im + imaginary * re));
        }
    }

    /** Multiplies complex numbers in place, so that their parts can be added one by one. */
    public static void multiplyComplexFloats(float[] numbers, int count, float real, float imaginary) {
        for (int i = 0; i < 2 * count; i += 2) {
            float re = numbers[i];
            float im = numbers[i + 1];
            numbers[i] = real * re - imaginary * im;
            numbers[i + 1] = real * im + imaginary * re;
        }
    }

    /** As {@link #multiplyComplexFloats}. */
    public static void multiplyComplexDoubles(double[] numbers, int count, double real, double imaginary) {
        for (int i = 0; i < 2 * count; i += 2) {
            double re = numbers[i];
            double im = numbers[i + 1];
            numbers[i] = real * re - imaginary * im;
            numbers[i + 1] = real * im + imaginary * re;
        }
    }

    /**
     * Adds {@code count} scaled elements between two addresses, not atomically.
     * {@code scale} and {@code imaginary} are the bits of the factor's parts; the second only counts for complex
     * numbers, and if it is 0, the first multiplies each part by itself.
     */
    public static void add(AccumulateType type, long source, long target, long count, long scale, long imaginary) {
        switch (type) {
            case INT -> addInts(source, target, count, (int) scale);
            case LNG -> addLongs(source, target, count, scale);
            case FLT -> addFloats(source, target, count, Float.intBitsToFloat((int) scale));
            case DBL -> addDoubles(source, target, count, Double.longBitsToDouble(scale));
            case CPL -> addAnyComplexFloats(source, target, count, Float.intBitsToFloat((int) scale),
                    Float.intBitsToFloat((int) imaginary));
            case DCP -> addAnyComplexDoubles(source, target, count, Double.longBitsToDouble(scale),
                    Double.longBitsToDouble(imaginary));
        }
    }

    private static void addAnyComplexFloats(long source, long target, long count, float real, float imaginary) {
        if (imaginary == 0) {
            addFloats(source, target, 2 * count, real);
        } else {
            addComplexFloats(source, target, count, real, imaginary);
        }
    }

    private static void addAnyComplexDoubles(long source, long target, long count, double real, double imaginary) {
        if (imaginary == 0) {
            addDoubles(source, target, 2 * count, real);
        } else {
            addComplexDoubles(source, target, count, real, imaginary);
        }
    }
}
