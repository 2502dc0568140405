//$ Maven makes ByteLoops and ShortLoops of this text with config/Templates.java: one class of each
//$ column of the table. $Small$ stands for what the column has in the row Small; so do the other names between dollars.
//$
//$ Small | Byte | Short
//$ small | byte | short
//$ INT8  | INT8 | SHORT

package org.pgas.mpi;

/** Loops over arrays of $small$s: sums and products. {@link LaneLoops} has the others. */
final class $Small$Loops {
    private $Small$Loops() {}

    static void combine(Op op, $small$[] target, $small$[] operand, int count) {
        switch (op) {
            case SUM -> add(target, operand, count);
            case PROD -> multiply(target, operand, count);
            default -> throw Folds.undefined(op, Basic.$INT8$);
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
}
