package org.pgas.examples.kmers;

/**
 * Spreads k-mers over ranks and table slots.
 *
 * <p>K-mers of real genomes cluster (poly-A, repeats), and neighbours differ in few bits; a table placed by the code
 * itself would fill unevenly.
 */
public final class Mix {
    private Mix() {}

    /**
     * A permutation of the longs in which each bit of the argument flips each bit of the result with a chance close
     * to one half. The constants are those of variant 13 of David Stafford's improved MurmurHash3 finishers.
     */
    public static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L; // Otherwise poly-A, the commonest of k-mers, would stay 0.
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /**
     * Where in {@code count} places a mixed value goes, 0 to {@code count - 1}, by its high bits and without a
     * division; the low bits stay free for a second, independent choice.
     */
    public static int place(long mixed, int count) {
        return (int) Math.unsignedMultiplyHigh(mixed, count);
    }
}
