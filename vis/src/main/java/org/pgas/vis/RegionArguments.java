package org.pgas.vis;

import java.util.Arrays;

/** Lists and strides as GASNet-1 has them, checked, and made into shapes. */
final class RegionArguments {
    private RegionArguments() {}

    static Shape vector(Call call, String list, Memvec[] regions) {
        call.given(list, regions);
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
        return call.shape(() -> Shape.vector(call, offsets, lengths));
    }

    static Shape indexed(Call call, String name, long bytes, String list, long[] offsets) {
        call.notNegative(name, bytes);
        return call.shape(() -> Shape.indexed(call, bytes, call.given(list, offsets)));
    }

    static Shape strided(Call call, String name, long[] strides, long[] count) {
        if (call.given("count", count).length == 0) {
            throw call.bad("count has no entries: count[0], the bytes of a contiguous part, must be given");
        }
        for (int i = 0; i < count.length; i++) {
            call.notNegative("count", i, count[i]);
        }
        if (Arrays.stream(count).anyMatch(rounds -> rounds == 0)) {
            return Shape.contiguous(0);
        }
        int levels = count.length - 1;
        if (levels == 0) {
            return call.shape(() -> Shape.contiguous(call, count[0]));
        }
        if (call.given(name, strides).length != levels) {
            throw call.bad(name + " has " + strides.length + " entries, but count, of " + count.length
                    + " entries, asks for " + levels);
        }
        checkMonotone(call, name, strides, count);
        return call.shape(() -> Shape.strided(call, 0, count[0], Arrays.copyOfRange(count, 1, count.length), strides));
    }

    private static void checkMonotone(Call call, String name, long[] strides, long[] count) {
        if (strides[0] < count[0]) {
            throw call.bad(name + "[0] is " + strides[0] + ", less than count[0], " + count[0]
                    + ": strides that overlap, shrink or run backwards need Vis");
        }
        for (int level = 1; level < strides.length; level++) {
            // strides below this level are positive here, and so are counts
            boolean isBeyond = Math.multiplyHigh(count[level], strides[level - 1]) != 0
                    || count[level] * strides[level - 1] < 0;
            if (isBeyond || strides[level] < count[level] * strides[level - 1]) {
                throw call.bad(
                        name + "[" + level + "] is " + strides[level] + ", less than count[" + level + "] * " + name
                                + "[" + (level - 1) + "], " + count[level] + " * " + strides[level - 1]
                                + ": strides that overlap, shrink or run backwards need Vis");
            }
        }
    }
}
