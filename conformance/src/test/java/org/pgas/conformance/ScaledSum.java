package org.pgas.conformance;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;

/** What an accumulate does, one element after the other, by nobody's kernels. */
final class ScaledSum {
    private ScaledSum() {}

    /** {@code scale} and {@code imaginary} are bits, as in a call. */
    static void add(AccumulateType type, MemorySegment target, long at, MemorySegment source, long from, long count,
            long scale, long imaginary) {
        for (long i = 0; i < count; i++) {
            long to = at + i * type.bytes();
            long of = from + i * type.bytes();
            switch (type) {
                case INT -> target.set(JAVA_INT_UNALIGNED, to, target.get(JAVA_INT_UNALIGNED, to)
                        + (int) scale * source.get(JAVA_INT_UNALIGNED, of));
                case LNG -> target.set(JAVA_LONG_UNALIGNED, to, target.get(JAVA_LONG_UNALIGNED, to)
                        + scale * source.get(JAVA_LONG_UNALIGNED, of));
                case FLT -> target.set(JAVA_FLOAT_UNALIGNED, to, target.get(JAVA_FLOAT_UNALIGNED, to)
                        + Float.intBitsToFloat((int) scale) * source.get(JAVA_FLOAT_UNALIGNED, of));
                case DBL -> target.set(JAVA_DOUBLE_UNALIGNED, to, target.get(JAVA_DOUBLE_UNALIGNED, to)
                        + Double.longBitsToDouble(scale) * source.get(JAVA_DOUBLE_UNALIGNED, of));
                case CPL -> addComplexFloat(target, to, source, of, Float.intBitsToFloat((int) scale),
                        Float.intBitsToFloat((int) imaginary));
                case DCP -> addComplexDouble(target, to, source, of, Double.longBitsToDouble(scale),
                        Double.longBitsToDouble(imaginary));
            }
        }
    }

    private static void addComplexFloat(MemorySegment target, long to, MemorySegment source, long of, float real,
            float imaginary) {
        float re = source.get(JAVA_FLOAT_UNALIGNED, of);
        float im = source.get(JAVA_FLOAT_UNALIGNED, of + 4);
        if (imaginary == 0) {
            target.set(JAVA_FLOAT_UNALIGNED, to, target.get(JAVA_FLOAT_UNALIGNED, to) + real * re);
            target.set(JAVA_FLOAT_UNALIGNED, to + 4, target.get(JAVA_FLOAT_UNALIGNED, to + 4) + real * im);
            return;
        }
        target.set(JAVA_FLOAT_UNALIGNED, to, target.get(JAVA_FLOAT_UNALIGNED, to) + (real * re - imaginary * im));
        target.set(JAVA_FLOAT_UNALIGNED, to + 4,
                target.get(JAVA_FLOAT_UNALIGNED, to + 4) + (real * im + imaginary * re));
    }

    private static void addComplexDouble(MemorySegment target, long to, MemorySegment source, long of, double real,
            double imaginary) {
        double re = source.get(JAVA_DOUBLE_UNALIGNED, of);
        double im = source.get(JAVA_DOUBLE_UNALIGNED, of + 8);
        if (imaginary == 0) {
            target.set(JAVA_DOUBLE_UNALIGNED, to, target.get(JAVA_DOUBLE_UNALIGNED, to) + real * re);
            target.set(JAVA_DOUBLE_UNALIGNED, to + 8, target.get(JAVA_DOUBLE_UNALIGNED, to + 8) + real * im);
            return;
        }
        target.set(JAVA_DOUBLE_UNALIGNED, to, target.get(JAVA_DOUBLE_UNALIGNED, to) + (real * re - imaginary * im));
        target.set(JAVA_DOUBLE_UNALIGNED, to + 8,
                target.get(JAVA_DOUBLE_UNALIGNED, to + 8) + (real * im + imaginary * re));
    }
}
