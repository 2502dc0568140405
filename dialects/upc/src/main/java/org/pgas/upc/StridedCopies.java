package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Shape;

/**
 * Copies of chunks a fixed number of bytes apart, and of rectangular sections of arrays of any dimension; each side is
 * of one thread. The calls are described at {@link Upc}: they make a shape of each side, which allocates nothing for
 * strides that came before, and copy from one to the other.
 *
 * @param nb whether these are the forms with a handle; the others block, and answer {@link UpcHandle#COMPLETE}
 */
record StridedCopies(UpcCore core, Synchronisation synchronisation, boolean nb) {
    private static final Shape NOTHING = Shape.contiguous(0);

    /** What a call may reach, in bytes. */
    private static final long FARTHEST = 1L << 60;

    private static boolean isBeyond(long count, long stride) {
        return Math.multiplyHigh(count, stride) != 0 || count * stride < 0 || count * stride > FARTHEST;
    }

    /** One side of a call of upc_memcpy_fstrided and its siblings. */
    Shape chunks(String call, String side, long length, long stride, long count) {
        core.begin(call);
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
    private boolean haveBytes(String call, Shape dst, Shape src) {
        if (dst.bytes() != src.bytes()) {
            throw core.refusals.bad(call, "the destination has " + dst.bytes() + " bytes and the source " + src.bytes()
                    + ": they must have as many");
        }
        return dst.bytes() > 0;
    }

    /** Whether there is something to copy; throws if the counts are no counts. */
    private boolean haveBytes(String call, long[] count, int stridelevels) {
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

    /** One side of a call of upc_memcpy_strided and its siblings; of a count of 0 the strides are not looked at. */
    Shape section(String call, String name, long[] strides, long[] count, int stridelevels) {
        core.begin(call);
        if (!haveBytes(call, count, stridelevels)) {
            return NOTHING;
        }
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

    UpcHandle copy(String call, long dst, Shape to, long src, Shape from) {
        if (!haveBytes(call, to, from)) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "dst", dst, to.high());
        core.checkThere(call, "src", src, from.high());
        MemorySegment memory = core.memoryAt(src);
        return memory != null ? checkedPut(call, dst, to, memory, UpcCore.offset(src), from)
                : copyFromElsewhere(call, GlobalShape.of(dst, to), GlobalShape.of(src, from));
    }

    private UpcHandle copyFromElsewhere(String call, GlobalShape dst, GlobalShape src) {
        try {
            if (nb) {
                return synchronisation.handle(core.lists.copyNb(dst, src));
            }
            core.lists.copy(dst, src);
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle put(String call, long dst, Shape to, MemorySegment src, long srcOffset, Shape from) {
        if (!haveBytes(call, to, from)) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "dst", dst, to.high());
        core.given(call, "src", src);
        return checkedPut(call, dst, to, src, srcOffset, from);
    }

    private UpcHandle checkedPut(String call, long dst, Shape to, MemorySegment src, long srcOffset, Shape from) {
        int thread = UpcCore.thread(dst);
        long offset = UpcCore.offset(dst);
        try {
            if (nb) {
                return synchronisation.handle(
                        core.vis.putNb(thread, offset, to, src, srcOffset, from, LocalCompletion.DEFER));
            }
            core.vis.put(thread, offset, to, src, srcOffset, from);
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle get(String call, MemorySegment dst, long dstOffset, Shape to, long src, Shape from) {
        if (!haveBytes(call, to, from)) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "src", src, from.high());
        core.given(call, "dst", dst);
        int thread = UpcCore.thread(src);
        long offset = UpcCore.offset(src);
        try {
            if (nb) {
                return synchronisation.handle(core.vis.getNb(dst, dstOffset, to, thread, offset, from));
            }
            core.vis.get(dst, dstOffset, to, thread, offset, from);
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }
}
