//$ Maven makes IntLoops and LongLoops of this text with config/Templates.java: one class of each column of the table.
//$ $Number$ stands for what the column has in the row Number; so do the other names between dollars.
//$
//$ Number | Int   | Long
//$ number | int   | long
//$ NUMBER | INT   | LONG
//$ Real   | Float | Double
//$ real   | float | double
//$ top    | 31    | 63

package org.pgas.mpi;

/** Loops over arrays of $number$s: logic, where what is not 0 is true, and products of complex numbers of $real$s. */
final class $Number$Loops {
    private $Number$Loops() {}

    static void combine(Op op, $number$[] target, $number$[] operand, int count) {
        switch (op) {
            case LAND -> and(target, operand, count);
            case LOR -> or(target, operand, count);
            case LXOR -> xor(target, operand, count);
            default -> throw Folds.undefined(op, Basic.$NUMBER$);
        }
    }

    private static void and($number$[] target, $number$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) & truth(operand[i]);
        }
    }

    private static void or($number$[] target, $number$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) | truth(operand[i]);
        }
    }

    private static void xor($number$[] target, $number$[] operand, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = truth(target[i]) ^ truth(operand[i]);
        }
    }

    /** 1 of what is not 0: the sign of a number or of its negative is set then, and of no other. */
    private static $number$ truth($number$ value) {
        return (value | -value) >>> $top$;
    }

    /** Numbers are bits of their real and imaginary parts, one after the other. */
    static void multiply($number$[] target, $number$[] operand, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            $real$ a = $Real$.$number$BitsTo$Real$(target[i]);
            $real$ b = $Real$.$number$BitsTo$Real$(target[i + 1]);
            $real$ c = $Real$.$number$BitsTo$Real$(operand[i]);
            $real$ d = $Real$.$number$BitsTo$Real$(operand[i + 1]);
            target[i] = $Real$.$real$ToRaw$Number$Bits(a * c - b * d);
            target[i + 1] = $Real$.$real$ToRaw$Number$Bits(a * d + b * c);
        }
    }
}
