//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Number | Int | Long | Float | Double
//$ number | int | long | float | double
//$ NUMBER | INT | LONG | FLOAT | DOUBLE
//$ Box    | Integer | Long | |
//$ last   | 31 | 63 | |
//$ lesser | right ^ (right ^ left) & less(left, right) | choice(left, right, less(right ^ SIGN, left ^ SIGN)) | |

package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * The loops of {@link FoldKernels}. Only copies of this class are used: each is for one kind of numbers and one
 * operation, which it knows as constants.
 *
 * <p>The lesser of two floating-point numbers is chosen by computing with their bits: so the time does not depend on
 * the numbers, as that of a branch does, and HotSpot makes vectors of arithmetic but not of choices. Whether it does
 * depends on the order of the operands of an exclusive or, and on which of two equivalent comparisons is made: see
 * jmh/NOTES.md before a change. {@link Math#min} and {@link Math#max} treat NaNs and zeros otherwise.
 */
final class FoldLoops extends FoldKernels {
    private static final MemorySegment ALL = SharedMemory.everything();
    private static final VarHandle INTS = SharedMemory.INTS;
    private static final VarHandle LONGS = SharedMemory.LONGS;

    private static final Constants CONSTANTS = LoopCopies.constants(MethodHandles.lookup(), Constants.class);
    private static final Numbers NUMBERS = CONSTANTS.numbers();
    private static final Operation OPERATION = CONSTANTS.operation();

    // a switch over an enum looks its cases up in a table, which is not a constant to the compiler
    private static final boolean IS_ADD = OPERATION == Operation.ADD;
    private static final boolean IS_MULTIPLY = OPERATION == Operation.MULTIPLY;
    private static final boolean IS_MIN = OPERATION == Operation.MIN;
    private static final boolean IS_MAX = OPERATION == Operation.MAX;
    private static final boolean IS_AND = OPERATION == Operation.AND;
    private static final boolean IS_OR = OPERATION == Operation.OR;
    private static final boolean IS_FRACTION = NUMBERS == Numbers.FLOAT || NUMBERS == Numbers.DOUBLE;

    /** Sums and products of floating-point numbers are the only ones not computed as those of integers. */
    private static final boolean IS_BY_BITS = !(IS_FRACTION && (IS_ADD || IS_MULTIPLY));

    private static final boolean IS_FOUR_BYTES = NUMBERS.bytes() == 4;
    private static final boolean IS_UNSIGNED = NUMBERS == Numbers.UNSIGNED_INT || NUMBERS == Numbers.UNSIGNED_LONG;

    /** What they are computed as. */
    private static final boolean ARE_INTS = IS_BY_BITS && IS_FOUR_BYTES;

    private static final boolean ARE_LONGS = IS_BY_BITS && !IS_FOUR_BYTES;
    private static final boolean ARE_FLOATS = !IS_BY_BITS && IS_FOUR_BYTES;
    private static final boolean ARE_DOUBLES = !IS_BY_BITS && !IS_FOUR_BYTES;

    /** Four at a time, the choices of the lesser or greater of two fractions are no vectors. */
    private static final boolean IS_CHOICE_OF_FRACTIONS = IS_FRACTION && (IS_MIN || IS_MAX);

    private static final int BYTES = NUMBERS.bytes();

    /** Numbers from which on it pays to begin with vectors. */
    private static final int MANY = 64;

    /** Added to both, it turns a comparison without sign to one with. */
    private static final int INT_SHIFT = IS_UNSIGNED ? Integer.MIN_VALUE : 0;

    private static final long LONG_SHIFT = IS_UNSIGNED ? Long.MIN_VALUE : 0;

    private static final long SIGN = Long.MIN_VALUE;

    private static final int INT_INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    private static final long LONG_INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

    private static NumberScratch scratch() {
        ThreadLocal<NumberScratch> ofThread = IS_BY_BITS
                ? IS_FOUR_BYTES ? NumberScratch.INTS : NumberScratch.LONGS
                : IS_FOUR_BYTES ? NumberScratch.FLOATS : NumberScratch.DOUBLES;
        return ofThread.get();
    }

    private static long one(long left, long right) {
        if (!IS_BY_BITS) {
            return IS_FOUR_BYTES
                    ? Float.floatToRawIntBits(
                            combined(Float.intBitsToFloat((int) left), Float.intBitsToFloat((int) right)))
                    : Double.doubleToRawLongBits(
                            combined(Double.longBitsToDouble(left), Double.longBitsToDouble(right)));
        }
        return IS_FOUR_BYTES ? combined((int) left, (int) right) : combined(left, right);
    }

    @Override
    public long fold(long left, long right) {
        return one(left, right);
    }

    @Override
    int bytes() {
        return BYTES;
    }

    @Override
    public void fold(long left, long right, long target, long count) {
        if (count < MANY) {
            few((int) count, left, right, target);
        } else if ((left | right | target) % BYTES == 0 && isFastestWhereTheyAre(left == target || right == target)) {
            whereTheyAre(left, right, target, count);
        } else if (left == target && left % BYTES == 0) {
            inPlace(left, right, count);
        } else {
            many(ALL, left, ALL, right, ALL, target, count);
        }
    }

    @Override
    public void fold(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset,
            MemorySegment target, long targetOffset, long count) {
        if (left == ALL && right == ALL && target == ALL) {
            fold(leftOffset, rightOffset, targetOffset, count);
        } else {
            many(left, leftOffset, right, rightOffset, target, targetOffset, count);
        }
    }

    /** Whether numbers are combined four at a time, without a copy: jmh/NOTES.md has the figures. */
    private static boolean isFastestWhereTheyAre(boolean isInPlace) {
        return !IS_CHOICE_OF_FRACTIONS && (ARE_INTS || !isInPlace);
    }

    private static void whereTheyAre(long left, long right, long target, long count) {
        for (long done = 0; done < count; done += NumberViews.MOST) {
            int piece = (int) Math.min(NumberViews.MOST, count - done);
            combine(left + BYTES * done, right + BYTES * done, target + BYTES * done, piece);
        }
    }

    /**
     * Takes the right operand through an array, and the left one where it is: its address is a multiple of the size of
     * a number.
     */
    private static void inPlace(long target, long right, long count) {
        NumberScratch scratch = scratch();
        long bytes = count * BYTES;
        for (long done = 0; done < bytes; done += BLOCK_BYTES) {
            long piece = Math.min(BLOCK_BYTES, bytes - done);
            MemorySegment.copy(ALL, right + done, scratch.right, 0, piece);
            combine(target + done, scratch.rightArray, (int) piece / BYTES);
        }
    }

    private static void many(MemorySegment left, long l, MemorySegment right, long r, MemorySegment target,
            long t, long count) {
        NumberScratch scratch = scratch();
        long bytes = count * BYTES;
        for (long done = 0; done < bytes; done += BLOCK_BYTES) {
            long piece = Math.min(BLOCK_BYTES, bytes - done);
            MemorySegment.copy(left, l + done, scratch.left, 0, piece);
            combine(scratch, right, r + done, (int) piece);
            MemorySegment.copy(scratch.left, 0, target, t + done, piece);
        }
    }

    /** Combines numbers of the left array with others, which are used where they are if they can be. */
    private static void combine(NumberScratch scratch, MemorySegment right, long offset, int bytes) {
        if (right == ALL && offset % BYTES == 0) {
            combine(scratch.leftArray, offset, bytes / BYTES);
        } else {
            MemorySegment.copy(right, offset, scratch.right, 0, bytes);
            combine(scratch.leftArray, scratch.rightArray, bytes / BYTES);
        }
    }

    private static void combine(Object left, Object right, int count) {
//$ Int Long Float Double
        if (ARE_$NUMBER$S) {
            $number$s(($number$[]) left, ($number$[]) right, count);
        }
//$
    }

    private static void combine(Object left, long right, int count) {
        NumberViews memory = NumberViews.of(right);
        int place = NumberViews.place(right, BYTES);
//$ Int Long Float Double
        if (ARE_$NUMBER$S) {
            $number$s(($number$[]) left, memory.$number$s(), place, count);
        }
//$
    }

    private static void combine(long left, Object right, int count) {
        NumberViews memory = NumberViews.of(left);
        int place = NumberViews.place(left, BYTES);
//$ Int Long Float Double
        if (ARE_$NUMBER$S) {
            $number$s(memory.$number$s(), place, ($number$[]) right, count);
        }
//$
    }

    private static void combine(long left, long right, long target, int count) {
        NumberViews lefts = NumberViews.of(left);
        NumberViews rights = NumberViews.of(right);
        NumberViews targets = NumberViews.of(target);
//$ Int Long Float Double
        if (ARE_$NUMBER$S) {
            $number$s(lefts.$number$s(), NumberViews.place(left, BYTES), rights.$number$s(),
                    NumberViews.place(right, BYTES), targets.$number$s(), NumberViews.place(target, BYTES), count);
        }
//$
    }

    /** One by one. */
    private static void few(int count, long left, long right, long target) {
        for (int i = 0; i < count; i++) {
            long at = (long) BYTES * i;
            if (IS_FOUR_BYTES) {
                int result = (int) one((int) INTS.get(ALL, left + at), (int) INTS.get(ALL, right + at));
                INTS.set(ALL, target + at, result);
            } else {
                LONGS.set(ALL, target + at, one((long) LONGS.get(ALL, left + at), (long) LONGS.get(ALL, right + at)));
            }
        }
    }

//$ Int Long Float Double
    /** Four at once, all loaded before the first is stored: so the compiler knows that they can be a vector. */
    private static void $number$s($Number$Buffer left, int l, $Number$Buffer right, int r, $Number$Buffer target, int t,
            int count) {
        int bounded = Math.min(count, NumberViews.MOST);
        int fours = bounded & -4;
        for (int i = 0; i < fours; i += 4) {
            $number$ left0 = left.get(l + i);
            $number$ left1 = left.get(l + i + 1);
            $number$ left2 = left.get(l + i + 2);
            $number$ left3 = left.get(l + i + 3);
            $number$ right0 = right.get(r + i);
            $number$ right1 = right.get(r + i + 1);
            $number$ right2 = right.get(r + i + 2);
            $number$ right3 = right.get(r + i + 3);
            target.put(t + i, combined(left0, right0));
            target.put(t + i + 1, combined(left1, right1));
            target.put(t + i + 2, combined(left2, right2));
            target.put(t + i + 3, combined(left3, right3));
        }
        for (int i = fours; i < bounded; i++) {
            target.put(t + i, combined(left.get(l + i), right.get(r + i)));
        }
    }

    private static void $number$s($number$[] left, $Number$Buffer right, int place, int count) {
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            left[i] = combined(left[i], right.get(place + i));
        }
    }

    private static void $number$s($Number$Buffer left, int place, $number$[] right, int count) {
        int bounded = Math.min(count, NumberViews.MOST);
        for (int i = 0; i < bounded; i++) {
            left.put(place + i, combined(left.get(place + i), right[i]));
        }
    }

    private static void $number$s($number$[] left, $number$[] right, int count) {
        for (int i = 0; i < count; i++) {
            left[i] = combined(left[i], right[i]);
        }
    }

//$
//$ Float Double
    private static $number$ combined($number$ left, $number$ right) {
        return IS_ADD ? left + right : left * right;
    }

//$
//$ Int Long
    // the lesser of two longs: -right < -left
    private static $number$ combined($number$ left, $number$ right) {
        if (IS_MIN) {
            return IS_FRACTION ? $lesser$
                    : Math.min(left ^ $NUMBER$_SHIFT, right ^ $NUMBER$_SHIFT) ^ $NUMBER$_SHIFT;
        } else if (IS_MAX) {
            return IS_FRACTION ? choice(left, right, less(right, left))
                    : Math.max(left ^ $NUMBER$_SHIFT, right ^ $NUMBER$_SHIFT) ^ $NUMBER$_SHIFT;
        }
        return IS_ADD ? left + right
                : IS_MULTIPLY ? left * right
                        : IS_AND ? left & right
                                : IS_OR ? left | right : left ^ right;
    }

    private static $number$ choice($number$ left, $number$ right, $number$ mask) {
        return right ^ (left ^ right) & mask;
    }

    /** All ones if a floating-point number is less than another, else 0, from their bits. */
    private static $number$ less($number$ left, $number$ right) {
        $number$ a = left & $Box$.MAX_VALUE;
        $number$ b = right & $Box$.MAX_VALUE;
        $number$ nan = $NUMBER$_INFINITY - a | $NUMBER$_INFINITY - b;
        $number$ x = (a ^ left >> $last$) - (left >> $last$);
        $number$ y = (b ^ right >> $last$) - (right >> $last$);
        return ((x & ~y | ~(x ^ y) & x - y) & ~nan) >> $last$;
    }
//$
}
