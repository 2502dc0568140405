//$ Maven makes ByteLoops and ShortLoops of this text with config/Templates.java: one class of each
//$ column of the table. $Small$ stands for what the column has in the row Small; so do the other names between dollars.
//$
//$ Small | Byte | Short
//$ small | byte | short
//$ INT8  | INT8 | SHORT

package org.pgas.mpi;

/** Loops over arrays of $small$s: arithmetic, and logic where what is not 0 is true. */
final class $Small$Loops {
    private $Small$Loops() {}

    /** {@code shift}: what turns a comparison without sign to one with; 0 for one with. */
    static void combine(Op op, int shift, $small$[] target, $small$[] operand, int count) {
        switch (op) {
            case MAX -> max(shift, target, operand, count);
            case MIN -> min(shift, target, operand, count);
            case SUM -> add(target, operand, count);
            case PROD -> multiply(target, operand, count);
            case LAND -> and(target, operand, count);
            case LOR -> or(target, operand, count);
            case LXOR -> xor(target, operand, count);
            default -> throw Folds.undefined(op, Basic.$INT8$);
        }
    }

    private static void max(int shift, $small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (Math.max(target[i] ^ shift, operand[i] ^ shift) ^ shift);
        }
    }

    private static void min(int shift, $small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (Math.min(target[i] ^ shift, operand[i] ^ shift) ^ shift);
        }
    }

    private static void add($small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (target[i] + operand[i]);
        }
    }

    private static void multiply($small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (target[i] * operand[i]);
        }
    }

    private static void and($small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (truth(target[i]) & truth(operand[i]));
        }
    }

    private static void or($small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (truth(target[i]) | truth(operand[i]));
        }
    }

    private static void xor($small$[] target, $small$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = ($small$) (truth(target[i]) ^ truth(operand[i]));
        }
    }

    /** 1 of what is not 0: the sign of a number or of its negative is set then, and of no other. */
    private static int truth(int value) {
        return (value | -value) >>> 31;
    }
}
