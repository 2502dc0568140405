package org.pgas.vis;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.regions.Regions;

/**
 * Which bytes of some memory a transfer takes, and in which order: a set of regions relative to a place that the transfer names. An
 * immutable value, checked and normalised when it is made; any thread; to be used any number of times.
 *
 * <p>A transfer takes two, one for each side, of equal volume: the i-th byte in the order of the one becomes the i-th byte in the order
 * of the other, however each is cut into regions.
 *
 * <p><b>Units.</b> Offsets, lengths and strides are in bytes. Offsets are relative to the transfer's place and may be negative, as may strides; no
 * alignment is asked for but by accumulates.
 *
 * <p><b>Legal.</b> Regions of a source may overlap; those of a target may not, which the first transfer to the shape checks. Regions of 0 bytes and
 * empty lists are legal and move nothing.
 *
 * <p><b>Errors.</b> {@link PgasException} when it is made: a negative length or count, lists of different lengths, sizes beyond 2^61
 * bytes; it names the level or the entry.
 *
 * <p>Source: GASNet-EX "Vector/Indexed/Strided (VIS)"; Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions" 5, 6.
 */
public final class Shape {
    private final Regions regions;

    private Shape(Regions regions) {
        this.regions = regions;
    }

    /** One region of {@code bytes} bytes at offset 0. */
    public static Shape contiguous(long bytes) {
        return new Shape(Regions.contiguous(0, notNegative("contiguous", "bytes", bytes)));
    }

    /**
     * A list of regions: {@code lengths[i]} bytes at {@code offsets[i]}, in the order of the list. The arrays are copied.
     *
     * <p>Source: gex_Memvec_t.
     */
    public static Shape vector(long[] offsets, long[] lengths) {
        return new Shape(Regions.vector(offsets, lengths));
    }

    /** A list of regions of equal length: {@code bytes} bytes at each of {@code offsets}, in the order of the list. The array is copied. */
    public static Shape indexed(long bytes, long[] offsets) {
        return new Shape(Regions.indexed(notNegative("indexed", "bytes", bytes), offsets));
    }

    /**
     * Elements in a nest of loops: of {@code elementBytes} contiguous bytes each; level 0 is the innermost loop, with {@code counts[0]} rounds that
     * are {@code strides[0]} bytes apart. Any number of levels, none too. Strides of any sign and order: permuted ones transpose,
     * negative ones reflect. The first element is at offset 0. The arrays are copied.
     */
    public static Shape strided(long elementBytes, long[] counts, long[] strides) {
        return new Shape(Regions.nest(0, notNegative("strided", "elementBytes", elementBytes), counts, strides));
    }

    /** {@code count} chunks of {@code bytes} bytes, {@code stride} bytes apart, from the beginning of one to that of the next. */
    public static Shape chunked(long bytes, long count, long stride) {
        return strided(bytes, new long[]{count}, new long[]{stride});
    }

    static Shape of(Regions regions) {
        return new Shape(regions);
    }

    /** Volume in bytes. */
    public long bytes() {
        return regions.bytes();
    }

    /** Offset of the lowest byte; 0 when there is none. */
    public long low() {
        return regions.low();
    }

    /** Offset behind the highest byte; 0 when there is none. */
    public long high() {
        return regions.high();
    }

    /** How many contiguous regions there are, those that follow each other without a gap taken as one. */
    public long regionCount() {
        return regions.runs();
    }

    /** Whether it is a single region, or empty. */
    public boolean isContiguous() {
        return regions.isContiguous();
    }

    Regions regions() {
        return regions;
    }

    private static long notNegative(String call, String name, long value) {
        if (value < 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "Shape." + call + ": " + name + " is " + value + ": legal are 0 and more");
        }
        return value;
    }
}
