//$ Maven makes ComplexFloatProduct and ComplexDoubleProduct of this text with config/Templates.java: one class of each
//$ column of the table. $part$ stands for what the column has in the row part; so does $Part$.
//$
//$ Complex | ComplexFloat | ComplexDouble
//$ part    | float        | double
//$ Part    | Float        | Double

package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Products of tiles of complex numbers of $part$s: four products of their real and imaginary parts. */
final class $Complex$Product implements TileProduct {
    private final $part$[][] left;
    private final $part$[][] right;
    private final $part$[] product;
    private final $part$[] leftReal;
    private final $part$[] leftImaginary;
    private final $part$[] rightReal;
    private final $part$[] rightImaginary;
    private final $part$[] real;
    private final $part$[] imaginary;
    private final $Part$Product parts;

    /** For tiles of {@code side} rows and columns at most, and panels of {@code depth} at most. */
    $Complex$Product(int side, int depth) {
        left = new $part$[2][2 * side * depth];
        right = new $part$[2][2 * side * depth];
        product = new $part$[2 * side * side];
        leftReal = new $part$[side * depth];
        leftImaginary = new $part$[side * depth];
        rightReal = new $part$[side * depth];
        rightImaginary = new $part$[side * depth];
        real = new $part$[side * side];
        imaginary = new $part$[side * side];
        parts = new $Part$Product(side, depth);
    }

    @Override
    public MemorySegment left(int which) {
        return MemorySegment.ofArray(left[which]);
    }

    @Override
    public MemorySegment right(int which) {
        return MemorySegment.ofArray(right[which]);
    }

    @Override
    public void clear(int rows, int columns) {
        parts.clear(rows, columns);
        Arrays.fill(real, 0, rows * columns, 0);
        Arrays.fill(imaginary, 0, rows * columns, 0);
    }

    @Override
    public void add(int which, int depth) {
        split(left[which], parts.rows() * depth, leftReal, leftImaginary);
        split(right[which], depth * parts.columns(), rightReal, rightImaginary);
        parts.add(leftReal, rightReal, depth, 1, real);
        parts.add(leftImaginary, rightImaginary, depth, -1, real);
        parts.add(leftReal, rightImaginary, depth, 1, imaginary);
        parts.add(leftImaginary, rightReal, depth, 1, imaginary);
    }

    private static void split($part$[] numbers, int count, $part$[] reals, $part$[] imaginaries) {
        for (int i = 0; i < count; i++) {
            reals[i] = numbers[2 * i];
            imaginaries[i] = numbers[2 * i + 1];
        }
    }

    @Override
    public MemorySegment product() {
        int count = parts.rows() * parts.columns();
        for (int i = 0; i < count; i++) {
            product[2 * i] = real[i];
            product[2 * i + 1] = imaginary[i];
        }
        return MemorySegment.ofArray(product);
    }
}
