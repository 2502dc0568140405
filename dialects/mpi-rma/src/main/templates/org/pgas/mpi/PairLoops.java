//$ Maven makes a class for each kind of pair of this text with config/Templates.java: one class of each column of the
//$ table. $Pair$ stands for what the column has in the row Pair; so do the other names between dollars. Lines behind
//$ "//$ LongInt DoubleInt" are for these kinds alone, until the next "//$".
//$
//$ Pair  | TwoInt   | ShortInt        | FloatInt             | LongInt         | DoubleInt
//$ value | int      | short           | float                | long            | double
//$ bits  | pairs[i] | first(pairs[i]) | pairs[i]             | whole(pairs, i) | whole(pairs, i)
//$ of    |          |                 | Float.intBitsToFloat |                 | Double.longBitsToDouble
//$ index | 1        | 1               | 1                    | 2               | 2
//$ ints  | 2        | 2               | 2                    | 3               | 3

package org.pgas.mpi;
//$ ShortInt LongInt DoubleInt

import java.nio.ByteOrder;
//$

/** Loops over pairs of a value ($value$) and an index, taken as $ints$ ints, of which the last is the index. */
final class $Pair$Loops {
//$ ShortInt LongInt DoubleInt
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

//$
    private $Pair$Loops() {}

    /**
     * A pair of the target stays if its value is greater (less, unless {@code max}), or the values are equal and its
     * index is not higher; else the operand's takes its place, also where a value is a NaN.
     */
    static void combine(boolean max, int[] target, int[] operand, int count) {
        for (int i = 0; i < $ints$ * count; i += $ints$) {
            $value$ t = value(target, i);
            $value$ o = value(operand, i);
            if (!(max ? t > o : t < o) && (t != o || target[i + $index$] > operand[i + $index$])) {
                target[i] = operand[i];
                target[i + 1] = operand[i + 1];
//$ LongInt DoubleInt
                target[i + 2] = operand[i + 2];
//$
            }
        }
    }

    private static $value$ value(int[] pairs, int i) {
        return $of$($bits$);
    }
//$ ShortInt

    /** The short in the first two bytes of an int. */
    private static short first(int pair) {
        return (short) (LITTLE_ENDIAN ? pair : pair >> 16);
    }
//$ LongInt DoubleInt

    /** The long that has the bytes of two ints, one behind the other. */
    private static long whole(int[] pairs, int i) {
        return LITTLE_ENDIAN ? (long) pairs[i + 1] << 32 | pairs[i] & 0xFFFF_FFFFL
                : (long) pairs[i] << 32 | pairs[i + 1] & 0xFFFF_FFFFL;
    }
//$
}
