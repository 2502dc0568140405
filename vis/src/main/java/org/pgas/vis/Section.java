package org.pgas.vis;

import java.util.Arrays;

import org.pgas.regions.Regions;

/**
 * A rectangular part of an array of any number of dimensions, and the order in which a transfer takes its elements: the last dimension runs fastest.
 * Dimension 0 is the outermost. An immutable value; each method returns a new one; {@link #shape} is what transfers take.
 *
 * <pre>{@code
 * Section a = Section.rowMajor(8, 512, 512);                    // a matrix of doubles
 * Shape block = a.range(0, 64, 32).range(1, 128, 32).shape();   // rows 64..95, columns 128..159
 * Shape column = a.index(1, 7).shape();
 * Shape transposed = a.permuted(1, 0).shape();                  // column after column
 * Shape upsideDown = a.reflected(0).shape();
 * }</pre>
 *
 * <p>Any thread. Errors: {@link org.pgas.PgasException}, naming the dimension.
 *
 * <p>Source: GASNet-EX "Strided Puts and Gets"; Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions" 6, open issues 8, 9.
 */
public final class Section {
    private final long elementBytes;
    private final long origin;
    private final long[] extents;
    private final long[] strides;

    private Section(long elementBytes, long origin, long[] extents, long[] strides) {
        this.elementBytes = elementBytes;
        this.origin = origin;
        this.extents = extents;
        this.strides = strides;
    }

    /** A whole dense array, as in C and Java: the last dimension is contiguous. */
    public static Section rowMajor(long elementBytes, long... extents) {
        long[] strides = new long[extents.length];
        long stride = elementBytes;
        for (int dimension = extents.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = stride;
            stride = Math.multiplyExact(stride, extents[dimension]);
        }
        return new Section(elementBytes, 0, extents.clone(), strides);
    }

    /** A whole dense array, as in Fortran: the first dimension is contiguous. */
    public static Section columnMajor(long elementBytes, long... extents) {
        long[] strides = new long[extents.length];
        long stride = elementBytes;
        for (int dimension = 0; dimension < extents.length; dimension++) {
            strides[dimension] = stride;
            stride = Math.multiplyExact(stride, extents[dimension]);
        }
        return new Section(elementBytes, 0, extents.clone(), strides);
    }

    /** {@code count} indices of a dimension from {@code from} on. */
    public Section range(int dimension, long from, long count) {
        return range(dimension, from, count, 1);
    }

    /** {@code count} indices of a dimension from {@code from} on, each {@code step} (not 0; negative runs backwards) behind the one before. */
    public Section range(int dimension, long from, long count, long step) {
        long[] newExtents = extents.clone();
        long[] newStrides = strides.clone();
        newExtents[dimension] = count;
        newStrides[dimension] = strides[dimension] * step;
        return new Section(elementBytes, origin + from * strides[dimension], newExtents, newStrides);
    }

    /** One index of a dimension, which is left out afterwards. */
    public Section index(int dimension, long index) {
        long[] newExtents = new long[extents.length - 1];
        long[] newStrides = new long[extents.length - 1];
        for (int i = 0; i < newExtents.length; i++) {
            newExtents[i] = extents[i < dimension ? i : i + 1];
            newStrides[i] = strides[i < dimension ? i : i + 1];
        }
        return new Section(elementBytes, origin + index * strides[dimension], newExtents, newStrides);
    }

    /** The dimensions in another order: dimension i of the result is dimension {@code order[i]} of this. */
    public Section permuted(int... order) {
        long[] newExtents = Arrays.stream(order).mapToLong(i -> extents[i]).toArray();
        long[] newStrides = Arrays.stream(order).mapToLong(i -> strides[i]).toArray();
        return new Section(elementBytes, origin, newExtents, newStrides);
    }

    /** A dimension backwards. */
    public Section reflected(int dimension) {
        return extents[dimension] == 0 ? this : range(dimension, extents[dimension] - 1, extents[dimension], -1);
    }

    public int dimensions() {
        return extents.length;
    }

    /** Elements along a dimension. */
    public long extent(int dimension) {
        return extents[dimension];
    }

    /** The bytes of its elements, relative to the beginning of the array. */
    public Shape shape() {
        int levels = extents.length;
        long[] counts = new long[levels];
        long[] inner = new long[levels];
        for (int level = 0; level < levels; level++) {
            counts[level] = extents[levels - 1 - level];
            inner[level] = strides[levels - 1 - level];
        }
        return Shape.of(Regions.nest(origin, elementBytes, counts, inner));
    }
}
