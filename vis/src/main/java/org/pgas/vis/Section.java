package org.pgas.vis;

import java.util.Arrays;

import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.regions.Regions;

/**
 * A rectangular part of an array of any number of dimensions, and the order in which a transfer takes its elements: the
 * last dimension runs fastest. Dimension 0 is the outermost. An immutable value. Each method returns a new section; its
 * dimensions and indices count from 0 again. Transfers take its {@link #shape}.
 *
 * <pre>{@code
 * Section a = Section.rowMajor(8, 512, 512);                    // a matrix of doubles
 * Shape block = a.range(0, 64, 32).range(1, 128, 32).shape();   // rows 64..95, columns 128..159
 * Shape column = a.index(1, 7).shape();
 * Shape transposed = a.transposed().shape();                    // column after column
 * Shape upsideDown = a.reflected(0).shape();                    // the last row first
 * Shape redPoints = a.range(0, 0, 256, 2).shape();              // every other row
 * }</pre>
 *
 * <p>In pictures, of {@code m = Section.rowMajor(1, 3, 4)}; the letters say in which order the elements are taken:
 *
 * <pre>
 * m        m.range(1, 1, 2)   m.index(0, 1)   m.transposed()   m.reflected(1)   m.range(1, 3, 2, -2)
 * A B C D  . A B .            . . . .         A D G J          D C B A          . B . A
 * E F G H  . C D .            A B C D         B E H K          H G F E          . D . C
 * I J K L  . E F .            . . . .         C F I L          L K J I          . F . E
 * </pre>
 *
 * <p>A transfer pairs the letters of its two sides: from {@code m} to {@code Section.rowMajor(1, 4, 3).transposed()} it
 * writes the transpose of a matrix, from {@code m.range(1, 1, 2)} to {@code Section.rowMajor(1, 3, 2)} it packs two
 * columns.
 *
 * <p><b>Callers.</b> Any thread. <b>Errors.</b> {@link PgasException}, naming the dimension: one that does not exist,
 * indices outside the array, a step of 0, an order that is no permutation, an array beyond 2^61 bytes.
 *
 * <p>Source: GASNet-EX "Strided Puts and Gets"; Bonachea, "Proposal for Extending the UPC Memory Copy Library
 * Functions" 6, open issues 8, 9.
 */
public final class Section {
    private final long elementBytes;
    private final long origin;
    private final long[] extents;
    private final long[] strides;

    /** Null until a thread asks for it. Racy: a shape is immutable, and every thread makes an equal one. */
    private Shape shape; // any thread | any thread | plain

    private Section(long elementBytes, long origin, long[] extents, long[] strides) {
        this.elementBytes = elementBytes;
        this.origin = origin;
        this.extents = extents;
        this.strides = strides;
    }

    /** A whole dense array, as in C and Java: the last dimension is contiguous. Without dimensions, one element. */
    public static Section rowMajor(long elementBytes, long... extents) {
        check("Section.rowMajor", elementBytes, extents);
        long[] strides = new long[extents.length];
        long stride = elementBytes;
        for (int dimension = extents.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = stride;
            stride = times("Section.rowMajor", stride, dimension, extents[dimension]);
        }
        return new Section(elementBytes, 0, extents.clone(), strides);
    }

    /** A whole dense array, as in Fortran: the first dimension is contiguous. Without dimensions, one element. */
    public static Section columnMajor(long elementBytes, long... extents) {
        check("Section.columnMajor", elementBytes, extents);
        long[] strides = new long[extents.length];
        long stride = elementBytes;
        for (int dimension = 0; dimension < extents.length; dimension++) {
            strides[dimension] = stride;
            stride = times("Section.columnMajor", stride, dimension, extents[dimension]);
        }
        return new Section(elementBytes, 0, extents.clone(), strides);
    }

    private static void check(String call, long elementBytes, long[] extents) {
        if (elementBytes < 1) {
            throw Refusals.OF_NO_RANK.bad(call, "elementBytes is " + elementBytes + ": legal are 1 and more");
        }
        if (extents == null) {
            throw Refusals.OF_NO_RANK.bad(call, "extents is null: give the number of elements along each dimension");
        }
        for (int dimension = 0; dimension < extents.length; dimension++) {
            if (extents[dimension] < 0) {
                throw Refusals.OF_NO_RANK.bad(call, "the extent of dimension " + dimension + " is " + extents[dimension]
                        + ": legal are 0 and more");
            }
        }
        if (elementBytes > Regions.MOST) {
            throw Refusals.OF_NO_RANK.bad(call, "elementBytes is " + elementBytes + ": legal are up to 2^61");
        }
    }

    private static long times(String call, long stride, int dimension, long extent) {
        if (extent > 0 && stride > Regions.MOST / extent) {
            throw Refusals.OF_NO_RANK.bad(call, "dimension " + dimension + " of " + extent + " elements, " + stride
                    + " bytes each, exceeds 2^61 bytes");
        }
        return stride * Math.max(1, extent);
    }

    /** {@code count} indices of a dimension from {@code from} on; 0 is legal. */
    public Section range(int dimension, long from, long count) {
        return range(dimension, from, count, 1);
    }

    /**
     * {@code count} indices of a dimension from {@code from} on, each {@code step} (not 0; negative runs backwards)
     * behind the one before.
     */
    public Section range(int dimension, long from, long count, long step) {
        checkDimension("Section.range", dimension);
        checkRange(dimension, from, count, step);
        long[] newExtents = extents.clone();
        long[] newStrides = strides.clone();
        newExtents[dimension] = count;
        if (count > 1) {
            newStrides[dimension] = strides[dimension] * step;
        }
        return new Section(elementBytes, count == 0 ? origin : origin + from * strides[dimension], newExtents,
                newStrides);
    }

    private void checkRange(int dimension, long from, long count, long step) {
        if (count < 0) {
            throw Refusals.OF_NO_RANK.bad("Section.range", "a count of " + count + " in dimension " + dimension
                    + ": legal are 0 and more");
        }
        if (step == 0) {
            throw Refusals.OF_NO_RANK.bad("Section.range", "a step of 0 in dimension " + dimension
                    + ": give one from an index to the next, negative to run backwards");
        }
        long extent = extents[dimension];
        if (count == 0 ? from < 0 || from > extent : !isIndex(from, extent) || !isReached(from, count, step, extent)) {
            throw Refusals.OF_NO_RANK.bad("Section.range", count + " indices from " + from + " on in steps of " + step
                    + " leave dimension " + dimension + ", whose indices are " + legalIndices(extent));
        }
    }

    private static boolean isIndex(long index, long extent) {
        return index >= 0 && index < extent;
    }

    /** Whether the last index of a range is one, which begins at one. */
    private static boolean isReached(long from, long count, long step, long extent) {
        long room = step > 0 ? extent - 1 - from : from;
        return count == 1 || step != Long.MIN_VALUE && count - 1 <= room / Math.abs(step);
    }

    private static String legalIndices(long extent) {
        return extent == 0 ? "none" : "0.." + (extent - 1);
    }

    /** One index of a dimension, which is left out afterwards: those behind it are one less. */
    public Section index(int dimension, long index) {
        checkDimension("Section.index", dimension);
        if (!isIndex(index, extents[dimension])) {
            throw Refusals.OF_NO_RANK.bad("Section.index", "index " + index + " is outside dimension " + dimension
                    + ", whose indices are " + legalIndices(extents[dimension]));
        }
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
        checkPermutation(order);
        long[] newExtents = Arrays.stream(order).mapToLong(i -> extents[i]).toArray();
        long[] newStrides = Arrays.stream(order).mapToLong(i -> strides[i]).toArray();
        return new Section(elementBytes, origin, newExtents, newStrides);
    }

    private void checkPermutation(int[] order) {
        boolean[] seen = new boolean[extents.length];
        boolean isPermutation = order != null && order.length == seen.length;
        for (int i = 0; isPermutation && i < order.length; i++) {
            isPermutation = order[i] >= 0 && order[i] < seen.length && !seen[order[i]];
            if (isPermutation) {
                seen[order[i]] = true;
            }
        }
        if (!isPermutation) {
            throw Refusals.OF_NO_RANK.bad("Section.permuted",
                    Arrays.toString(order) + " is no permutation of the dimensions, which are "
                            + legalIndices(extents.length) + ": name each of them once");
        }
    }

    /**
     * The last two dimensions exchanged: of a matrix, its columns one after another. Error: fewer than two dimensions.
     */
    public Section transposed() {
        int last = extents.length - 1;
        if (last < 1) {
            throw Refusals.OF_NO_RANK.bad("Section.transposed",
                    "a section of " + extents.length + " dimensions: legal are 2 and more");
        }
        int[] order = new int[extents.length];
        Arrays.setAll(order, dimension -> dimension);
        order[last] = last - 1;
        order[last - 1] = last;
        return permuted(order);
    }

    /** A dimension backwards. */
    public Section reflected(int dimension) {
        checkDimension("Section.reflected", dimension);
        return extents[dimension] == 0 ? this : range(dimension, extents[dimension] - 1, extents[dimension], -1);
    }

    public int dimensions() {
        return extents.length;
    }

    /** Elements along a dimension. */
    public long extent(int dimension) {
        checkDimension("Section.extent", dimension);
        return extents[dimension];
    }

    /** The bytes of its elements, relative to the beginning of the whole array. Asked again, the same object. */
    public Shape shape() {
        Shape known = shape;
        if (known == null) {
            known = Shape
                    .of(NestGeometry.of(Call.of("Section.shape"), NestGeometry.Naming.DIMENSIONS, origin, elementBytes,
                            innermostFirst(extents), innermostFirst(strides)));
            shape = known;
        }
        return known;
    }

    private static long[] innermostFirst(long[] byDimension) {
        long[] byLevel = new long[byDimension.length];
        Arrays.setAll(byLevel, level -> byDimension[byDimension.length - 1 - level]);
        return byLevel;
    }

    /** Of the same extents, with the same elements in the same places. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Section section && elementBytes == section.elementBytes && origin == section.origin
                && Arrays.equals(extents, section.extents) && Arrays.equals(strides, section.strides);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(extents) + Arrays.hashCode(strides) + Long.hashCode(31 * origin + elementBytes);
    }

    @Override
    public String toString() {
        return "section(" + elementBytes + " bytes, extents " + Arrays.toString(extents) + ", strides "
                + Arrays.toString(strides) + (origin == 0 ? "" : " from offset " + origin) + ")";
    }

    private void checkDimension(String call, int dimension) {
        if (!isIndex(dimension, extents.length)) {
            throw Refusals.OF_NO_RANK.bad(call,
                    "dimension " + dimension + " does not exist: legal are " + legalIndices(extents.length));
        }
    }
}
