package org.pgas.vis;

import static java.lang.Math.addExact;
import static java.lang.Math.multiplyExact;

import java.util.Arrays;

/**
 * The remote sides of the MPPA interface's transfers as shapes: made once here, used with {@link Vis} any number of
 * times. The local side of its dense transfers (section 6) is {@link Shape#contiguous} of the same volume, that of its
 * sparse ones (section 7) another of these.
 *
 * <p>{@link MppaTransfers} has the interface's own calls, which find the shapes that equal arguments made before.
 *
 * <p><b>Units.</b> A size, space or skew is in bytes; strides, skips, indices, positions and dimensions are in elements
 * of {@code size} bytes. Offsets are relative to the place that the transfer names.
 *
 * <p>Static methods, any thread; arrays are copied. Errors: {@link org.pgas.PgasException}, naming the argument, the
 * entry or the point.
 *
 * <p>Source: MPPA 6.2-6.5, 7.1-7.3.
 */
public final class MppaShapes {
    private static final ShapeCache UNKEPT = ShapeCache.keepingNothing();

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

    /**
     * {@code count} elements of {@code size} bytes, {@code space} bytes apart from beginning to beginning; any sign.
     */
    public static Shape spaced(long size, int count, long space) {
        return spaced(UNKEPT, "MppaShapes.spaced", size, count, space);
    }

    /** As {@link #spaced}, with the distance in elements: {@code space} is {@code stride * size}. */
    public static Shape strided(long size, int count, long stride) {
        return strided(UNKEPT, "MppaShapes.strided", size, count, stride);
    }

    /** The first {@code count} pairs of {@code offsets} and {@code sizes}, all in bytes. */
    public static Shape vectored(int count, long[] offsets, long[] sizes) {
        return vectored(UNKEPT, "MppaShapes.vectored", count, offsets, sizes);
    }

    /** Elements of {@code size} bytes at {@code indices[i] * size} for the first {@code count} indices, of any sign. */
    public static Shape indexed(long size, int count, int[] indices) {
        return indexed(UNKEPT, "MppaShapes.indexed", size, count, indices);
    }

    /**
     * {@code count} elements of {@code size} bytes, {@code stride} elements apart, and behind every {@code span} of
     * them {@code skip} elements more. Stride and skip of any sign; a span of 0 and less never skips, as in the
     * document's loop. A count that is no multiple of the span costs 8 bytes an element.
     */
    public static Shape streamed(long size, int count, int stride, int span, int skip) {
        return streamed(UNKEPT, "MppaShapes.streamed", size, count, stride, span, skip);
    }

    /**
     * A block of {@code width} times {@code height} elements of {@code size} bytes, which must lie in the point's
     * matrix.
     */
    public static Shape block2d(long size, int width, int height, Point2d point) {
        return block2d(UNKEPT, "MppaShapes.block2d", size, width, height, "point", point);
    }

    /**
     * A block of {@code width} times {@code height} times {@code depth} elements, which must lie in the point's body.
     */
    public static Shape block3d(long size, int width, int height, int depth, Point3d point) {
        return block3d(UNKEPT, "MppaShapes.block3d", size, width, height, depth, "point", point);
    }

    static Shape spaced(ShapeCache shapes, String call, long size, int count, long space) {
        checkElements(shapes, call, size, count);
        return shapes.chunked(call, size, count, space);
    }

    static Shape strided(ShapeCache shapes, String call, long size, int count, long stride) {
        checkElements(shapes, call, size, count);
        if (size == 0 || count == 0) {
            return shapes.contiguous(call, 0);
        }
        try {
            return shapes.chunked(call, size, count, multiplyExact(stride, size));
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
    }

    static Shape vectored(ShapeCache shapes, String call, int count, long[] offsets, long[] sizes) {
        shapes.notNegative(call, "count", count);
        if (count == 0) {
            return shapes.contiguous(call, 0);
        }
        return shapes.vector(call, "offsets", offsets, "sizes", sizes, count);
    }

    static Shape indexed(ShapeCache shapes, String call, long size, int count, int[] indices) {
        checkElements(shapes, call, size, count);
        return size == 0 || count == 0
                ? shapes.contiguous(call, 0)
                : shapes.indexed(call, size, indices, count);
    }

    static Shape streamed(ShapeCache shapes, String call, long size, int count, int stride, int span, int skip) {
        checkElements(shapes, call, size, count);
        if (size == 0 || count == 0) {
            return shapes.contiguous(call, 0);
        }
        try {
            return stream(shapes, call, size, count, multiplyExact(stride, size), span, multiplyExact(skip, size));
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
    }

    private static Shape stream(ShapeCache shapes, String call, long size, int count, long step, int span, long skip) {
        if (span <= 0 || span >= count || skip == 0) {
            return shapes.chunked(call, size, count, step);
        }
        int groups = count / span;
        long distance = addExact(multiplyExact(span, step), skip);
        if (count % span == 0) {
            return shapes.nest(call, 0, size, span, step, groups, distance);
        }
        Shape found = shapes.streamed(size, count, step, span, skip);
        if (found != null) {
            return found;
        }
        Call named = shapes.call(call);
        Shape made = step == size ? streamRuns(named, size, count, span, distance)
                : streamElements(named, size, count, step, span, distance);
        return shapes.keepStreamed(made, size, count, step, span, skip);
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

    static Shape block2d(ShapeCache shapes, String call, long size, int width, int height, String name, Point2d point) {
        if (point == null) {
            throw shapes.call(call).bad(name + " is null");
        }
        shapes.notNegative(call, "size", size);
        checkExtent(shapes, call, name, "x", point.xpos, point.xdim, "width", width);
        checkExtent(shapes, call, name, "y", point.ypos, point.ydim, "height", height);
        try {
            long row = multiplyExact(point.xdim, size);
            long origin = addExact(multiplyExact(point.xpos, size), multiplyExact(point.ypos, row));
            return shapes.nest(call, origin, multiplyExact(width, size), height, row);
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
    }

    static Shape block3d(ShapeCache shapes, String call, long size, int width, int height, int depth, String name,
            Point3d point) {
        if (point == null) {
            throw shapes.call(call).bad(name + " is null");
        }
        shapes.notNegative(call, "size", size);
        checkExtent(shapes, call, name, "x", point.xpos, point.xdim, "width", width);
        checkExtent(shapes, call, name, "y", point.ypos, point.ydim, "height", height);
        checkExtent(shapes, call, name, "z", point.zpos, point.zdim, "depth", depth);
        try {
            long row = multiplyExact(point.xdim, size);
            long plane = multiplyExact(point.ydim, row);
            long origin = addExact(addExact(multiplyExact(point.xpos, size), multiplyExact(point.ypos, row)),
                    multiplyExact(point.zpos, plane));
            return shapes.nest(call, origin, multiplyExact(width, size), height, row, depth, plane);
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
    }

    private static void checkElements(ShapeCache shapes, String call, long size, int count) {
        shapes.notNegative(call, "size", size);
        shapes.notNegative(call, "count", count);
    }

    /** The document checks the local point, and that only at its upper end; here, all ends of both are checked. */
    private static void checkExtent(ShapeCache shapes, String call, String point, String axis, int position,
            int dimension, String extentName, int extent) {
        if ((extent | dimension | position) < 0 || extent > dimension - position) {
            Call named = shapes.call(call);
            named.notNegative(extentName, extent);
            named.notNegative(point + ": " + axis + "dim", dimension);
            named.notNegative(point + ": " + axis + "pos", position);
            throw named.bad(point + ": " + axis + "pos " + position + " and " + extentName + " " + extent + " exceed "
                    + axis + "dim " + dimension);
        }
    }
}
