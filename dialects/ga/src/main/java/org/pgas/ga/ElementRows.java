package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.atomics.Scale;

/**
 * What is done to elements of one type that lie one behind the other: {@code count} of them, from where each cursor
 * is. Cursors may be the same. Stateless.
 */
interface ElementRows {
    ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Makes all {@code value}. */
    void fill(Cursor row, long count, Scale value);

    /** Multiplies each by {@code factor}. */
    void scale(Cursor row, long count, Scale factor);

    /** Adds {@code addend} to each. */
    void increase(Cursor row, long count, Scale addend);

    /** Replaces each by its absolute value. */
    void absolute(Cursor row, long count);

    /** Replaces each x by 1 / x; of integers this throws where x is 0. */
    void reciprocal(Cursor row, long count);

    /** {@code target = alpha * left + beta * right}. */
    void add(Cursor target, Scale alpha, Cursor left, Scale beta, Cursor right, long count);

    /** {@code target = left * right}. */
    void multiply(Cursor target, Cursor left, Cursor right, long count);

    /** {@code target = left / right}; of integers this throws where the divisor is 0. */
    void divide(Cursor target, Cursor left, Cursor right, long count);

    /** The greater of both; of complex numbers that of the greater modulus. */
    void maximum(Cursor target, Cursor left, Cursor right, long count);

    /** The lesser of both; of complex numbers that of the lesser modulus. */
    void minimum(Cursor target, Cursor left, Cursor right, long count);

    /** That of the three which is neither the least nor the greatest. */
    void median(Cursor target, Cursor left, Cursor middle, Cursor right, long count);

    /**
     * Adds the products of all pairs to {@code sum}: of integers a long, of other types a double, of complex numbers
     * two.
     */
    void dot(Cursor left, Cursor right, long count, MemorySegment sum);

    /** The sum of all absolute values. */
    double sumOfAbsolutes(Cursor row, long count);

    /** Adds the absolute value of the i-th to {@code sums[first + i]}. */
    void addAbsolutes(Cursor row, long count, double[] sums, int first);

    /** Which of these is the greatest, or the least: the first that is. Of complex numbers by modulus. */
    long extreme(Cursor row, long count, boolean greatest);

    /** Whether the element at {@code row} is greater than that at {@code other}, or less. */
    boolean isBeyond(Cursor row, Cursor other, boolean greatest);

    /** For people. */
    String show(MemorySegment memory, long at);
}
