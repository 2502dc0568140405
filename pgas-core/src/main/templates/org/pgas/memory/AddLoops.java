//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Number | Int | Long | Float | Double
//$ number | int | long | float | double
//$ NUMBER | INT | LONG | FLOAT | DOUBLE
//$ TYPE   | INT | LNG  | FLT   | DBL
//$ bytes  | 4   | 8    | 4     | 8
//$ get    | (int) INTS.get | (long) LONGS.get | (float) FLOATS.get | (double) DOUBLES.get
//$ ofBits | (int) scale | scale | Float.intBitsToFloat((int) scale) | Double.longBitsToDouble(scale)

package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.pgas.AccumulateType;

/**
 * The loops of {@link AddKernels}. Only copies of this class are used: each is for one kind of numbers and of memory,
 * which it knows as constants.
 *
 * <p>Loads come before the stores, since HotSpot keeps the order of accesses that may be to the same place. HotSpot
 * makes vectors of a loop over long runs, but not of one over short runs. What counts there is how few steps a number
 * takes: eight at a time take 8.6 us, one at a time 12, vectors 5.7 (doubles, 64-byte runs, 128 KiB, 2026-11-21). To
 * begin and end a loop for each run takes longer than its rounds: so the loops go by columns of runs where there are
 * more runs than numbers in one.
 */
final class AddLoops extends AddKernels {
    private static final MemorySegment ALL = SharedMemory.everything();
//$ Int Long Float Double
    private static final VarHandle $NUMBER$S = SharedMemory.$NUMBER$S;
//$

    private static final Kinds KINDS = LoopCopies.constants(MethodHandles.lookup(), Kinds.class);
    private static final AccumulateType TYPE = KINDS.type();
    private static final Class<?> SOURCE = KINDS.source();

    // a switch over an enum looks its cases up in a table, which is not a constant to the compiler
//$ Int Long Float Double
    private static final boolean IS_$NUMBER$ = TYPE == AccumulateType.$TYPE$;
//$
    private static final boolean IS_COMPLEX_FLOAT = TYPE == AccumulateType.CPL;
    private static final boolean IS_COMPLEX_DOUBLE = TYPE == AccumulateType.DCP;
    private static final boolean IS_COMPLEX = TYPE.isComplex();

    /** Bytes of a number. */
    private static final int ONE = TYPE.bytes();

    private static final int EIGHT = 8 * ONE;

    /**
     * Bytes from which on a run is added by {@link ScaledAdd}: by vectors, which have to make up for what comes before
     * them.
     */
    private static final int LONG = 2048;

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
//$ Int Long Float Double
        if (IS_$NUMBER$) {
            eight$Number$s($ofBits$, count, source, from, sourceStride, target, targetStride);
        }
//$
    }

    /** By vectors. */
    private static void many(long scale, int run, MemorySegment source, long from, long target) {
        int count = run / ONE;
//$ Int Long Float Double
        if (IS_$NUMBER$) {
            ScaledAdd.add$Number$s(source, from, target, count, $ofBits$);
        }
//$
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
//$ Int Long Float Double
        if (IS_$NUMBER$) {
            $NUMBER$S.set(ALL, t, $get$(ALL, t) + $ofBits$ * $get$(source, s));
        }
//$
        if (IS_COMPLEX_FLOAT) {

            complexFloat(Float.intBitsToFloat((int) scale), Float.intBitsToFloat((int) imaginary), source, s, t);
        } else if (IS_COMPLEX_DOUBLE) {
            complexDouble(Double.longBitsToDouble(scale), Double.longBitsToDouble(imaginary), source, s, t);
        }
    }

//$ Int Long Float Double
    private static void eight$Number$s($number$ scale, int count, MemorySegment source, long from, long sourceStride,
            long target, long targetStride) {
        long nextSource = from;
        long nextTarget = target;
        for (int i = 0; i < count; i++) {
            long s = nextSource;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            $number$ a = $get$(ALL, t) + scale * $get$(source, s);
            $number$ b = $get$(ALL, t + $bytes$) + scale * $get$(source, s + $bytes$);
            $number$ c = $get$(ALL, t + 2 * $bytes$) + scale * $get$(source, s + 2 * $bytes$);
            $number$ d = $get$(ALL, t + 3 * $bytes$) + scale * $get$(source, s + 3 * $bytes$);
            $number$ e = $get$(ALL, t + 4 * $bytes$) + scale * $get$(source, s + 4 * $bytes$);
            $number$ f = $get$(ALL, t + 5 * $bytes$) + scale * $get$(source, s + 5 * $bytes$);
            $number$ g = $get$(ALL, t + 6 * $bytes$) + scale * $get$(source, s + 6 * $bytes$);
            $number$ h = $get$(ALL, t + 7 * $bytes$) + scale * $get$(source, s + 7 * $bytes$);
            $NUMBER$S.set(ALL, t, a);
            $NUMBER$S.set(ALL, t + $bytes$, b);
            $NUMBER$S.set(ALL, t + 2 * $bytes$, c);
            $NUMBER$S.set(ALL, t + 3 * $bytes$, d);
            $NUMBER$S.set(ALL, t + 4 * $bytes$, e);
            $NUMBER$S.set(ALL, t + 5 * $bytes$, f);
            $NUMBER$S.set(ALL, t + 6 * $bytes$, g);
            $NUMBER$S.set(ALL, t + 7 * $bytes$, h);
            nextSource += sourceStride;
            nextTarget += targetStride;
        }
    }

//$ Float Double
    private static void complex$Number$($number$ scale, $number$ imaginary, MemorySegment source, long s, long t) {
        $number$ re = $get$(source, s);
        $number$ im = $get$(source, s + $bytes$);
        $number$ first = $get$(ALL, t) + (scale * re - imaginary * im);
        $number$ second = $get$(ALL, t + $bytes$) + (scale * im + imaginary * re);
        $NUMBER$S.set(ALL, t, first);
        $NUMBER$S.set(ALL, t + $bytes$, second);
    }

    private static void part$Number$($number$ scale, $number$ imaginary, int part, MemorySegment source, long s,
            long t) {
        $number$ re = $get$(source, s);
        $number$ im = $get$(source, s + $bytes$);
        $number$ product = part == 0 ? scale * re - imaginary * im : scale * im + imaginary * re;
        $NUMBER$S.set(ALL, t, $get$(ALL, t) + product);
    }

//$
    @Override
    public void part(long scale, long imaginary, int part, MemorySegment source, long from, long target) {
        if (IS_COMPLEX_FLOAT) {
            partFloat(Float.intBitsToFloat((int) scale), Float.intBitsToFloat((int) imaginary), part, known(source),
                    from, target);
        } else {
            partDouble(Double.longBitsToDouble(scale), Double.longBitsToDouble(imaginary), part, known(source), from,
                    target);
        }
    }
}
