package org.pgas.upc;

import org.pgas.vis.Shape;

/** Strides of one call, checked, and made into shapes. */
record StridedArguments(UpcCore core, String call) {
    private static final Shape NOTHING = Shape.contiguous(0);

    /** Chunks as upc_memcpy_fstrided has them. */
    Shape chunks(String side, long length, long stride, long count) {
        notNegative(side + "chunklen", length);
        notNegative(side + "chunkcount", count);
        if (length == 0 || count == 0) {
            return NOTHING;
        }
        if (stride < length) {
            throw core.bad(call, side + "chunkstride is " + stride + ", less than " + side + "chunklen, " + length
                    + ": chunks may not overlap");
        }
        if (Math.multiplyHigh(stride, count) != 0 || stride * count < 0 || stride * count > 1L << 60) {
            throw core.bad(call, count + " chunks " + stride + " bytes apart reach beyond 2^60 bytes");
        }
        return core.shapes.chunked(call, length, count, stride);
    }

    private void notNegative(String argument, long value) {
        if (value < 0) {
            throw core.bad(call, argument + " is " + value + ": legal are 0 and more");
        }
    }

    void totals(Shape dst, Shape src) {
        if (dst.bytes() != src.bytes()) {
            throw core.bad(call, "the destination has " + dst.bytes() + " bytes and the source " + src.bytes()
                    + ": they must have as many");
        }
    }

    /** Whether there is something to copy; throws if the counts are no counts. */
    boolean hasBytes(long[] count, int stridelevels) {
        if (stridelevels < 0) {
            throw core.bad(call, "stridelevels is " + stridelevels + ": legal are 0 and more");
        }
        if (count == null || count.length <= stridelevels) {
            throw core.bad(call, "count " + (count == null ? "is null" : "has " + count.length + " entries")
                    + ": of " + stridelevels + " stride levels it must have " + (stridelevels + 1));
        }
        boolean isSome = true;
        for (int i = 0; i <= stridelevels; i++) {
            if (count[i] < 0) {
                throw core.bad(call, "count[" + i + "] is " + count[i] + ": legal are 0 and more");
            }
            isSome &= count[i] > 0;
        }
        return isSome;
    }

    /** One side of a section of some bytes. */
    Shape section(String name, long[] strides, long[] count, int stridelevels) {
        if (stridelevels == 0) {
            return core.shapes.contiguous(call, count[0]);
        }
        if (strides == null || strides.length < stridelevels) {
            throw core.bad(call, name + (strides == null ? " is null" : " has " + strides.length + " entries")
                    + ": of " + stridelevels + " stride levels it must have as many");
        }
        checkMonotone(name, strides, count, stridelevels);
        return core.shapes.strided(call, count, strides, stridelevels);
    }

    private void checkMonotone(String name, long[] strides, long[] count, int stridelevels) {
        if (strides[0] < count[0]) {
            throw core.bad(call, name + "[0] is " + strides[0] + ", less than count[0], " + count[0]
                    + ": strides grow, and name no byte twice");
        }
        for (int level = 1; level <= stridelevels; level++) {
            // strides below this level are positive here, and so are counts
            boolean isBeyond = Math.multiplyHigh(count[level], strides[level - 1]) != 0
                    || count[level] * strides[level - 1] < 0 || count[level] * strides[level - 1] > 1L << 60;
            if (isBeyond) {
                throw core.bad(call, count[level] + " rounds " + strides[level - 1] + " bytes apart (count[" + level
                        + "], " + name + "[" + (level - 1) + "]) reach beyond 2^60 bytes");
            }
            if (level < stridelevels && strides[level] < count[level] * strides[level - 1]) {
                throw core.bad(call, name + "[" + level + "] is " + strides[level] + ", less than count[" + level
                        + "] * " + name + "[" + (level - 1) + "], " + count[level] + " * " + strides[level - 1]
                        + ": strides grow, and name no byte twice");
            }
        }
    }
}
