package org.pgas.mpi;

/** Loops over arrays of bytes: arithmetic, and logic where what is not 0 is true. */
final class ByteLoops {
    private ByteLoops() {}

    /** {@code shift}: what turns a comparison without sign to one with; 0 for one with. */
    static void combine(Op op, int shift, byte[] target, byte[] operand, int count) {
        switch (op) {
            case MAX -> max(shift, target, operand, count);
            case MIN -> min(shift, target, operand, count);
            case SUM -> add(target, operand, count);
            case PROD -> multiply(target, operand, count);
            case LAND -> and(target, operand, count);
            case LOR -> or(target, operand, count);
            case LXOR -> xor(target, operand, count);
            default -> throw Folds.undefined(op, Basic.INT8);
        }
    }

    private static void max(int shift, byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (Math.max(target[i] ^ shift, operand[i] ^ shift) ^ shift);
        }
    }

    private static void min(int shift, byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (Math.min(target[i] ^ shift, operand[i] ^ shift) ^ shift);
        }
    }

    private static void add(byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (target[i] + operand[i]);
        }
    }

    private static void multiply(byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (target[i] * operand[i]);
        }
    }

    private static void and(byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (truth(target[i]) & truth(operand[i]));
        }
    }

    private static void or(byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (truth(target[i]) | truth(operand[i]));
        }
    }

    private static void xor(byte[] target, byte[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = (byte) (truth(target[i]) ^ truth(operand[i]));
        }
    }

    /** 1 of what is not 0: the sign of a number or of its negative is set then, and of no other. */
    private static int truth(int value) {
        return (value | -value) >>> 31;
    }
}
