package org.pgas.arrays;

/**
 * A number that others are divided by again and again: by a multiplication with its reciprocal where that is exact,
 * which takes a fraction of a division's time.
 *
 * <p>With m = floor(2^63 / d) + 1 = (2^63 + e) / d, e from 1 to d, the upper half of the product 2i * m is floor(i / d
 * + i * e / (2^63 * d)): i / d rounded down, as long as i * e is below 2^63, and so whenever i * d is.
 */
final class Divisor {
    private final long divisor;

    /** As an unsigned number; 0 where divisions are to be divisions. */
    private final long reciprocal;

    /** {@code divisor} 1 and more, for numbers from 0 to {@code most}. */
    Divisor(long divisor, long most) {
        this.divisor = divisor;
        boolean isExact = Math.multiplyHigh(divisor, most) == 0 && divisor * most >= 0;
        this.reciprocal = isExact ? Long.divideUnsigned(Long.MIN_VALUE, divisor) + 1 : 0;
    }

    /** Rounded down. */
    long divide(long number) {
        return reciprocal != 0 ? Math.unsignedMultiplyHigh(number << 1, reciprocal) : number / divisor;
    }
}
