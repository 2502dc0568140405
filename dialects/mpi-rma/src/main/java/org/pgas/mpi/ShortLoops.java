package org.pgas.mpi;

/** Loops over arrays of shorts: arithmetic, and logic where what is not 0 is true. */
final class ShortLoops {
    private ShortLoops() {}

    /** {@code shift}: what turns a comparison without sign to one with; 0 for one with. */
    static void combine(Op op, int shift, short[] target, short[] operand, int count) {
        switch (op) {
            case MAX -> max(shift, target, operand, count);
            case MIN -> min(shift, target, operand, count);
            case SUM -> add(target, operand, count);
            case PROD -> multiply(target, operand, count);
            case LAND -> and(target, operand, count);
            case LOR -> or(target, operand, count);
            case LXOR -> xor(target, operand, count);
            default -> throw Folds.undefined(op, Basic.SHORT);
        }
    }

    private static void max(int shift, short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (Math.max(target[i] ^ shift, operand[i] ^ shift) ^ shift);
        }
    }

    private static void min(int shift, short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (Math.min(target[i] ^ shift, operand[i] ^ shift) ^ shift);
        }
    }

    private static void add(short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (target[i] + operand[i]);
        }
    }

    private static void multiply(short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (target[i] * operand[i]);
        }
    }

    private static void and(short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (truth(target[i]) & truth(operand[i]));
        }
    }

    private static void or(short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (truth(target[i]) | truth(operand[i]));
        }
    }

    private static void xor(short[] target, short[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (short) (truth(target[i]) ^ truth(operand[i]));
        }
    }

    /** 1 of what is not 0: the sign of a number or of its negative is set then, and of no other. */
    private static int truth(int value) {
        return (value | -value) >>> 31;
    }
}
