package org.pgas.vis;

/** Lists and strides as GASNet-1 has them, checked, and made into shapes. */
final class RegionArguments {
    private RegionArguments() {}

    static Shape vector(ShapeCache shapes, String call, String list, Memvec[] regions) {
        if (regions == null) {
            throw shapes.call(call).bad(list + " is null");
        }
        Shape found = shapes.regions(regions);
        return found != null ? found : newVector(shapes, shapes.call(call), list, regions);
    }

    private static Shape newVector(ShapeCache shapes, Call call, String list, Memvec[] regions) {
        long[] offsets = new long[regions.length];
        long[] lengths = new long[regions.length];
        for (int i = 0; i < regions.length; i++) {
            if (regions[i] == null) {
                throw call.bad(list + "[" + i + "] is null");
            }
            offsets[i] = regions[i].offset();
            lengths[i] = regions[i].length();
            if (lengths[i] < 0) {
                throw call.bad(list + "[" + i + "] has a length of " + lengths[i] + ": legal are 0 and more");
            }
        }
        return shapes.keepRegions(Shape.of(ListGeometry.vectorOf(call, offsets, lengths)), offsets, lengths);
    }

    static Shape indexed(ShapeCache shapes, String call, String name, long bytes, String list, long[] offsets) {
        shapes.notNegative(call, name, bytes);
        if (offsets == null) {
            throw shapes.call(call).bad(list + " is null");
        }
        return shapes.indexed(call, bytes, offsets, offsets.length);
    }

    static Shape strided(ShapeCache shapes, String call, String name, long[] strides, long[] count) {
        if (count == null || count.length == 0) {
            throw shapes.call(call).bad(count == null ? "count is null"
                    : "count has no entries: count[0], the bytes of a contiguous part, must be given");
        }
        boolean isEmpty = false;
        for (int i = 0; i < count.length; i++) {
            if (count[i] < 0) {
                throw shapes.call(call).bad("count[" + i + "] is " + count[i] + ": legal are 0 and more");
            }
            isEmpty |= count[i] == 0;
        }
        if (isEmpty) {
            return shapes.contiguous(call, 0);
        }
        int levels = count.length - 1;
        if (levels == 0) {
            return shapes.contiguous(call, count[0]);
        }
        if (strides == null || strides.length != levels) {
            throw shapes.call(call).bad(strides == null ? name + " is null"
                    : name + " has " + strides.length + " entries, but count, of " + count.length
                            + " entries, asks for " + levels);
        }
        checkMonotone(shapes, call, name, strides, count);
        return shapes.strided(call, count, strides, levels);
    }

    private static void checkMonotone(ShapeCache shapes, String call, String name, long[] strides, long[] count) {
        if (strides[0] < count[0]) {
            throw shapes.call(call).bad(name + "[0] is " + strides[0] + ", less than count[0], " + count[0]
                    + ": strides that overlap, shrink or run backwards need Vis");
        }
        for (int level = 1; level < strides.length; level++) {
            // strides below this level are positive here, and so are counts
            boolean isBeyond = Math.multiplyHigh(count[level], strides[level - 1]) != 0
                    || count[level] * strides[level - 1] < 0;
            if (isBeyond || strides[level] < count[level] * strides[level - 1]) {
                throw shapes.call(call).bad(
                        name + "[" + level + "] is " + strides[level] + ", less than count[" + level + "] * " + name
                                + "[" + (level - 1) + "], " + count[level] + " * " + strides[level - 1]
                                + ": strides that overlap, shrink or run backwards need Vis");
            }
        }
    }
}
