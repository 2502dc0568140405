package org.pgas.upc;

import org.pgas.vis.Shape;

/** Checks strides, and makes shapes of them, which allocates nothing for what came before. */
record StridedArguments(UpcCore core) {
    private static final Shape NOTHING = Shape.contiguous(0);

    /** What a call may reach, in bytes. */
    private static final long FARTHEST = 1L << 60;

    private static boolean isBeyond(long count, long stride) {
        return Math.multiplyHigh(count, stride) != 0 || count * stride < 0 || count * stride > FARTHEST;
    }

    /** Chunks as upc_memcpy_fstrided has them. */
    Shape chunks(String call, String side, long length, long stride, long count) {
        if (length < 0 || count < 0) {
            throw core.refusals.bad(call, side + (length < 0 ? "chunklen is " + length : "chunkcount is " + count)
                    + ": legal are 0 and more");
        }
        if (length == 0 || count == 0) {
            return NOTHING;
        }
        if (stride < length) {
            throw core.refusals.bad(call,
                    side + "chunkstride is " + stride + ", less than " + side + "chunklen, " + length
                            + ": chunks may not overlap");
        }
        if (isBeyond(count, stride)) {
            throw core.refusals.bad(call, count + " chunks " + stride + " bytes apart reach beyond 2^60 bytes");
        }
        return core.shapes.chunked(call, length, count, stride);
    }

    /** Whether there is something to copy; throws if the sides differ. */
    boolean haveBytes(String call, Shape dst, Shape src) {
        if (dst.bytes() != src.bytes()) {
            throw core.refusals.bad(call, "the destination has " + dst.bytes() + " bytes and the source " + src.bytes()
                    + ": they must have as many");
        }
        return dst.bytes() > 0;
    }

    /** Whether there is something to copy; throws if the counts are no counts. */
    boolean haveBytes(String call, long[] count, int stridelevels) {
        if (stridelevels < 0) {
            throw core.refusals.bad(call, "stridelevels is " + stridelevels + ": legal are 0 and more");
        }
        if (count == null || count.length <= stridelevels) {
            throw core.refusals.bad(call, "count " + (count == null ? "is null" : "has " + count.length + " entries")
                    + ": of " + stridelevels + " stride levels it must have " + (stridelevels + 1));
        }
        boolean isSome = true;
        for (int i = 0; i <= stridelevels; i++) {
            if (count[i] < 0) {
                throw core.refusals.bad(call, "count[" + i + "] is " + count[i] + ": legal are 0 and more");
            }
            isSome &= count[i] > 0;
        }
        return isSome;
    }

    /** One side of a section of some bytes. */
    Shape section(String call, String name, long[] strides, long[] count, int stridelevels) {
        if (stridelevels == 0) {
            return core.shapes.contiguous(call, count[0]);
        }
        if (strides == null || strides.length < stridelevels) {
            throw core.refusals.bad(call, name + (strides == null ? " is null" : " has " + strides.length + " entries")
                    + ": of " + stridelevels + " stride levels it must have as many");
        }
        checkMonotone(call, name, strides, count, stridelevels);
        return core.shapes.strided(call, count, strides, stridelevels);
    }

    private void checkMonotone(String call, String name, long[] strides, long[] count, int stridelevels) {
        if (strides[0] < count[0]) {
            throw core.refusals.bad(call, name + "[0] is " + strides[0] + ", less than count[0], " + count[0]
                    + ": strides grow, and name no byte twice");
        }
        for (int level = 1; level <= stridelevels; level++) {
            // strides below this level are positive here, and so are counts
            if (isBeyond(count[level], strides[level - 1])) {
                throw core.refusals.bad(call,
                        count[level] + " rounds " + strides[level - 1] + " bytes apart (count[" + level
                                + "], " + name + "[" + (level - 1) + "]) reach beyond 2^60 bytes");
            }
            if (level < stridelevels && strides[level] < count[level] * strides[level - 1]) {
                throw core.refusals.bad(call,
                        name + "[" + level + "] is " + strides[level] + ", less than count[" + level
                                + "] * " + name + "[" + (level - 1) + "], " + count[level] + " * " + strides[level - 1]
                                + ": strides grow, and name no byte twice");
            }
        }
    }
}
