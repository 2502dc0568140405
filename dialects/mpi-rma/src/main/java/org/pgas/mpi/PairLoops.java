package org.pgas.mpi;

import java.nio.ByteOrder;

/**
 * Loops over pairs of a value and an index, taken as ints: TWO_INT, FLOAT_INT and SHORT_INT are two each, of which the last has the index, and LONG_INT and DOUBLE_INT
 * three. A pair of the target stays if its value is greater (less, for MINLOC), or the values are equal and its index is not higher; else
 * the operand's takes its place, also where a value is a NaN.
 */
final class PairLoops {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private PairLoops() {}

    static void combine(boolean max, Basic basic, int[] target, int[] operand, int count) {
        switch (basic) {
            case TWO_INT -> ints(max, target, operand, count);
            case SHORT_INT -> shorts(max, target, operand, count);
            case FLOAT_INT -> floats(max, target, operand, count);
            case LONG_INT -> longs(max, target, operand, count);
            case DOUBLE_INT -> doubles(max, target, operand, count);
            default -> throw Folds.undefined(max ? Op.MAXLOC : Op.MINLOC, basic);
        }
    }

    private static void ints(boolean max, int[] target, int[] operand, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            int t = target[i];
            int o = operand[i];
            if (!(max ? t > o : t < o) && (t != o || target[i + 1] > operand[i + 1])) {
                target[i] = o;
                target[i + 1] = operand[i + 1];
            }
        }
    }

    private static void shorts(boolean max, int[] target, int[] operand, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            short t = first(target[i]);
            short o = first(operand[i]);
            if (!(max ? t > o : t < o) && (t != o || target[i + 1] > operand[i + 1])) {
                target[i] = operand[i];
                target[i + 1] = operand[i + 1];
            }
        }
    }

    private static void floats(boolean max, int[] target, int[] operand, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            float t = Float.intBitsToFloat(target[i]);
            float o = Float.intBitsToFloat(operand[i]);
            if (!(max ? t > o : t < o) && (t != o || target[i + 1] > operand[i + 1])) {
                target[i] = operand[i];
                target[i + 1] = operand[i + 1];
            }
        }
    }

    private static void longs(boolean max, int[] target, int[] operand, int count) {
        for (int i = 0; i < 3 * count; i += 3) {
            long t = whole(target[i], target[i + 1]);
            long o = whole(operand[i], operand[i + 1]);
            if (!(max ? t > o : t < o) && (t != o || target[i + 2] > operand[i + 2])) {
                take(target, operand, i);
            }
        }
    }

    private static void doubles(boolean max, int[] target, int[] operand, int count) {
        for (int i = 0; i < 3 * count; i += 3) {
            double t = Double.longBitsToDouble(whole(target[i], target[i + 1]));
            double o = Double.longBitsToDouble(whole(operand[i], operand[i + 1]));
            if (!(max ? t > o : t < o) && (t != o || target[i + 2] > operand[i + 2])) {
                take(target, operand, i);
            }
        }
    }

    private static void take(int[] target, int[] operand, int i) {
        target[i] = operand[i];
        target[i + 1] = operand[i + 1];
        target[i + 2] = operand[i + 2];
    }

    /** The short in the first two bytes of an int. */
    private static short first(int pair) {
        return (short) (LITTLE_ENDIAN ? pair : pair >> 16);
    }

    /** The long whose bytes two ints are, one behind the other. */
    private static long whole(int first, int second) {
        return LITTLE_ENDIAN ? (long) second << 32 | first & 0xFFFF_FFFFL : (long) first << 32 | second & 0xFFFF_FFFFL;
    }
}
