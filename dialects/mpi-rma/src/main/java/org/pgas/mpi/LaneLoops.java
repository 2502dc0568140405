package org.pgas.mpi;

/**
 * Loops over bytes or shorts, taken as lanes of longs: the greater and the lesser, and logic where what is not 0 is
 * true. HotSpot makes no vectors of such loops over bytes and shorts, but of arithmetic with longs it does.
 *
 * <p>No carry leaves a lane: a sum or difference is made of the bits below the highest one of each, which is set in the
 * one and cleared in the other.
 */
final class LaneLoops {
    private static final long BYTE_TOPS = 0x8080_8080_8080_8080L;
    private static final long SHORT_TOPS = 0x8000_8000_8000_8000L;

    private LaneLoops() {}

    /** Of lanes of {@code width} (1 or 2) bytes; behind the last one they compute what nobody needs. */
    static void combine(Op op, int width, boolean unsigned, long[] target, long[] operand, int longs) {
        long tops = width == 1 ? BYTE_TOPS : SHORT_TOPS;
        int shift = 8 * width - 1;
        switch (op) {
            case MAX -> max(tops, unsigned ? 0 : tops, shift, target, operand, longs);
            case MIN -> min(tops, unsigned ? 0 : tops, shift, target, operand, longs);
            case LAND -> and(tops, shift, target, operand, longs);
            case LOR -> or(tops, shift, target, operand, longs);
            case LXOR -> xor(tops, shift, target, operand, longs);
            default -> throw Folds.undefined(op, width == 1 ? Basic.INT8 : Basic.SHORT);
        }
    }

    /** {@code flip}: what turns a comparison with sign to one without. */
    private static void max(long tops, long flip, int shift, long[] target, long[] operand, int longs) {
        for (int i = 0; i < longs; i++) {
            long t = target[i];
            long o = operand[i];
            target[i] = t ^ (t ^ o) & less(t ^ flip, o ^ flip, tops, shift);
        }
    }

    private static void min(long tops, long flip, int shift, long[] target, long[] operand, int longs) {
        for (int i = 0; i < longs; i++) {
            long t = target[i];
            long o = operand[i];
            target[i] = o ^ (t ^ o) & less(t ^ flip, o ^ flip, tops, shift);
        }
    }

    private static void and(long tops, int shift, long[] target, long[] operand, int longs) {
        for (int i = 0; i < longs; i++) {
            target[i] = (truth(target[i], tops) & truth(operand[i], tops)) >>> shift;
        }
    }

    private static void or(long tops, int shift, long[] target, long[] operand, int longs) {
        for (int i = 0; i < longs; i++) {
            target[i] = truth(target[i] | operand[i], tops) >>> shift;
        }
    }

    private static void xor(long tops, int shift, long[] target, long[] operand, int longs) {
        for (int i = 0; i < longs; i++) {
            target[i] = (truth(target[i], tops) ^ truth(operand[i], tops)) >>> shift;
        }
    }

    /** All bits of each lane where that of {@code a} is less than that of {@code b}, without sign. */
    private static long less(long a, long b, long tops, int shift) {
        long notLessBelow = (a | tops) - (b & ~tops);
        long less = (~a & b | ~(a ^ b) & ~notLessBelow) & tops;
        return (less << 1) - (less >>> shift);
    }

    /** The highest bit of each lane that is not 0. */
    private static long truth(long a, long tops) {
        return ((a & ~tops) + ~tops | a) & tops;
    }
}
