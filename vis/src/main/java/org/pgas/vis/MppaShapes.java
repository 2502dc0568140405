package org.pgas.vis;

import static java.lang.Math.addExact;
import static java.lang.Math.multiplyExact;

import java.util.Arrays;

/**
 * The remote sides of the MPPA interface's transfers as shapes: made once here, used with {@link Vis} any number of times. The local side of its dense
 * transfers (section 6) is {@link Shape#contiguous} of the same volume, that of its sparse ones (section 7) another of these.
 *
 * <p>{@link MppaTransfers} has the interface's own calls, which make the shapes anew each time.
 *
 * <p><b>Units.</b> A size, space or skew is in bytes; strides, skips, indices, positions and dimensions are in elements of {@code size} bytes. Offsets
 * are relative to the place that the transfer names.
 *
 * <p>Static methods, any thread; arrays are copied. Errors: {@link org.pgas.PgasException}, naming the argument, the entry or the point.
 *
 * <p>Source: MPPA 6.2-6.5, 7.1-7.3.
 */
public final class MppaShapes {
    private MppaShapes() {}

    /**
     * Where a block begins in a matrix, and how large the matrix is; x runs fastest. Source: mppa_async_point2d_t.
     */
    public record Point2d(int xpos, int ypos, int xdim, int ydim) {}

    /**
     * Where a block begins in a body of three dimensions, and how large the body is; x runs fastest, z slowest. Source:
     * mppa_async_point3d_t.
     */
    public record Point3d(int xpos, int ypos, int zpos, int xdim, int ydim, int zdim) {}

    /** {@code count} elements of {@code size} bytes, {@code space} bytes apart from beginning to beginning; any sign. */
    public static Shape spaced(long size, int count, long space) {
        return spaced(Call.of("MppaShapes.spaced"), size, count, space);
    }

    /** As {@link #spaced}, with the distance in elements: {@code space} is {@code stride * size}. */
    public static Shape strided(long size, int count, long stride) {
        return strided(Call.of("MppaShapes.strided"), size, count, stride);
    }

    /** The first {@code count} pairs of {@code offsets} and {@code sizes}, all in bytes. */
    public static Shape vectored(int count, long[] offsets, long[] sizes) {
        return vectored(Call.of("MppaShapes.vectored"), count, offsets, sizes);
    }

    /** Elements of {@code size} bytes at {@code indices[i] * size} for the first {@code count} indices, of any sign. */
    public static Shape indexed(long size, int count, int[] indices) {
        return indexed(Call.of("MppaShapes.indexed"), size, count, indices);
    }

    /**
     * {@code count} elements of {@code size} bytes, {@code stride} elements apart, and behind every {@code span} of them {@code skip} elements more.
     * Stride and skip of any sign; a span of 0 and less never skips, as in the document's loop. A count that is no multiple of the
     * span costs 8 bytes an element.
     */
    public static Shape streamed(long size, int count, int stride, int span, int skip) {
        return streamed(Call.of("MppaShapes.streamed"), size, count, stride, span, skip);
    }

    /** A block of {@code width} times {@code height} elements of {@code size} bytes, which must lie in the point's matrix. */
    public static Shape block2d(long size, int width, int height, Point2d point) {
        return block2d(Call.of("MppaShapes.block2d"), size, width, height, "point", point);
    }

    /** A block of {@code width} times {@code height} times {@code depth} elements, which must lie in the point's body. */
    public static Shape block3d(long size, int width, int height, int depth, Point3d point) {
        return block3d(Call.of("MppaShapes.block3d"), size, width, height, depth, "point", point);
    }

    static Shape spaced(Call call, long size, int count, long space) {
        checkElements(call, size, count);
        return call.shape(() -> Shape.chunked(call, size, count, space));
    }

    static Shape strided(Call call, long size, int count, long stride) {
        checkElements(call, size, count);
        return call.shape(() -> size == 0 || count == 0
                ? Shape.contiguous(0)
                : Shape.chunked(call, size, count, multiplyExact(stride, size)));
    }

    static Shape vectored(Call call, int count, long[] offsets, long[] sizes) {
        call.notNegative("count", count);
        if (count == 0) {
            return Shape.contiguous(0);
        }
        call.entries("offsets", call.given("offsets", offsets).length, count);
        call.entries("sizes", call.given("sizes", sizes).length, count);
        for (int i = 0; i < count; i++) {
            call.notNegative("sizes", i, sizes[i]);
        }
        return call.shape(() -> Shape.vector(call, Arrays.copyOf(offsets, count), Arrays.copyOf(sizes, count)));
    }

    static Shape indexed(Call call, long size, int count, int[] indices) {
        checkElements(call, size, count);
        if (size == 0 || count == 0) {
            return Shape.contiguous(0);
        }
        call.entries("indices", call.given("indices", indices).length, count);
        return call.shape(() -> {
            long[] offsets = new long[count];
            for (int i = 0; i < count; i++) {
                offsets[i] = multiplyExact(indices[i], size);
            }
            return Shape.indexed(call, size, offsets);
        });
    }

    static Shape streamed(Call call, long size, int count, int stride, int span, int skip) {
        checkElements(call, size, count);
        return call.shape(() -> size == 0 || count == 0
                ? Shape.contiguous(0)
                : stream(call, size, count, multiplyExact(stride, size), span, multiplyExact(skip, size)));
    }

    private static Shape stream(Call call, long size, int count, long step, int span, long skip) {
        if (span <= 0 || span >= count || skip == 0) {
            return Shape.chunked(call, size, count, step);
        }
        int groups = count / span;
        long distance = addExact(multiplyExact(span, step), skip);
        if (count % span == 0) {
            return Shape.strided(call, 0, size, new long[]{span, groups}, new long[]{step, distance});
        }
        return step == size ? streamRuns(call, size, count, span, distance)
                : streamElements(call, size, count, step, span, distance);
    }

    /** Elements that follow each other without a gap: a run for each span, and a shorter one. */
    private static Shape streamRuns(Call call, long size, int count, int span, long distance) {
        int groups = count / span;
        long[] offsets = new long[groups + 1];
        long[] lengths = new long[groups + 1];
        Arrays.fill(lengths, multiplyExact(span, size));
        lengths[groups] = count % span * size;
        for (int group = 0; group <= groups; group++) {
            offsets[group] = multiplyExact(group, distance);
        }
        return Shape.vector(call, offsets, lengths);
    }

    private static Shape streamElements(Call call, long size, int count, long step, int span, long distance) {
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            offsets[i] = addExact(multiplyExact(i / span, distance), multiplyExact(i % span, step));
        }
        return Shape.indexed(call, size, offsets);
    }

    static Shape block2d(Call call, long size, int width, int height, String name, Point2d point) {
        call.given(name, point);
        call.notNegative("size", size);
        checkExtent(call, name, "x", point.xpos, point.xdim, "width", width);
        checkExtent(call, name, "y", point.ypos, point.ydim, "height", height);
        return call.shape(() -> {
            long row = multiplyExact(point.xdim, size);
            long origin = addExact(multiplyExact(point.xpos, size), multiplyExact(point.ypos, row));
            return Shape.strided(call, origin, multiplyExact(width, size), new long[]{height}, new long[]{row});
        });
    }

    static Shape block3d(Call call, long size, int width, int height, int depth, String name, Point3d point) {
        call.given(name, point);
        call.notNegative("size", size);
        checkExtent(call, name, "x", point.xpos, point.xdim, "width", width);
        checkExtent(call, name, "y", point.ypos, point.ydim, "height", height);
        checkExtent(call, name, "z", point.zpos, point.zdim, "depth", depth);
        return call.shape(() -> {
            long row = multiplyExact(point.xdim, size);
            long plane = multiplyExact(point.ydim, row);
            long origin = addExact(addExact(multiplyExact(point.xpos, size), multiplyExact(point.ypos, row)),
                    multiplyExact(point.zpos, plane));
            return Shape.strided(call, origin, multiplyExact(width, size), new long[]{height, depth},
                    new long[]{row, plane});
        });
    }

    private static void checkElements(Call call, long size, int count) {
        call.notNegative("size", size);
        call.notNegative("count", count);
    }

    /** The document checks the local point, and that only at its upper end; here, all ends of both are checked. */
    private static void checkExtent(Call call, String point, String axis, int position, int dimension,
            String extentName, int extent) {
        call.notNegative(extentName, extent);
        call.notNegative(point + ": " + axis + "dim", dimension);
        call.notNegative(point + ": " + axis + "pos", position);
        if (extent > dimension - position) {
            throw call.bad(point + ": " + axis + "pos " + position + " and " + extentName + " " + extent + " exceed "
                    + axis + "dim " + dimension);
        }
    }
}
