package org.pgas.examples.gups;

/**
 * The numbers of the benchmark. Number i is the polynomial x^i modulo x^64 + x^2 + x + 1, over the field of two
 * elements; bit j of a long is the coefficient of x^j. So the next number is the product with x, a shift; and a rank
 * that begins in the middle finds its first number by squaring.
 */
final class RandomStream {
    /** After so many numbers the stream is at its begin again. */
    static final long PERIOD = 1_317_624_576_693_539_401L;

    /** What x^64 is: x^2 + x + 1. */
    private static final long OVERFLOW = 0b111;

    private RandomStream() {}

    /** The number after {@code number}. */
    static long next(long number) {
        return number << 1 ^ number >> 63 & OVERFLOW;
    }

    /** Number {@code position}, 0 or more; number 0 is 1. */
    static long at(long position) {
        long power = 1;
        for (int bit = 63 - Long.numberOfLeadingZeros(position); bit >= 0; bit--) {
            power = product(power, power);
            if ((position >>> bit & 1) != 0) {
                power = next(power);
            }
        }
        return power;
    }

    private static long product(long left, long right) {
        long product = 0;
        for (int bit = 63; bit >= 0; bit--) {
            product = next(product);
            if ((left >>> bit & 1) != 0) {
                product ^= right;
            }
        }
        return product;
    }
}
