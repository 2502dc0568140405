package org.pgas.mpi;

/** Loops over arrays of ints and longs, where what is not 0 is true. */
final class LogicalLoops {
    private LogicalLoops() {}

    static void combine(Op op, int[] target, int[] operand, int count) {
        switch (op) {
            case LAND -> and(target, operand, count);
            case LOR -> or(target, operand, count);
            case LXOR -> xor(target, operand, count);
            default -> throw Folds.undefined(op, Basic.INT);
        }
    }

    private static void and(int[] target, int[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) & truth(operand[i]);
        }
    }

    private static void or(int[] target, int[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) | truth(operand[i]);
        }
    }

    private static void xor(int[] target, int[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) ^ truth(operand[i]);
        }
    }

    /** 1 of what is not 0: the sign of a number or of its negative is set then, and of no other. */
    private static int truth(int value) {
        return (value | -value) >>> 31;
    }

    static void combine(Op op, long[] target, long[] operand, int count) {
        switch (op) {
            case LAND -> and(target, operand, count);
            case LOR -> or(target, operand, count);
            case LXOR -> xor(target, operand, count);
            default -> throw Folds.undefined(op, Basic.LONG);
        }
    }

    private static void and(long[] target, long[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) & truth(operand[i]);
        }
    }

    private static void or(long[] target, long[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) | truth(operand[i]);
        }
    }

    private static void xor(long[] target, long[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) ^ truth(operand[i]);
        }
    }

    /** 1 of what is not 0: the sign of a number or of its negative is set then, and of no other. */
    private static long truth(long value) {
        return (value | -value) >>> 63;
    }
}
