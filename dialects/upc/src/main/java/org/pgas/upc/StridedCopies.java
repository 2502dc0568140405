package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.vis.Shape;

/** Copies of chunks a fixed number of bytes apart, and of rectangular sections of arrays of any dimension; each side is of one thread. */
abstract sealed class StridedCopies extends IndexedCopies permits Upc {
    StridedCopies(UpcCore core) {
        super(core);
    }

    private StridedArguments strides(String call) {
        core.begin(call);
        return new StridedArguments(core, call);
    }

    /** The two sides of a call, of as many bytes. */
    private record Shapes(Shape dst, Shape src) {}

    private Shapes chunks(String call, long dstchunklen, long dstchunkstride, long dstchunkcount, long srcchunklen,
            long srcchunkstride, long srcchunkcount) {
        StridedArguments strides = strides(call);
        Shape dst = strides.chunks("dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape src = strides.chunks("src", srcchunklen, srcchunkstride, srcchunkcount);
        strides.totals(dst, src);
        return dst.bytes() == 0 ? null : new Shapes(dst, src);
    }

    /** Null when there is nothing to copy. */
    private Shapes sections(String call, long[] dststrides, long[] srcstrides, long[] count, int stridelevels) {
        StridedArguments strides = strides(call);
        return strides.hasBytes(count, stridelevels)
                ? new Shapes(strides.section("dststrides", dststrides, count, stridelevels),
                        strides.section("srcstrides", srcstrides, count, stridelevels))
                : null;
    }

    private void copy(String call, Shapes shapes, long dst, long src) {
        if (shapes != null) {
            check(call, shapes, dst, src);
            try {
                core.vis.put(UpcCore.thread(dst), UpcCore.offset(dst), shapes.dst, memory(src),
                        UpcCore.offset(src), shapes.src);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    private UpcHandle copyAsync(String call, Shapes shapes, long dst, long src) {
        if (shapes == null) {
            return UpcHandle.COMPLETE;
        }
        check(call, shapes, dst, src);
        try {
            return handle(core.vis.putNb(UpcCore.thread(dst), UpcCore.offset(dst), shapes.dst, memory(src),
                    UpcCore.offset(src), shapes.src, LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void check(String call, Shapes shapes, long dst, long src) {
        core.checkThere(call, "dst", dst, shapes.dst.high());
        core.checkThere(call, "src", src, shapes.src.high());
    }

    private void put(String call, Shapes shapes, long dst, MemorySegment src, long srcOffset) {
        if (shapes != null) {
            core.checkThere(call, "dst", dst, shapes.dst.high());
            try {
                core.vis.put(UpcCore.thread(dst), UpcCore.offset(dst), shapes.dst, src, srcOffset,
                        shapes.src);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    private UpcHandle putAsync(String call, Shapes shapes, long dst, MemorySegment src, long srcOffset) {
        if (shapes == null) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "dst", dst, shapes.dst.high());
        try {
            return handle(core.vis.putNb(UpcCore.thread(dst), UpcCore.offset(dst), shapes.dst, src, srcOffset,
                    shapes.src, LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void get(String call, Shapes shapes, MemorySegment dst, long dstOffset, long src) {
        if (shapes != null) {
            core.checkThere(call, "src", src, shapes.src.high());
            try {
                core.vis.get(dst, dstOffset, shapes.dst, UpcCore.thread(src), UpcCore.offset(src),
                        shapes.src);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    private UpcHandle getAsync(String call, Shapes shapes, MemorySegment dst, long dstOffset, long src) {
        if (shapes == null) {
            return UpcHandle.COMPLETE;
        }
        core.checkThere(call, "src", src, shapes.src.high());
        try {
            return handle(core.vis.getNb(dst, dstOffset, shapes.dst, UpcCore.thread(src), UpcCore.offset(src),
                    shapes.src));
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
        String call = "Upc.memcpyFstrided";
        copy(call, chunks(call, dstchunklen, dstchunkstride, dstchunkcount, srcchunklen, srcchunkstride,
                srcchunkcount), dst, src);
    }

    /** As {@link #memcpyFstrided}, from private memory, the first chunk at {@code srcOffset}. Errors besides: chunks outside it. Source: upc_memput_fstrided. */
    public void memputFstrided(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, MemorySegment src,
            long srcOffset, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memputFstrided";
        put(call, chunks(call, dstchunklen, dstchunkstride, dstchunkcount, srcchunklen, srcchunkstride,
                srcchunkcount), dst, src, srcOffset);
    }

    /** As {@link #memcpyFstrided}, to private memory, the first chunk at {@code dstOffset}. Errors besides: chunks outside it. Source: upc_memget_fstrided. */
    public void memgetFstrided(MemorySegment dst, long dstOffset, long dstchunklen, long dstchunkstride,
            long dstchunkcount, long src, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memgetFstrided";
        get(call, chunks(call, dstchunklen, dstchunkstride, dstchunkcount, srcchunklen, srcchunkstride,
                srcchunkcount), dst, dstOffset, src);
    }

    /** As {@link #memcpyFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_fstrided_async. */
    public UpcHandle memcpyFstridedAsync(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, long src,
            long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memcpyFstridedAsync";
        return copyAsync(call, chunks(call, dstchunklen, dstchunkstride, dstchunkcount, srcchunklen, srcchunkstride,
                srcchunkcount), dst, src);
    }

    /** As {@link #memputFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_fstrided_async. */
    public UpcHandle memputFstridedAsync(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount,
            MemorySegment src, long srcOffset, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memputFstridedAsync";
        return putAsync(call, chunks(call, dstchunklen, dstchunkstride, dstchunkcount, srcchunklen, srcchunkstride,
                srcchunkcount), dst, src, srcOffset);
    }

    /** As {@link #memgetFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_fstrided_async. */
    public UpcHandle memgetFstridedAsync(MemorySegment dst, long dstOffset, long dstchunklen, long dstchunkstride,
            long dstchunkcount, long src, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memgetFstridedAsync";
        return getAsync(call, chunks(call, dstchunklen, dstchunkstride, dstchunkcount, srcchunklen, srcchunkstride,
                srcchunkcount), dst, dstOffset, src);
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
        String call = "Upc.memcpyStrided";
        copy(call, sections(call, dststrides, srcstrides, count, stridelevels), dst, src);
    }

    /** As {@link #memcpyStrided}, from private memory at {@code srcOffset}. Errors besides: a section outside it. Source: upc_memput_strided. */
    public void memputStrided(long dst, long[] dststrides, MemorySegment src, long srcOffset, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = "Upc.memputStrided";
        put(call, sections(call, dststrides, srcstrides, count, stridelevels), dst, src, srcOffset);
    }

    /**
     * As {@link #memcpyStrided}, to private memory at {@code dstOffset} (the document's prototype has a shared one there, against its text). Errors
     * besides: a section outside it. Source: upc_memget_strided.
     */
    public void memgetStrided(MemorySegment dst, long dstOffset, long[] dststrides, long src, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = "Upc.memgetStrided";
        get(call, sections(call, dststrides, srcstrides, count, stridelevels), dst, dstOffset, src);
    }

    /** As {@link #memcpyStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_strided_async. */
    public UpcHandle memcpyStridedAsync(long dst, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = "Upc.memcpyStridedAsync";
        return copyAsync(call, sections(call, dststrides, srcstrides, count, stridelevels), dst, src);
    }

    /** As {@link #memputStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_strided_async. */
    public UpcHandle memputStridedAsync(long dst, long[] dststrides, MemorySegment src, long srcOffset,
            long[] srcstrides, long[] count, int stridelevels) {
        String call = "Upc.memputStridedAsync";
        return putAsync(call, sections(call, dststrides, srcstrides, count, stridelevels), dst, src, srcOffset);
    }

    /** As {@link #memgetStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_strided_async. */
    public UpcHandle memgetStridedAsync(MemorySegment dst, long dstOffset, long[] dststrides, long src,
            long[] srcstrides, long[] count, int stridelevels) {
        String call = "Upc.memgetStridedAsync";
        return getAsync(call, sections(call, dststrides, srcstrides, count, stridelevels), dst, dstOffset, src);
    }
}
