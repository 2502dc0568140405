package org.pgas.memory;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The loops of {@link AddKernels}. Nobody uses this class: its copies are used, each for one kind of numbers and of memory, which it knows as constants.
 *
 * <p>Loads come before the stores, since HotSpot keeps the order of accesses that may be to the same place. A loop over longer runs it turns into vectors. A loop
 * over short ones it does not, so what counts there is how few steps a number takes: eight at a time, 8.6 us; one at a time 12 (doubles, 64-byte runs, 128 KiB, 2026-11-21;
 * by vectors 5.7). To begin and end a loop for each run takes longer than its rounds, hence columns of runs rather than rows where there are more runs than numbers in one.
 */
final class AddLoops extends AddKernels {
    private static final MemorySegment ALL = SharedMemory.everything();
    private static final VarHandle INTS = SharedMemory.INTS;
    private static final VarHandle LONGS = SharedMemory.LONGS;
    private static final VarHandle FLOATS = SharedMemory.FLOATS;
    private static final VarHandle DOUBLES = SharedMemory.DOUBLES;

    private static final Kind KIND = kinds().kind();
    private static final Class<?> SOURCE = kinds().source();

    // a switch over an enum looks its cases up in a table, which is not a constant to the compiler
    private static final boolean IS_INT = KIND == Kind.INT;
    private static final boolean IS_LONG = KIND == Kind.LONG;
    private static final boolean IS_FLOAT = KIND == Kind.FLOAT;
    private static final boolean IS_DOUBLE = KIND == Kind.DOUBLE;
    private static final boolean IS_COMPLEX_FLOAT = KIND == Kind.COMPLEX_FLOAT;
    private static final boolean IS_COMPLEX = KIND.bytes() != KIND.partBytes();

    /** Of a number. */
    private static final int ONE = KIND.bytes();

    private static final int EIGHT = 8 * ONE;

    /**
     * Bytes from which on a run is added by {@link ScaledAdd}: by vectors, which have to make up for what comes before
     * them.
     */
    private static final int LONG = 2048;

    private static Kinds kinds() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Kinds.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The source, with its class known to the compiler. */
    private static MemorySegment known(MemorySegment source) {
        return (MemorySegment) SOURCE.cast(source);
    }

    @Override
    public void row(long scale, long imaginary, int run, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride) {
        any(scale, imaginary, run, count, known(source), from, sourceStride, target, targetStride);
    }

    private static void any(long scale, long imaginary, int run, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride) {
        if (run >= LONG && !IS_COMPLEX) {
            for (int i = 0; i < count; i++) {
                many(scale, run, source, from + i * sourceStride, target + i * targetStride);
            }
            return;
        }
        int whole = IS_COMPLEX ? 0 : run - run % EIGHT;
        if (whole > 0) {
            eights(scale, whole / EIGHT, count, source, from, sourceStride, target, targetStride);
        }
        if (whole < run) {
            rest(scale, imaginary, (run - whole) / ONE, count, source, from + whole, sourceStride, target + whole,
                    targetStride);
        }
    }

    /** Runs of {@code numbers} numbers: by rows or by columns, whichever are longer. */
    private static void rest(long scale, long imaginary, int numbers, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride) {
        if (count >= numbers) {
            for (int i = 0; i < numbers; i++) {
                ones(scale, imaginary, count, source, from + i * ONE, sourceStride, target + i * ONE, targetStride);
            }
        } else {
            for (int i = 0; i < count; i++) {
                ones(scale, imaginary, numbers, source, from + i * sourceStride, ONE, target + i * targetStride, ONE);
            }
        }
    }

    private static void ones(long scale, long imaginary, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride) {
        long s = from;
        long t = target;
        for (int i = 0; i < count; i++) {
            one(scale, imaginary, source, s, t);
            s += sourceStride;
            t += targetStride;
        }
    }

    /** Runs of {@code eights} times eight numbers: by rows or by columns of such, whichever are longer. */
    private static void eights(long scale, int eights, int count, MemorySegment source, long from,
            long sourceStride, long target, long targetStride) {
        if (count >= eights) {
            for (int i = 0; i < eights; i++) {
                eight(scale, count, source, from + i * EIGHT, sourceStride, target + i * EIGHT, targetStride);
            }
        } else {
            for (int i = 0; i < count; i++) {
                eight(scale, eights, source, from + i * sourceStride, EIGHT, target + i * targetStride, EIGHT);
            }
        }
    }

    private static void eight(long scale, int count, MemorySegment source, long from, long sourceStride, long target,
            long targetStride) {
        if (IS_INT) {
            eightInts((int) scale, count, source, from, sourceStride, target, targetStride);
        } else if (IS_LONG) {
            eightLongs(scale, count, source, from, sourceStride, target, targetStride);
        } else if (IS_FLOAT) {
            eightFloats(Float.intBitsToFloat((int) scale), count, source, from, sourceStride, target, targetStride);
        } else {
            eightDoubles(Double.longBitsToDouble(scale), count, source, from, sourceStride, target, targetStride);
        }
    }

    /** By vectors. */
    private static void many(long scale, int run, MemorySegment source, long from, long target) {
        int count = run / ONE;
        if (IS_INT) {
            ScaledAdd.addInts(source, from, target, count, (int) scale);
        } else if (IS_LONG) {
            ScaledAdd.addLongs(source, from, target, count, scale);
        } else if (IS_FLOAT) {
            ScaledAdd.addFloats(source, from, target, count, Float.intBitsToFloat((int) scale));
        } else {
            ScaledAdd.addDoubles(source, from, target, count, Double.longBitsToDouble(scale));
        }
    }

    @Override
    public void list(long scale, long imaginary, int run, long[] lengths, int first, int count,
            MemorySegment source, long from, long[] sourceOffsets, long sourceStride, long target,
            long[] targetOffsets, long targetStride) {
        MemorySegment memory = known(source);
        if (lengths == null && run == ONE) {
            for (int i = first; i < first + count; i++) {
                one(scale, imaginary, memory, from + at(sourceOffsets, sourceStride, i),
                        target + at(targetOffsets, targetStride, i));
            }
            return;
        }
        for (int i = first; i < first + count; i++) {
            any(scale, imaginary, lengths == null ? run : (int) lengths[i], 1, memory,
                    from + at(sourceOffsets, sourceStride, i), 0, target + at(targetOffsets, targetStride, i), 0);
        }
    }

    private static long at(long[] offsets, long stride, int i) {
        return offsets == null ? i * stride : offsets[i];
    }

    private static void one(long scale, long imaginary, MemorySegment source, long s, long t) {
        if (IS_INT) {
            INTS.set(ALL, t, (int) INTS.get(ALL, t) + (int) scale * (int) INTS.get(source, s));
        } else if (IS_LONG) {
            LONGS.set(ALL, t, (long) LONGS.get(ALL, t) + scale * (long) LONGS.get(source, s));
        } else if (IS_FLOAT) {
            FLOATS.set(ALL, t, (float) FLOATS.get(ALL, t)
                    + Float.intBitsToFloat((int) scale) * (float) FLOATS.get(source, s));
        } else if (IS_DOUBLE) {
            DOUBLES.set(ALL, t,
                    (double) DOUBLES.get(ALL, t) + Double.longBitsToDouble(scale) * (double) DOUBLES.get(source, s));
        } else if (IS_COMPLEX_FLOAT) {
            complexFloat(Float.intBitsToFloat((int) scale), Float.intBitsToFloat((int) imaginary), source, s, t);
        } else {
            complexDouble(Double.longBitsToDouble(scale), Double.longBitsToDouble(imaginary), source, s, t);
        }
    }

    private static void eightInts(int scale, int count, MemorySegment source, long from, long sourceStride,
            long target, long targetStride) {
        long nextSource = from;
        long nextTarget = target;
        for (int i = 0; i < count; i++) {
            long s = nextSource;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            int a = (int) INTS.get(ALL, t) + scale * (int) INTS.get(source, s);
            int b = (int) INTS.get(ALL, t + 4) + scale * (int) INTS.get(source, s + 4);
            int c = (int) INTS.get(ALL, t + 8) + scale * (int) INTS.get(source, s + 8);
            int d = (int) INTS.get(ALL, t + 12) + scale * (int) INTS.get(source, s + 12);
            int e = (int) INTS.get(ALL, t + 16) + scale * (int) INTS.get(source, s + 16);
            int f = (int) INTS.get(ALL, t + 20) + scale * (int) INTS.get(source, s + 20);
            int g = (int) INTS.get(ALL, t + 24) + scale * (int) INTS.get(source, s + 24);
            int h = (int) INTS.get(ALL, t + 28) + scale * (int) INTS.get(source, s + 28);
            INTS.set(ALL, t, a);
            INTS.set(ALL, t + 4, b);
            INTS.set(ALL, t + 8, c);
            INTS.set(ALL, t + 12, d);
            INTS.set(ALL, t + 16, e);
            INTS.set(ALL, t + 20, f);
            INTS.set(ALL, t + 24, g);
            INTS.set(ALL, t + 28, h);
            nextSource += sourceStride;
            nextTarget += targetStride;
        }
    }

    private static void eightLongs(long scale, int count, MemorySegment source, long from, long sourceStride,
            long target, long targetStride) {
        long nextSource = from;
        long nextTarget = target;
        for (int i = 0; i < count; i++) {
            long s = nextSource;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            long a = (long) LONGS.get(ALL, t) + scale * (long) LONGS.get(source, s);
            long b = (long) LONGS.get(ALL, t + 8) + scale * (long) LONGS.get(source, s + 8);
            long c = (long) LONGS.get(ALL, t + 16) + scale * (long) LONGS.get(source, s + 16);
            long d = (long) LONGS.get(ALL, t + 24) + scale * (long) LONGS.get(source, s + 24);
            long e = (long) LONGS.get(ALL, t + 32) + scale * (long) LONGS.get(source, s + 32);
            long f = (long) LONGS.get(ALL, t + 40) + scale * (long) LONGS.get(source, s + 40);
            long g = (long) LONGS.get(ALL, t + 48) + scale * (long) LONGS.get(source, s + 48);
            long h = (long) LONGS.get(ALL, t + 56) + scale * (long) LONGS.get(source, s + 56);
            LONGS.set(ALL, t, a);
            LONGS.set(ALL, t + 8, b);
            LONGS.set(ALL, t + 16, c);
            LONGS.set(ALL, t + 24, d);
            LONGS.set(ALL, t + 32, e);
            LONGS.set(ALL, t + 40, f);
            LONGS.set(ALL, t + 48, g);
            LONGS.set(ALL, t + 56, h);
            nextSource += sourceStride;
            nextTarget += targetStride;
        }
    }

    private static void eightFloats(float scale, int count, MemorySegment source, long from, long sourceStride,
            long target, long targetStride) {
        long nextSource = from;
        long nextTarget = target;
        for (int i = 0; i < count; i++) {
            long s = nextSource;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            float a = (float) FLOATS.get(ALL, t) + scale * (float) FLOATS.get(source, s);
            float b = (float) FLOATS.get(ALL, t + 4) + scale * (float) FLOATS.get(source, s + 4);
            float c = (float) FLOATS.get(ALL, t + 8) + scale * (float) FLOATS.get(source, s + 8);
            float d = (float) FLOATS.get(ALL, t + 12) + scale * (float) FLOATS.get(source, s + 12);
            float e = (float) FLOATS.get(ALL, t + 16) + scale * (float) FLOATS.get(source, s + 16);
            float f = (float) FLOATS.get(ALL, t + 20) + scale * (float) FLOATS.get(source, s + 20);
            float g = (float) FLOATS.get(ALL, t + 24) + scale * (float) FLOATS.get(source, s + 24);
            float h = (float) FLOATS.get(ALL, t + 28) + scale * (float) FLOATS.get(source, s + 28);
            FLOATS.set(ALL, t, a);
            FLOATS.set(ALL, t + 4, b);
            FLOATS.set(ALL, t + 8, c);
            FLOATS.set(ALL, t + 12, d);
            FLOATS.set(ALL, t + 16, e);
            FLOATS.set(ALL, t + 20, f);
            FLOATS.set(ALL, t + 24, g);
            FLOATS.set(ALL, t + 28, h);
            nextSource += sourceStride;
            nextTarget += targetStride;
        }
    }

    private static void eightDoubles(double scale, int count, MemorySegment source, long from, long sourceStride,
            long target, long targetStride) {
        long nextSource = from;
        long nextTarget = target;
        for (int i = 0; i < count; i++) {
            long s = nextSource;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            double a = (double) DOUBLES.get(ALL, t) + scale * (double) DOUBLES.get(source, s);
            double b = (double) DOUBLES.get(ALL, t + 8) + scale * (double) DOUBLES.get(source, s + 8);
            double c = (double) DOUBLES.get(ALL, t + 16) + scale * (double) DOUBLES.get(source, s + 16);
            double d = (double) DOUBLES.get(ALL, t + 24) + scale * (double) DOUBLES.get(source, s + 24);
            double e = (double) DOUBLES.get(ALL, t + 32) + scale * (double) DOUBLES.get(source, s + 32);
            double f = (double) DOUBLES.get(ALL, t + 40) + scale * (double) DOUBLES.get(source, s + 40);
            double g = (double) DOUBLES.get(ALL, t + 48) + scale * (double) DOUBLES.get(source, s + 48);
            double h = (double) DOUBLES.get(ALL, t + 56) + scale * (double) DOUBLES.get(source, s + 56);
            DOUBLES.set(ALL, t, a);
            DOUBLES.set(ALL, t + 8, b);
            DOUBLES.set(ALL, t + 16, c);
            DOUBLES.set(ALL, t + 24, d);
            DOUBLES.set(ALL, t + 32, e);
            DOUBLES.set(ALL, t + 40, f);
            DOUBLES.set(ALL, t + 48, g);
            DOUBLES.set(ALL, t + 56, h);
            nextSource += sourceStride;
            nextTarget += targetStride;
        }
    }

    private static void complexFloat(float scale, float imaginary, MemorySegment source, long s, long t) {
        float re = (float) FLOATS.get(source, s);
        float im = (float) FLOATS.get(source, s + 4);
        float first = (float) FLOATS.get(ALL, t) + (scale * re - imaginary * im);
        float second = (float) FLOATS.get(ALL, t + 4) + (scale * im + imaginary * re);
        FLOATS.set(ALL, t, first);
        FLOATS.set(ALL, t + 4, second);
    }

    private static void complexDouble(double scale, double imaginary, MemorySegment source, long s, long t) {
        double re = (double) DOUBLES.get(source, s);
        double im = (double) DOUBLES.get(source, s + 8);
        double first = (double) DOUBLES.get(ALL, t) + (scale * re - imaginary * im);
        double second = (double) DOUBLES.get(ALL, t + 8) + (scale * im + imaginary * re);
        DOUBLES.set(ALL, t, first);
        DOUBLES.set(ALL, t + 8, second);
    }

    @Override
    public void part(long scale, long imaginary, int part, MemorySegment source, long from, long target) {
        MemorySegment memory = known(source);
        if (IS_COMPLEX_FLOAT) {
            float real = Float.intBitsToFloat((int) scale);
            float other = Float.intBitsToFloat((int) imaginary);
            float re = (float) FLOATS.get(memory, from);
            float im = (float) FLOATS.get(memory, from + 4);
            float product = part == 0 ? real * re - other * im : real * im + other * re;
            FLOATS.set(ALL, target, (float) FLOATS.get(ALL, target) + product);
        } else {
            double real = Double.longBitsToDouble(scale);
            double other = Double.longBitsToDouble(imaginary);
            double re = (double) DOUBLES.get(memory, from);
            double im = (double) DOUBLES.get(memory, from + 8);
            double product = part == 0 ? real * re - other * im : real * im + other * re;
            DOUBLES.set(ALL, target, (double) DOUBLES.get(ALL, target) + product);
        }
    }
}
