package org.pgas.memory;

/**
 * Counts in shared memory that show when something else has written over them: the word of a count is {@link #STEP}
 * times the count. A word of which one bit has changed is no multiple of it, and of words written by chance one in
 * 4,093 is one.
 *
 * <p>To count on is to add {@link #STEP}, in one step as ever; words compare as their counts do; and no count is no
 * word, 0 is 0. The largest is 2^51: more than ten years of one count every 150 ns.
 */
public final class MarkedCount {
    /** What is added for one. A prime. */
    public static final long STEP = 4093;

    public static final long MOST = Long.MAX_VALUE / STEP;

    /** Its product with {@link #STEP} is 1, in 64 bits: to multiply by it is to divide, of what is a multiple. */
    private static final long INVERSE = 0x6DE4_9ADD_0971_C555L;

    private MarkedCount() {}

    /** The word of a count of 0..{@link #MOST}. */
    public static long word(long count) {
        return count * STEP;
    }

    /** The count of a word; a number outside 0..{@link #MOST} if it is the word of none. */
    public static long count(long word) {
        return word * INVERSE;
    }

    /** What {@link #count} has answered: whether it is a count. */
    public static boolean isCount(long count) {
        return Long.compareUnsigned(count, MOST) <= 0;
    }
}
