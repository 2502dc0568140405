package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.vis.Shape;

/**
 * Copies of chunks a fixed number of bytes apart, and of rectangular sections of arrays of any dimension; each side is
 * of one thread. The calls are described at {@link Upc}, whose own they are.
 */
final class StridedCopies {
    private final UpcCore core;
    private final Synchronisation synchronisation;
    private final StridedArguments strides;

    StridedCopies(UpcCore core, Synchronisation synchronisation) {
        this.core = core;
        this.synchronisation = synchronisation;
        this.strides = new StridedArguments(core);
    }

    private String begin(String call) {
        core.begin(call);
        return call;
    }

    /** One side of the copies whose names end in Fstrided. */
    Shape chunks(String call, String side, long length, long stride, long count) {
        core.begin(call);
        return strides.chunks(call, side, length, stride, count);
    }

    private void checkBoth(String call, long dst, Shape to, long src, Shape from) {
        core.checkThere(call, "dst", dst, to.high());
        core.checkThere(call, "src", src, from.high());
    }

    void copy(String call, long dst, Shape to, long src, Shape from) {
        if (!strides.haveBytes(call, to, from)) {
            return;
        }
        checkBoth(call, dst, to, src, from);
        try {
            core.vis.put(UpcCore.thread(dst), UpcCore.offset(dst), to, core.memoryAt(src), UpcCore.offset(src), from);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle copyAsync(String call, long dst, Shape to, long src, Shape from) {
        if (!strides.haveBytes(call, to, from)) {
            return UpcHandle.COMPLETE;
        }
        checkBoth(call, dst, to, src, from);
        try {
            return synchronisation
                    .handle(core.vis.putNb(UpcCore.thread(dst), UpcCore.offset(dst), to, core.memoryAt(src),
                            UpcCore.offset(src), from, LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    void put(String call, long dst, Shape to, MemorySegment src, long srcOffset, Shape from) {
        if (!strides.haveBytes(call, to, from)) {
            return;
        }
        core.checkThere(call, "dst", dst, to.high());
        core.given(call, "src", src);
        try {
            core.vis.put(UpcCore.thread(dst), UpcCore.offset(dst), to, src, srcOffset, from);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle putAsync(String call, long dst, Shape to, MemorySegment src, long srcOffset, Shape from) {
        if (!strides.haveBytes(call, to, from)) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "dst", dst, to.high());
        core.given(call, "src", src);
        try {
            return synchronisation
                    .handle(core.vis.putNb(UpcCore.thread(dst), UpcCore.offset(dst), to, src, srcOffset, from,
                            LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    void get(String call, MemorySegment dst, long dstOffset, Shape to, long src, Shape from) {
        if (!strides.haveBytes(call, to, from)) {
            return;
        }
        core.checkThere(call, "src", src, from.high());
        core.given(call, "dst", dst);
        try {
            core.vis.get(dst, dstOffset, to, UpcCore.thread(src), UpcCore.offset(src), from);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle getAsync(String call, MemorySegment dst, long dstOffset, Shape to, long src, Shape from) {
        if (!strides.haveBytes(call, to, from)) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "src", src, from.high());
        core.given(call, "dst", dst);
        try {
            return synchronisation
                    .handle(core.vis.getNb(dst, dstOffset, to, UpcCore.thread(src), UpcCore.offset(src), from));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    void memcpyStrided(long dst, long[] dststrides, long src, long[] srcstrides, long[] count, int stridelevels) {
        String call = begin("Upc.memcpyStrided");
        if (strides.haveBytes(call, count, stridelevels)) {
            Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
            Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
            copy(call, dst, to, src, from);
        }
    }

    void memputStrided(long dst, long[] dststrides, MemorySegment src, long srcOffset, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = begin("Upc.memputStrided");
        if (strides.haveBytes(call, count, stridelevels)) {
            Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
            Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
            put(call, dst, to, src, srcOffset, from);
        }
    }

    void memgetStrided(MemorySegment dst, long dstOffset, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = begin("Upc.memgetStrided");
        if (strides.haveBytes(call, count, stridelevels)) {
            Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
            Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
            get(call, dst, dstOffset, to, src, from);
        }
    }

    UpcHandle memcpyStridedAsync(long dst, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = begin("Upc.memcpyStridedAsync");
        if (!strides.haveBytes(call, count, stridelevels)) {
            return UpcHandle.COMPLETE;
        }
        Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
        return copyAsync(call, dst, to, src, from);
    }

    UpcHandle memputStridedAsync(long dst, long[] dststrides, MemorySegment src, long srcOffset, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = begin("Upc.memputStridedAsync");
        if (!strides.haveBytes(call, count, stridelevels)) {
            return UpcHandle.COMPLETE;
        }
        Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
        return putAsync(call, dst, to, src, srcOffset, from);
    }

    UpcHandle memgetStridedAsync(MemorySegment dst, long dstOffset, long[] dststrides, long src, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = begin("Upc.memgetStridedAsync");
        if (!strides.haveBytes(call, count, stridelevels)) {
            return UpcHandle.COMPLETE;
        }
        Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
        return getAsync(call, dst, dstOffset, to, src, from);
    }
}
