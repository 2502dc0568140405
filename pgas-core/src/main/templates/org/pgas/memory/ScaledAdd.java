//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Number | Int | Long | Float | Double
//$ number | int | long | float | double
//$ NUMBER | INT | LONG | FLOAT | DOUBLE
//$ bytes  | 4   | 8    | 4     | 8

package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

import org.pgas.AccumulateType;

/**
 * {@code target[i] = target[i] + scale * source[i]}, plainly: the caller sees to it that no other thread updates the
 * target. Ranges do not overlap; a target is a multiple of the size of a number.
 *
 * <p>A source is native memory, an array, or an address. The segment of native memory notices, before anything is
 * added, that it has been closed, is another thread's, or is too short.
 *
 * <p>HotSpot makes no vectors of a plain loop over two places in native memory, since one may overlap the other. So
 * many numbers of native memory are added four at a time, between two {@link NumberViews views}, all four loaded before
 * the first is stored. What is not aligned, and memory that another thread could close meanwhile, which a view does not
 * notice, is copied to an array of the thread, a block at a time, and added from there. Few are added one by one.
 *
 * <p>All survive a truncated file, by an {@link InternalError}; a block of the target may hold anything then.
 */
public final class ScaledAdd {
    /**
     * From this count on a loop of its own: HotSpot compiles a loop for the number of rounds that it has seen, and one
     * that has mostly run for a few numbers does many at a third of the rate.
     */
    private static final int MANY = 256;

    /** What it may not access is confined to one thread. */
    private static final Thread NOBODYS = Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(() -> {});

    private static final MemorySegment.Scope NEVER_CLOSED = SharedMemory.everything().scope();

    private ScaledAdd() {}

    /** Whether no other thread can close that memory while this one, which may use it, reads its addresses. */
    private static boolean isOnlyClosedHere(MemorySegment source) {
        return source.isNative() && (source.scope() == NEVER_CLOSED || !source.isAccessibleBy(NOBODYS));
    }

//$ Int Long Float Double
    /** Adds {@code count} $number$s from offset {@code from} of native memory. */
    public static void add$Number$s(MemorySegment source, long from, long target, long count, $number$ scale) {
        if (count >= MANY) {
            addMany$Number$s(source, from, target, count, scale);
            return;
        }
        for (long at = 0; at < $bytes$ * count; at += $bytes$) {
            SharedMemory.put$Number$(target + at,
                    SharedMemory.get$Number$(target + at) + scale * SharedMemory.get$Number$(source, from + at));
        }
    }

    private static void addMany$Number$s(MemorySegment source, long from, long target, long count, $number$ scale) {
        long first = source.address() + from;
        if ((first | target) % $bytes$ == 0 && isOnlyClosedHere(source)) {
            // throws where the source has been closed, is another thread's, or is shorter
            SharedMemory.get$Number$(source, from);
            SharedMemory.get$Number$(source, from + $bytes$ * (count - 1));
            for (long done = 0; done < count; done += NumberViews.MOST) {
                int block = (int) Math.min(NumberViews.MOST, count - done);
                addBlock(first + $bytes$ * done, target + $bytes$ * done, block, scale);
            }
            return;
        }
        NumberScratch scratch = NumberScratch.$NUMBER$S.get();
        $number$[] numbers = ($number$[]) scratch.leftArray;
        for (long done = 0; done < count; done += numbers.length) {
            int block = (int) Math.min(numbers.length, count - done);
            MemorySegment.copy(source, from + $bytes$ * done, scratch.left, 0, $bytes$L * block);
            addBlock(numbers, 0, target + $bytes$ * done, block, scale);
        }
    }

    private static void addBlock(long source, long target, int count, $number$ scale) {
        add(NumberViews.of(source).$number$s(), NumberViews.place(source, $bytes$),
                NumberViews.of(target).$number$s(), NumberViews.place(target, $bytes$), count, scale);
    }

    /** Four at once, all loaded before the first is stored: so the compiler knows that they can be a vector. */
    private static void add($Number$Buffer source, int from, $Number$Buffer target, int to, int count,
            $number$ scale) {
        int bounded = Math.min(count, NumberViews.MOST);
        int fours = bounded & -4;
        for (int i = 0; i < fours; i += 4) {
            $number$ source0 = source.get(from + i);
            $number$ source1 = source.get(from + i + 1);
            $number$ source2 = source.get(from + i + 2);
            $number$ source3 = source.get(from + i + 3);
            $number$ target0 = target.get(to + i);
            $number$ target1 = target.get(to + i + 1);
            $number$ target2 = target.get(to + i + 2);
            $number$ target3 = target.get(to + i + 3);
            target.put(to + i, target0 + scale * source0);
            target.put(to + i + 1, target1 + scale * source1);
            target.put(to + i + 2, target2 + scale * source2);
            target.put(to + i + 3, target3 + scale * source3);
        }
        for (int i = fours; i < bounded; i++) {
            target.put(to + i, target.get(to + i) + scale * source.get(from + i));
        }
    }

    private static void addBlock($number$[] source, int from, long target, int count, $number$ scale) {
        $Number$Buffer memory = NumberViews.of(target).$number$s();
        int place = NumberViews.place(target, $bytes$);
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            memory.put(place + i, memory.get(place + i) + scale * source[from + i]);
        }
    }

    /** Adds {@code count} $number$s from index {@code from}. */
    public static void add$Number$s($number$[] source, int from, long target, int count, $number$ scale) {
        if (count >= MANY) {
            addMany$Number$s(source, from, target, count, scale);
            return;
        }
        for (int i = 0; i < count; i++) {
            long t = target + $bytes$L * i;
            SharedMemory.put$Number$(t, SharedMemory.get$Number$(t) + scale * source[from + i]);
        }
    }

    private static void addMany$Number$s($number$[] source, int from, long target, int count, $number$ scale) {
        for (int done = 0; done < count; done += NumberViews.MOST) {
            int block = Math.min(NumberViews.MOST, count - done);
            addBlock(source, from + done, target + $bytes$L * done, block, scale);
        }
    }

    public static void add$Number$s(long source, long target, long count, $number$ scale) {
        add$Number$s(SharedMemory.everything(), source, target, count, scale);
    }

//$ Float Double
    public static void addComplex$Number$s(long source, long target, long count, $number$ real, $number$ imaginary) {
        for (long at = 0; at < 2 * $bytes$ * count; at += 2 * $bytes$) {
            $number$ re = SharedMemory.get$Number$(source + at);
            $number$ im = SharedMemory.get$Number$(source + at + $bytes$);
            SharedMemory.put$Number$(target + at, SharedMemory.get$Number$(target + at) + (real * re - imaginary * im));
            SharedMemory.put$Number$(target + at + $bytes$,
                    SharedMemory.get$Number$(target + at + $bytes$) + (real * im + imaginary * re));
        }
    }

    /** Multiplies complex numbers in place, so that their parts can be added one by one. */
    public static void multiplyComplex$Number$s($number$[] numbers, int count, $number$ real, $number$ imaginary) {
        for (int i = 0; i < 2 * count; i += 2) {
            $number$ re = numbers[i];
            $number$ im = numbers[i + 1];
            numbers[i] = real * re - imaginary * im;
            numbers[i + 1] = real * im + imaginary * re;
        }
    }

    private static void addAnyComplex$Number$s(long source, long target, long count, $number$ real,
            $number$ imaginary) {
        if (imaginary == 0) {
            add$Number$s(source, target, 2 * count, real);
        } else {
            addComplex$Number$s(source, target, count, real, imaginary);
        }
    }

//$
    /**
     * Adds {@code count} scaled elements between two addresses, not atomically. {@code scale} and {@code imaginary} are
     * the bits of the factor's parts; the second only counts for complex numbers, and if it is 0, the first multiplies
     * each part by itself.
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
}
