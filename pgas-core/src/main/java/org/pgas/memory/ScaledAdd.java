package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

import org.pgas.AccumulateType;

/**
 * {@code target[i] = target[i] + scale * source[i]}, plainly: who calls sees to it that nobody else updates the target. Ranges do not
 * overlap; a target is a multiple of the size of a number.
 *
 * <p>A source is native memory, an array, or an address. Native memory is read through its own segment, which notices
 * when it has been closed.
 *
 * <p>HotSpot makes no vectors of a loop over two places in native memory, since one may overlap the other. So many
 * numbers of native memory are copied to an array of the thread, a block at a time, and added from there; the target is
 * a {@link NumberViews view}. Few are added one by one.
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
        if (count >= MANY) {
            addManyInts(source, from, target, count, scale);
            return;
        }
        for (long at = 0; at < 4 * count; at += 4) {
            SharedMemory.putInt(target + at,
                    SharedMemory.getInt(target + at) + scale * SharedMemory.getInt(source, from + at));
        }
    }

    private static void addManyInts(MemorySegment source, long from, long target, long count, int scale) {
        NumberScratch scratch = NumberScratch.INTS.get();
        int[] numbers = (int[]) scratch.leftArray;
        for (long done = 0; done < count; done += numbers.length) {
            int block = (int) Math.min(numbers.length, count - done);
            MemorySegment.copy(source, from + 4 * done, scratch.left, 0, 4L * block);
            addBlock(numbers, 0, target + 4 * done, block, scale);
        }
    }

    private static void addBlock(int[] source, int from, long target, int count, int scale) {
        IntBuffer memory = NumberViews.of(target).ints();
        int place = NumberViews.place(target, 4);
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            memory.put(place + i, memory.get(place + i) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} longs from offset {@code from} of native memory. */
    public static void addLongs(MemorySegment source, long from, long target, long count, long scale) {
        if (count >= MANY) {
            addManyLongs(source, from, target, count, scale);
            return;
        }
        for (long at = 0; at < 8 * count; at += 8) {
            SharedMemory.putLong(target + at,
                    SharedMemory.getLong(target + at) + scale * SharedMemory.getLong(source, from + at));
        }
    }

    private static void addManyLongs(MemorySegment source, long from, long target, long count, long scale) {
        NumberScratch scratch = NumberScratch.LONGS.get();
        long[] numbers = (long[]) scratch.leftArray;
        for (long done = 0; done < count; done += numbers.length) {
            int block = (int) Math.min(numbers.length, count - done);
            MemorySegment.copy(source, from + 8 * done, scratch.left, 0, 8L * block);
            addBlock(numbers, 0, target + 8 * done, block, scale);
        }
    }

    private static void addBlock(long[] source, int from, long target, int count, long scale) {
        LongBuffer memory = NumberViews.of(target).longs();
        int place = NumberViews.place(target, 8);
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            memory.put(place + i, memory.get(place + i) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} floats from offset {@code from} of native memory. */
    public static void addFloats(MemorySegment source, long from, long target, long count, float scale) {
        if (count >= MANY) {
            addManyFloats(source, from, target, count, scale);
            return;
        }
        for (long at = 0; at < 4 * count; at += 4) {
            SharedMemory.putFloat(target + at,
                    SharedMemory.getFloat(target + at) + scale * SharedMemory.getFloat(source, from + at));
        }
    }

    private static void addManyFloats(MemorySegment source, long from, long target, long count, float scale) {
        NumberScratch scratch = NumberScratch.FLOATS.get();
        float[] numbers = (float[]) scratch.leftArray;
        for (long done = 0; done < count; done += numbers.length) {
            int block = (int) Math.min(numbers.length, count - done);
            MemorySegment.copy(source, from + 4 * done, scratch.left, 0, 4L * block);
            addBlock(numbers, 0, target + 4 * done, block, scale);
        }
    }

    private static void addBlock(float[] source, int from, long target, int count, float scale) {
        FloatBuffer memory = NumberViews.of(target).floats();
        int place = NumberViews.place(target, 4);
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            memory.put(place + i, memory.get(place + i) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} doubles from offset {@code from} of native memory. */
    public static void addDoubles(MemorySegment source, long from, long target, long count, double scale) {
        if (count >= MANY) {
            addManyDoubles(source, from, target, count, scale);
            return;
        }
        for (long at = 0; at < 8 * count; at += 8) {
            SharedMemory.putDouble(target + at,
                    SharedMemory.getDouble(target + at) + scale * SharedMemory.getDouble(source, from + at));
        }
    }

    private static void addManyDoubles(MemorySegment source, long from, long target, long count, double scale) {
        NumberScratch scratch = NumberScratch.DOUBLES.get();
        double[] numbers = (double[]) scratch.leftArray;
        for (long done = 0; done < count; done += numbers.length) {
            int block = (int) Math.min(numbers.length, count - done);
            MemorySegment.copy(source, from + 8 * done, scratch.left, 0, 8L * block);
            addBlock(numbers, 0, target + 8 * done, block, scale);
        }
    }

    private static void addBlock(double[] source, int from, long target, int count, double scale) {
        DoubleBuffer memory = NumberViews.of(target).doubles();
        int place = NumberViews.place(target, 8);
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            memory.put(place + i, memory.get(place + i) + scale * source[from + i]);
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
        for (int done = 0; done < count; done += NumberViews.MOST) {
            int block = Math.min(NumberViews.MOST, count - done);
            addBlock(source, from + done, target + 4L * done, block, scale);
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
        for (int done = 0; done < count; done += NumberViews.MOST) {
            int block = Math.min(NumberViews.MOST, count - done);
            addBlock(source, from + done, target + 8L * done, block, scale);
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
        for (int done = 0; done < count; done += NumberViews.MOST) {
            int block = Math.min(NumberViews.MOST, count - done);
            addBlock(source, from + done, target + 4L * done, block, scale);
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
        for (int done = 0; done < count; done += NumberViews.MOST) {
            int block = Math.min(NumberViews.MOST, count - done);
            addBlock(source, from + done, target + 8L * done, block, scale);
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
