package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.vis.Shape;

/** Copies of chunks a fixed number of bytes apart, and of rectangular sections of arrays of any dimension; each side is of one thread. */
abstract sealed class StridedCopies extends IndexedCopies permits Upc {
    private final StridedArguments strides;

    StridedCopies(UpcCore core) {
        super(core);
        this.strides = new StridedArguments(core);
    }

    private String begin(String call) {
        core.begin(call);
        return call;
    }

    private void checkBoth(String call, long dst, Shape to, long src, Shape from) {
        core.checkThere(call, "dst", dst, to.high());
        core.checkThere(call, "src", src, from.high());
    }

    private void copy(String call, long dst, Shape to, long src, Shape from) {
        checkBoth(call, dst, to, src, from);
        try {
            core.vis.put(UpcCore.thread(dst), UpcCore.offset(dst), to, memory(src), UpcCore.offset(src), from);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private UpcHandle copyAsync(String call, long dst, Shape to, long src, Shape from) {
        checkBoth(call, dst, to, src, from);
        try {
            return handle(core.vis.putNb(UpcCore.thread(dst), UpcCore.offset(dst), to, memory(src),
                    UpcCore.offset(src), from, LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void put(String call, long dst, Shape to, MemorySegment src, long srcOffset, Shape from) {
        core.checkThere(call, "dst", dst, to.high());
        core.given(call, "src", src);
        try {
            core.vis.put(UpcCore.thread(dst), UpcCore.offset(dst), to, src, srcOffset, from);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private UpcHandle putAsync(String call, long dst, Shape to, MemorySegment src, long srcOffset, Shape from) {
        core.checkThere(call, "dst", dst, to.high());
        core.given(call, "src", src);
        try {
            return handle(core.vis.putNb(UpcCore.thread(dst), UpcCore.offset(dst), to, src, srcOffset, from,
                    LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void get(String call, MemorySegment dst, long dstOffset, Shape to, long src, Shape from) {
        core.checkThere(call, "src", src, from.high());
        core.given(call, "dst", dst);
        try {
            core.vis.get(dst, dstOffset, to, UpcCore.thread(src), UpcCore.offset(src), from);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private UpcHandle getAsync(String call, MemorySegment dst, long dstOffset, Shape to, long src, Shape from) {
        core.checkThere(call, "src", src, from.high());
        core.given(call, "dst", dst);
        try {
            return handle(core.vis.getNb(dst, dstOffset, to, UpcCore.thread(src), UpcCore.offset(src), from));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    /**
     * Copies {@code srcchunkcount} chunks of {@code srcchunklen} bytes, {@code srcchunkstride} bytes apart from beginning to beginning, in their order, to
     * {@code dstchunkcount} chunks of {@code dstchunklen} bytes. Blocking. Each side is of one thread, without wrapping (as of {@code shared [] char}).
     *
     * <p>Both sides have as many bytes; strides are not less than the chunk's length. Of two sides of 0 bytes nothing else is looked at. Source and
     * destination may not overlap.
     *
     * <p>Errors, before anything was copied: sides of different volume, strides that are too small, negative numbers, chunks outside their thread's shared
     * memory; in checked mode, overlap. Source: upc_memcpy_fstrided.
     */
    public void memcpyFstrided(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, long src,
            long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = begin("Upc.memcpyFstrided");
        Shape to = strides.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strides.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        if (strides.haveBytes(call, to, from)) {
            copy(call, dst, to, src, from);
        }
    }

    /** As {@link #memcpyFstrided}, from private memory, the first chunk at {@code srcOffset}. Errors besides: chunks outside it. Source: upc_memput_fstrided. */
    public void memputFstrided(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, MemorySegment src,
            long srcOffset, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = begin("Upc.memputFstrided");
        Shape to = strides.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strides.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        if (strides.haveBytes(call, to, from)) {
            put(call, dst, to, src, srcOffset, from);
        }
    }

    /** As {@link #memcpyFstrided}, to private memory, the first chunk at {@code dstOffset}. Errors besides: chunks outside it. Source: upc_memget_fstrided. */
    public void memgetFstrided(MemorySegment dst, long dstOffset, long dstchunklen, long dstchunkstride,
            long dstchunkcount, long src, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = begin("Upc.memgetFstrided");
        Shape to = strides.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strides.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        if (strides.haveBytes(call, to, from)) {
            get(call, dst, dstOffset, to, src, from);
        }
    }

    /** As {@link #memcpyFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_fstrided_async. */
    public UpcHandle memcpyFstridedAsync(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, long src,
            long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = begin("Upc.memcpyFstridedAsync");
        Shape to = strides.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strides.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        return strides.haveBytes(call, to, from) ? copyAsync(call, dst, to, src, from) : UpcHandle.COMPLETE;
    }

    /** As {@link #memputFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_fstrided_async. */
    public UpcHandle memputFstridedAsync(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount,
            MemorySegment src, long srcOffset, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = begin("Upc.memputFstridedAsync");
        Shape to = strides.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strides.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        return strides.haveBytes(call, to, from) ? putAsync(call, dst, to, src, srcOffset, from) : UpcHandle.COMPLETE;
    }

    /** As {@link #memgetFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_fstrided_async. */
    public UpcHandle memgetFstridedAsync(MemorySegment dst, long dstOffset, long dstchunklen, long dstchunkstride,
            long dstchunkcount, long src, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = begin("Upc.memgetFstridedAsync");
        Shape to = strides.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strides.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        return strides.haveBytes(call, to, from) ? getAsync(call, dst, dstOffset, to, src, from) : UpcHandle.COMPLETE;
    }

    /**
     * Copies a rectangular section of an array: {@code count[0]} contiguous bytes, {@code count[i]} times {@code strides[i - 1]} bytes apart, for i up to
     * {@code stridelevels}, the same on both sides but for the strides. Blocking. Each side is of one thread, without wrapping.
     *
     * <p>Strides grow, and describe no overlap: {@code strides[0] >= count[0]} and {@code strides[i] >= count[i] * strides[i - 1]}. Of no stride levels
     * strides are not looked at; of a count of 0 nothing else is. Entries behind the last level's are ignored. Arrays may be changed when the
     * call has returned, in every form. Source and destination may not overlap.
     *
     * <p>Errors, before anything was copied, naming the level: strides against these rules, arrays that are null or too short, negative numbers, sections
     * outside their thread's shared memory; in checked mode, overlap. Source: upc_memcpy_strided.
     */
    public void memcpyStrided(long dst, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = begin("Upc.memcpyStrided");
        if (strides.haveBytes(call, count, stridelevels)) {
            Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
            Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
            copy(call, dst, to, src, from);
        }
    }

    /** As {@link #memcpyStrided}, from private memory at {@code srcOffset}. Errors besides: a section outside it. Source: upc_memput_strided. */
    public void memputStrided(long dst, long[] dststrides, MemorySegment src, long srcOffset, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = begin("Upc.memputStrided");
        if (strides.haveBytes(call, count, stridelevels)) {
            Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
            Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
            put(call, dst, to, src, srcOffset, from);
        }
    }

    /**
     * As {@link #memcpyStrided}, to private memory at {@code dstOffset} (the document's prototype has a shared one there, against its text). Errors
     * besides: a section outside it. Source: upc_memget_strided.
     */
    public void memgetStrided(MemorySegment dst, long dstOffset, long[] dststrides, long src, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = begin("Upc.memgetStrided");
        if (strides.haveBytes(call, count, stridelevels)) {
            Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
            Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
            get(call, dst, dstOffset, to, src, from);
        }
    }

    /** As {@link #memcpyStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_strided_async. */
    public UpcHandle memcpyStridedAsync(long dst, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = begin("Upc.memcpyStridedAsync");
        if (!strides.haveBytes(call, count, stridelevels)) {
            return UpcHandle.COMPLETE;
        }
        Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
        return copyAsync(call, dst, to, src, from);
    }

    /** As {@link #memputStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_strided_async. */
    public UpcHandle memputStridedAsync(long dst, long[] dststrides, MemorySegment src, long srcOffset,
            long[] srcstrides, long[] count, int stridelevels) {
        String call = begin("Upc.memputStridedAsync");
        if (!strides.haveBytes(call, count, stridelevels)) {
            return UpcHandle.COMPLETE;
        }
        Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
        return putAsync(call, dst, to, src, srcOffset, from);
    }

    /** As {@link #memgetStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_strided_async. */
    public UpcHandle memgetStridedAsync(MemorySegment dst, long dstOffset, long[] dststrides, long src,
            long[] srcstrides, long[] count, int stridelevels) {
        String call = begin("Upc.memgetStridedAsync");
        if (!strides.haveBytes(call, count, stridelevels)) {
            return UpcHandle.COMPLETE;
        }
        Shape to = strides.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strides.section(call, "srcstrides", srcstrides, count, stridelevels);
        return getAsync(call, dst, dstOffset, to, src, from);
    }
}
