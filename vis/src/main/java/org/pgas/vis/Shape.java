package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.regions.CopyPlan;
import org.pgas.regions.Nest;
import org.pgas.regions.Regions;
import org.pgas.regions.RunPairs;
import org.pgas.vis.inside.ShapeInside;

/**
 * Which bytes of some memory a transfer takes, and in which order: a set of regions relative to a place that the
 * transfer names. An immutable value, checked and normalised when it is made; any thread; to be used any number of
 * times.
 *
 * <p>A transfer takes two, one for each side, of equal volume: the i-th byte in the order of the one becomes the i-th
 * byte in the order of the other, however each is cut into regions.
 *
 * <pre>{@code
 * Shape.contiguous(6)                          [ABCDEF]
 * Shape.chunked(2, 3, 4)                       [AB..CD..EF]
 * Shape.indexed(2, {6, 0, 3})                  [CD.EF.AB]
 * Shape.vector({5, 0, 9}, {3, 2, 1})           [DE...ABC.F]
 * Shape.strided(1, {3, 2}, {2, 6})             [A.B.C.D.E.F]      level 0 is the innermost loop
 * Shape.strided(1, {2, 3}, {3, 1})             [ACEBDF]           3 columns of 2 rows: a transpose
 * Shape.strided(1, {6}, {-1}).at(5)            [FEDCBA]           a reflection
 * }</pre>
 *
 * <p><b>Units.</b> Offsets, lengths and strides are in bytes. Offsets are relative to the transfer's place and may be
 * negative, as may strides; no alignment is asked for but by accumulates.
 *
 * <p><b>Legal.</b> Regions of a source may overlap, and a stride of 0 repeats. Those of a target may not, which the
 * first transfer to the shape checks, once for all. (Lists are checked exactly. So are strides, unless the search takes
 * too many steps, which no regular array section needs; then an overlap is not found, and the result is undefined, as
 * it is in the documents.) Regions of 0 bytes, empty lists and counts of 0 are legal and move nothing.
 *
 * <p><b>Equal</b> are shapes that take the same bytes in the same order, in whatever form they were given.
 *
 * <p><b>Cost.</b> A shape remembers the ways of its last transfers: the same two shapes find theirs at once and
 * allocate nothing. So make shapes once and keep them; {@link #at} makes a new one, and the transfer's own offsets cost
 * nothing.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException} when it is made: a negative length or count, lists of different
 * lengths, null, offsets or sizes beyond 2^61 bytes; it names the level or the entry by the number that it was given
 * in.
 *
 * <p>Source: GASNet-EX "Vector/Indexed/Strided (VIS)"; Bonachea, "Proposal for Extending the UPC Memory Copy Library
 * Functions" 5, 6.
 */
@SuppressWarnings("exports") // what it is made of is not for programs
public final class Shape extends ShapeInside<Shape> {
    private final Geometry geometry;
    private final Regions regions;
    private final boolean contiguous;

    /** Which regions overlap; null until a thread asks for it. Racy: every thread finds the same. */
    private String overlap; // any thread | any thread | plain

    /**
     * That of the last transfer from this shape that was new, and that of the last one to it: two, so that puts and
     * gets between the same shapes take turns without a search. Racy: each is immutable and says what it is for.
     */
    private CopyPlan lastFrom; // any thread | any thread | plain

    /** Racy, as {@link #lastFrom}. */
    private CopyPlan lastTo; // any thread | any thread | plain

    /**
     * That before the last, so that a few shapes that are all used with each other do not search either. Racy as those.
     */
    private CopyPlan earlierFrom; // any thread | any thread | plain

    /** Racy, as {@link #earlierFrom}. */
    private CopyPlan earlierTo; // any thread | any thread | plain

    private Shape(Geometry geometry, Regions regions) {
        this.geometry = geometry;
        this.regions = regions;
        this.contiguous = regions.isContiguous();
        this.overlap = contiguous ? Geometry.NO_OVERLAP : null;
    }

    static Shape of(Geometry geometry) {
        return new Shape(geometry, geometry.regions());
    }

    static Shape of(Regions regions) {
        return new Shape(Geometry.of(regions), regions);
    }

    @Override
    protected Shape made(Regions made) {
        return of(made);
    }

    /** One region of {@code bytes} bytes at offset 0. */
    public static Shape contiguous(long bytes) {
        return contiguous(Call.of("Shape.contiguous"), bytes);
    }

    /**
     * A list of regions: {@code lengths[i]} bytes at {@code offsets[i]}, in the order of the list. The arrays are
     * copied. An entry of length 0 is ignored, its offset too.
     *
     * <p>All regions lie in the one memory that a transfer is given with the shape: data of several arrays take a
     * transfer each, or one array that has them all. Source: gex_Memvec_t, which has addresses in place of offsets.
     */
    public static Shape vector(long[] offsets, long[] lengths) {
        return vector(Call.of("Shape.vector"), offsets, lengths);
    }

    /**
     * A list of regions of equal length: {@code bytes} bytes at each of {@code offsets}, in the order of the list. The
     * array is copied.
     */
    public static Shape indexed(long bytes, long[] offsets) {
        return indexed(Call.of("Shape.indexed"), bytes, offsets);
    }

    /**
     * Elements in a nest of loops: of {@code elementBytes} contiguous bytes each; level 0 is the innermost loop, with
     * {@code counts[0]} rounds that are {@code strides[0]} bytes apart. Any number of levels, none too. Strides of any
     * sign and order: permuted ones transpose, negative ones reflect. The first element is at offset 0. The arrays are
     * copied.
     *
     * <p>Degenerate cases: elements of 0 bytes move nothing, and the arrays are ignored; no levels is one element; any
     * count of 0 moves nothing.
     */
    public static Shape strided(long elementBytes, long[] counts, long[] strides) {
        return strided(Call.of("Shape.strided"), 0, elementBytes, counts, strides);
    }

    /**
     * {@code count} chunks of {@code bytes} bytes, {@code stride} bytes apart, from the beginning of one to that of the
     * next.
     */
    public static Shape chunked(long bytes, long count, long stride) {
        return chunked(Call.of("Shape.chunked"), bytes, count, stride);
    }

    // The same for calls that make shapes of their own arguments: errors say which call it was.

    static Shape contiguous(Call call, long bytes) {
        return of(NestGeometry.contiguous(call, bytes));
    }

    static Shape vector(Call call, long[] offsets, long[] lengths) {
        return of(ListGeometry.vector(call, offsets, lengths));
    }

    static Shape indexed(Call call, long bytes, long[] offsets) {
        return of(ListGeometry.indexed(call, bytes, offsets));
    }

    /** The first element is at offset {@code origin}. */
    static Shape strided(Call call, long origin, long elementBytes, long[] counts, long[] strides) {
        return of(NestGeometry.of(call, NestGeometry.Naming.LEVELS, origin, elementBytes, counts, strides));
    }

    static Shape chunked(Call call, long bytes, long count, long stride) {
        return of(NestGeometry.of(call, NestGeometry.Naming.CHUNKS, 0, bytes, new long[]{count}, new long[]{stride}));
    }

    /** The same bytes {@code offset} bytes further on, in the same order. */
    public Shape at(long offset) {
        if (offset == 0 || regions.bytes() == 0) {
            return this;
        }
        Shape shifted = of(geometry.at(offset));
        if (isKnownTarget()) {
            shifted.overlap = Geometry.NO_OVERLAP;
        }
        return shifted;
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

    /**
     * How many contiguous regions there are, those that follow each other without a gap taken as one, as far as this
     * was noticed.
     */
    public long regionCount() {
        return regions.runs();
    }

    /** Whether it is a single region, or empty. */
    public boolean isContiguous() {
        return contiguous;
    }

    @Override
    protected Regions regions() {
        return regions;
    }

    Geometry geometry() {
        return geometry;
    }

    /** Whether it has been found out that no regions overlap. */
    boolean isKnownTarget() {
        String known = overlap;
        return known != null && known.isEmpty();
    }

    /** Whether a transfer may go from here to {@code target}, as far as was found out before. */
    boolean isKnownTo(Shape target) {
        return regions.bytes() == target.regions.bytes() && target.isKnownTarget();
    }

    /**
     * Whether all bytes are in that memory. Offsets of a shape are so small that no sum with one wraps around into a
     * legal range.
     */
    boolean isWithin(MemorySegment memory, long offset) {
        long start = offset + regions.low();
        return start >= 0 && start <= memory.byteSize() - (regions.high() - regions.low());
    }

    /** Which regions overlap, in words; empty when a transfer may write here. Found out once, and remembered. */
    public String overlap() {
        String known = overlap;
        if (known == null) {
            known = geometry.overlap();
            overlap = known;
        }
        return known;
    }

    @Override
    protected CopyPlan planTo(Shape target) {
        CopyPlan plan = target.lastTo;
        if (isPlan(plan, target)) {
            return plan;
        }
        plan = lastFrom;
        return isPlan(plan, target) ? plan : earlierPlan(target);
    }

    private CopyPlan earlierPlan(Shape target) {
        CopyPlan plan = target.earlierTo;
        if (isPlan(plan, target)) {
            return plan;
        }
        plan = earlierFrom;
        return isPlan(plan, target) ? plan : newPlan(target);
    }

    private boolean isPlan(CopyPlan plan, Shape target) {
        return plan != null && isOf(plan.source(), this) && isOf(plan.target(), target);
    }

    /** A shape of one region is often made anew for each transfer. */
    private static boolean isOf(Regions planned, Shape shape) {
        return planned == shape.regions
                || shape.contiguous && planned.isContiguous() && planned.low() == shape.regions.low()
                        && planned.bytes() == shape.regions.bytes();
    }

    private CopyPlan newPlan(Shape target) {
        CopyPlan plan = CopyPlan.of(regions, target.regions);
        earlierFrom = lastFrom;
        lastFrom = plan;
        target.earlierTo = target.lastTo;
        target.lastTo = plan;
        return plan;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape shape && isSame(regions, shape.regions);
    }

    private static boolean isSame(Regions one, Regions other) {
        if (one == other) {
            return true;
        }
        if (one.bytes() != other.bytes() || one.low() != other.low() || one.high() != other.high()) {
            return false;
        }
        if (one instanceof Nest nest && other instanceof Nest otherNest) {
            return isSameNest(nest, otherNest);
        }
        RunPairs pairs = new RunPairs(one, other);
        while (pairs.next()) {
            if (pairs.sourceOffset() != pairs.targetOffset()) {
                return false;
            }
        }
        return true;
    }

    /** A nest has one normal form: its run is what goes on without a gap, its levels what goes on evenly. */
    private static boolean isSameNest(Nest one, Nest other) {
        if (one.bytes() == 0) {
            return true;
        }
        if (one.run() != other.run() || one.levels() != other.levels() || one.offset(0) != other.offset(0)) {
            return false;
        }
        for (int level = 0; level < one.levels(); level++) {
            if (one.count(level) != other.count(level) || one.stride(level) != other.stride(level)) {
                return false;
            }
        }
        return true;
    }

    /** Of where a few of the bytes are, which does not depend on the form. */
    @Override
    public int hashCode() {
        long hash = regions.bytes();
        if (hash > 0) {
            hash = 31 * hash + regions.low();
            hash = 31 * hash + regions.high();
            hash = 31 * hash + offsetOfByte(0);
            hash = 31 * hash + offsetOfByte(regions.bytes() / 2);
            hash = 31 * hash + offsetOfByte(regions.bytes() - 1);
        }
        return Long.hashCode(hash * 0x9E3779B97F4A7C15L);
    }

    private long offsetOfByte(long position) {
        long run = regions.runAt(position);
        return regions.offset(run) + position - regions.position(run);
    }

    /** What it was made of, in a short form. */
    @Override
    public String toString() {
        return geometry.toString();
    }
}
