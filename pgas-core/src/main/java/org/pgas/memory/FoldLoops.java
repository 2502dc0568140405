package org.pgas.memory;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The loops of {@link FoldKernels}. Nobody uses this class: its copies are used, each for one kind of numbers and one operation, which it knows as constants.
 *
 * <p>The lesser of two floating-point numbers is chosen by computing with their bits: so the time does not depend on the numbers, as that of a branch
 * does, and HotSpot makes vectors of arithmetic but not of choices. Neither {@link Math#min} nor {@link Math#max} would do, which treat NaNs and zeros otherwise.
 */
final class FoldLoops extends FoldKernels {
    private static final MemorySegment ALL = SharedMemory.everything();
    private static final VarHandle INTS = SharedMemory.INTS;
    private static final VarHandle LONGS = SharedMemory.LONGS;
    private static final VarHandle FLOATS = SharedMemory.FLOATS;
    private static final VarHandle DOUBLES = SharedMemory.DOUBLES;

    private static final Constants CONSTANTS = constantsOfThisCopy();
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

    private static final int BYTES = NUMBERS.bytes();

    /** See {@link FoldKernels}. */
    private static final boolean GAINS_BY_VECTORS = IS_FOUR_BYTES || IS_FRACTION && IS_BY_BITS;

    /** Numbers from which on it pays to go through arrays. */
    private static final int MANY = 64;

    /**
     * Numbers that a loop over memory combines at most, so that it delays a safepoint by a fraction of a millisecond: it counts with ints, and the code
     * that some collectors get has no safepoints in such loops.
     */
    private static final int MOST = (1 << 20) / BYTES;

    /** Added to both, it turns a comparison without sign to one with. */
    private static final int INT_SHIFT = IS_UNSIGNED ? Integer.MIN_VALUE : 0;

    private static final long LONG_SHIFT = IS_UNSIGNED ? Long.MIN_VALUE : 0;

    private static final int INT_INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    private static final long LONG_INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

    private static Constants constantsOfThisCopy() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME,
                    Constants.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static FoldScratch scratch() {
        ThreadLocal<FoldScratch> ofThread = IS_BY_BITS
                ? IS_FOUR_BYTES ? FoldScratch.INTS : FoldScratch.LONGS
                : IS_FOUR_BYTES ? FoldScratch.FLOATS : FoldScratch.DOUBLES;
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
        if (!GAINS_BY_VECTORS || count < MANY) {
            for (long done = 0; done < count; done += MOST) {
                long at = done * BYTES;
                inPlace((int) Math.min(MOST, count - done), left + at, right + at, target + at);
            }
        } else {
            throughArrays(ALL, left, ALL, right, ALL, target, count);
        }
    }

    @Override
    public void fold(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset,
            MemorySegment target, long targetOffset, long count) {
        if (left == ALL && right == ALL && target == ALL) {
            fold(leftOffset, rightOffset, targetOffset, count);
        } else {
            throughArrays(left, leftOffset, right, rightOffset, target, targetOffset, count);
        }
    }

    @Override
    public void fold(MemorySegment[] memories, long[] offsets, int operands, MemorySegment target,
            long targetOffset, long count) {
        FoldScratch scratch = scratch();
        long bytes = count * BYTES;
        for (long done = 0; done < bytes; done += BLOCK_BYTES) {
            long piece = Math.min(BLOCK_BYTES, bytes - done);
            MemorySegment.copy(memories[0], offsets[0] + done, scratch.left, 0, piece);
            for (int i = 1; i < operands; i++) {
                MemorySegment.copy(memories[i], offsets[i] + done, scratch.right, 0, piece);
                combine(scratch, (int) piece / BYTES);
            }
            MemorySegment.copy(scratch.left, 0, target, targetOffset + done, piece);
        }
    }

    private static void throughArrays(MemorySegment left, long l, MemorySegment right, long r, MemorySegment target,
            long t, long count) {
        FoldScratch scratch = scratch();
        long bytes = count * BYTES;
        for (long done = 0; done < bytes; done += BLOCK_BYTES) {
            long piece = Math.min(BLOCK_BYTES, bytes - done);
            MemorySegment.copy(left, l + done, scratch.left, 0, piece);
            MemorySegment.copy(right, r + done, scratch.right, 0, piece);
            combine(scratch, (int) piece / BYTES);
            MemorySegment.copy(scratch.left, 0, target, t + done, piece);
        }
    }

    private static void combine(FoldScratch scratch, int count) {
        if (IS_BY_BITS) {
            if (IS_FOUR_BYTES) {
                ints((int[]) scratch.leftArray, (int[]) scratch.rightArray, count);
            } else {
                longs((long[]) scratch.leftArray, (long[]) scratch.rightArray, count);
            }
        } else if (IS_FOUR_BYTES) {
            floats((float[]) scratch.leftArray, (float[]) scratch.rightArray, count);
        } else {
            doubles((double[]) scratch.leftArray, (double[]) scratch.rightArray, count);
        }
    }

    private static void inPlace(int count, long left, long right, long target) {
        int whole = count & -8;
        if (whole > 0) {
            if (IS_BY_BITS) {
                if (IS_FOUR_BYTES) {
                    intsInPlace(whole, left, right, target);
                } else {
                    longsInPlace(whole, left, right, target);
                }
            } else if (IS_FOUR_BYTES) {
                floatsInPlace(whole, left, right, target);
            } else {
                doublesInPlace(whole, left, right, target);
            }
        }
        for (int i = whole; i < count; i++) {
            if (IS_FOUR_BYTES) {
                long at = 4L * i;
                int result = (int) one((int) INTS.get(ALL, left + at), (int) INTS.get(ALL, right + at));
                INTS.set(ALL, target + at, result);
            } else {
                long at = 8L * i;
                LONGS.set(ALL, target + at, one((long) LONGS.get(ALL, left + at), (long) LONGS.get(ALL, right + at)));
            }
        }
    }

    private static void intsInPlace(int count, long left, long right, long target) {
        long nextLeft = left;
        long nextRight = right;
        long nextTarget = target;
        for (int i = 0; i < count; i += 8) {
            long l = nextLeft & SharedMemory.HIGHEST_ADDRESS;
            long r = nextRight & SharedMemory.HIGHEST_ADDRESS;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            int a = combined((int) INTS.get(ALL, l), (int) INTS.get(ALL, r));
            int b = combined((int) INTS.get(ALL, l + 4), (int) INTS.get(ALL, r + 4));
            int c = combined((int) INTS.get(ALL, l + 8), (int) INTS.get(ALL, r + 8));
            int d = combined((int) INTS.get(ALL, l + 12), (int) INTS.get(ALL, r + 12));
            int e = combined((int) INTS.get(ALL, l + 16), (int) INTS.get(ALL, r + 16));
            int f = combined((int) INTS.get(ALL, l + 20), (int) INTS.get(ALL, r + 20));
            int g = combined((int) INTS.get(ALL, l + 24), (int) INTS.get(ALL, r + 24));
            int h = combined((int) INTS.get(ALL, l + 28), (int) INTS.get(ALL, r + 28));
            INTS.set(ALL, t, a);
            INTS.set(ALL, t + 4, b);
            INTS.set(ALL, t + 8, c);
            INTS.set(ALL, t + 12, d);
            INTS.set(ALL, t + 16, e);
            INTS.set(ALL, t + 20, f);
            INTS.set(ALL, t + 24, g);
            INTS.set(ALL, t + 28, h);
            nextLeft += 32;
            nextRight += 32;
            nextTarget += 32;
        }
    }

    private static void longsInPlace(int count, long left, long right, long target) {
        long nextLeft = left;
        long nextRight = right;
        long nextTarget = target;
        for (int i = 0; i < count; i += 8) {
            long l = nextLeft & SharedMemory.HIGHEST_ADDRESS;
            long r = nextRight & SharedMemory.HIGHEST_ADDRESS;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            long a = combined((long) LONGS.get(ALL, l), (long) LONGS.get(ALL, r));
            long b = combined((long) LONGS.get(ALL, l + 8), (long) LONGS.get(ALL, r + 8));
            long c = combined((long) LONGS.get(ALL, l + 16), (long) LONGS.get(ALL, r + 16));
            long d = combined((long) LONGS.get(ALL, l + 24), (long) LONGS.get(ALL, r + 24));
            long e = combined((long) LONGS.get(ALL, l + 32), (long) LONGS.get(ALL, r + 32));
            long f = combined((long) LONGS.get(ALL, l + 40), (long) LONGS.get(ALL, r + 40));
            long g = combined((long) LONGS.get(ALL, l + 48), (long) LONGS.get(ALL, r + 48));
            long h = combined((long) LONGS.get(ALL, l + 56), (long) LONGS.get(ALL, r + 56));
            LONGS.set(ALL, t, a);
            LONGS.set(ALL, t + 8, b);
            LONGS.set(ALL, t + 16, c);
            LONGS.set(ALL, t + 24, d);
            LONGS.set(ALL, t + 32, e);
            LONGS.set(ALL, t + 40, f);
            LONGS.set(ALL, t + 48, g);
            LONGS.set(ALL, t + 56, h);
            nextLeft += 64;
            nextRight += 64;
            nextTarget += 64;
        }
    }

    private static void floatsInPlace(int count, long left, long right, long target) {
        long nextLeft = left;
        long nextRight = right;
        long nextTarget = target;
        for (int i = 0; i < count; i += 8) {
            long l = nextLeft & SharedMemory.HIGHEST_ADDRESS;
            long r = nextRight & SharedMemory.HIGHEST_ADDRESS;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            float a = combined((float) FLOATS.get(ALL, l), (float) FLOATS.get(ALL, r));
            float b = combined((float) FLOATS.get(ALL, l + 4), (float) FLOATS.get(ALL, r + 4));
            float c = combined((float) FLOATS.get(ALL, l + 8), (float) FLOATS.get(ALL, r + 8));
            float d = combined((float) FLOATS.get(ALL, l + 12), (float) FLOATS.get(ALL, r + 12));
            float e = combined((float) FLOATS.get(ALL, l + 16), (float) FLOATS.get(ALL, r + 16));
            float f = combined((float) FLOATS.get(ALL, l + 20), (float) FLOATS.get(ALL, r + 20));
            float g = combined((float) FLOATS.get(ALL, l + 24), (float) FLOATS.get(ALL, r + 24));
            float h = combined((float) FLOATS.get(ALL, l + 28), (float) FLOATS.get(ALL, r + 28));
            FLOATS.set(ALL, t, a);
            FLOATS.set(ALL, t + 4, b);
            FLOATS.set(ALL, t + 8, c);
            FLOATS.set(ALL, t + 12, d);
            FLOATS.set(ALL, t + 16, e);
            FLOATS.set(ALL, t + 20, f);
            FLOATS.set(ALL, t + 24, g);
            FLOATS.set(ALL, t + 28, h);
            nextLeft += 32;
            nextRight += 32;
            nextTarget += 32;
        }
    }

    private static void doublesInPlace(int count, long left, long right, long target) {
        long nextLeft = left;
        long nextRight = right;
        long nextTarget = target;
        for (int i = 0; i < count; i += 8) {
            long l = nextLeft & SharedMemory.HIGHEST_ADDRESS;
            long r = nextRight & SharedMemory.HIGHEST_ADDRESS;
            long t = nextTarget & SharedMemory.HIGHEST_ADDRESS;
            double a = combined((double) DOUBLES.get(ALL, l), (double) DOUBLES.get(ALL, r));
            double b = combined((double) DOUBLES.get(ALL, l + 8), (double) DOUBLES.get(ALL, r + 8));
            double c = combined((double) DOUBLES.get(ALL, l + 16), (double) DOUBLES.get(ALL, r + 16));
            double d = combined((double) DOUBLES.get(ALL, l + 24), (double) DOUBLES.get(ALL, r + 24));
            double e = combined((double) DOUBLES.get(ALL, l + 32), (double) DOUBLES.get(ALL, r + 32));
            double f = combined((double) DOUBLES.get(ALL, l + 40), (double) DOUBLES.get(ALL, r + 40));
            double g = combined((double) DOUBLES.get(ALL, l + 48), (double) DOUBLES.get(ALL, r + 48));
            double h = combined((double) DOUBLES.get(ALL, l + 56), (double) DOUBLES.get(ALL, r + 56));
            DOUBLES.set(ALL, t, a);
            DOUBLES.set(ALL, t + 8, b);
            DOUBLES.set(ALL, t + 16, c);
            DOUBLES.set(ALL, t + 24, d);
            DOUBLES.set(ALL, t + 32, e);
            DOUBLES.set(ALL, t + 40, f);
            DOUBLES.set(ALL, t + 48, g);
            DOUBLES.set(ALL, t + 56, h);
            nextLeft += 64;
            nextRight += 64;
            nextTarget += 64;
        }
    }

    private static void ints(int[] left, int[] right, int count) {
        for (int i = 0; i < count; i++) {
            left[i] = combined(left[i], right[i]);
        }
    }

    private static void longs(long[] left, long[] right, int count) {
        for (int i = 0; i < count; i++) {
            left[i] = combined(left[i], right[i]);
        }
    }

    private static void floats(float[] left, float[] right, int count) {
        for (int i = 0; i < count; i++) {
            left[i] = combined(left[i], right[i]);
        }
    }

    private static void doubles(double[] left, double[] right, int count) {
        for (int i = 0; i < count; i++) {
            left[i] = combined(left[i], right[i]);
        }
    }

    private static float combined(float left, float right) {
        return IS_ADD ? left + right : left * right;
    }

    private static double combined(double left, double right) {
        return IS_ADD ? left + right : left * right;
    }

    private static int combined(int left, int right) {
        if (IS_MIN) {
            return IS_FRACTION ? choice(left, right, less(left, right))
                    : Math.min(left ^ INT_SHIFT, right ^ INT_SHIFT) ^ INT_SHIFT;
        } else if (IS_MAX) {
            return IS_FRACTION ? choice(left, right, less(right, left))
                    : Math.max(left ^ INT_SHIFT, right ^ INT_SHIFT) ^ INT_SHIFT;
        }
        return IS_ADD ? left + right
                : IS_MULTIPLY ? left * right
                        : IS_AND ? left & right
                                : IS_OR ? left | right : left ^ right;
    }

    private static long combined(long left, long right) {
        if (IS_MIN) {
            return IS_FRACTION ? choice(left, right, less(left, right))
                    : Math.min(left ^ LONG_SHIFT, right ^ LONG_SHIFT) ^ LONG_SHIFT;
        } else if (IS_MAX) {
            return IS_FRACTION ? choice(left, right, less(right, left))
                    : Math.max(left ^ LONG_SHIFT, right ^ LONG_SHIFT) ^ LONG_SHIFT;
        }
        return IS_ADD ? left + right
                : IS_MULTIPLY ? left * right
                        : IS_AND ? left & right
                                : IS_OR ? left | right : left ^ right;
    }

    private static int choice(int left, int right, int mask) {
        return right ^ (left ^ right) & mask;
    }

    private static long choice(long left, long right, long mask) {
        return right ^ (left ^ right) & mask;
    }

    /** All ones if a float is less than another, else 0, from their bits. */
    private static int less(int left, int right) {
        int a = left & Integer.MAX_VALUE;
        int b = right & Integer.MAX_VALUE;
        int nan = INT_INFINITY - a | INT_INFINITY - b;
        int x = (a ^ left >> 31) - (left >> 31);
        int y = (b ^ right >> 31) - (right >> 31);
        return ((x & ~y | ~(x ^ y) & x - y) & ~nan) >> 31;
    }

    private static long less(long left, long right) {
        long a = left & Long.MAX_VALUE;
        long b = right & Long.MAX_VALUE;
        long nan = LONG_INFINITY - a | LONG_INFINITY - b;
        long x = (a ^ left >> 63) - (left >> 63);
        long y = (b ^ right >> 63) - (right >> 63);
        return ((x & ~y | ~(x ^ y) & x - y) & ~nan) >> 63;
    }
}
