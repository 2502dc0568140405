package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;

/** Copies of contiguous memory: blocking, with a handle, and implicitly. */
abstract sealed class ContiguousCopies extends Synchronisation permits IndexedCopies {
    ContiguousCopies(UpcCore core) {
        super(core);
    }

    /** Whether there is something to do, at one pointer; throws if it is not there. */
    final boolean begin(String call, String argument, long pointer, long n) {
        core.begin(call);
        return core.isThere(pointer, n) || isSomething(call, argument, pointer, n);
    }

    private boolean isSomething(String call, String argument, long pointer, long n) {
        core.checkThere(call, argument, pointer, n);
        return false;
    }

    /**
     * Copies {@code n} bytes from one thread's shared memory to one thread's, which may be any two. Blocking: they are there when it returns. Allocates nothing.
     *
     * <p>Regions are of one thread each (as of {@code shared [] char}), and may not overlap. Of 0 bytes nothing else is looked at. Errors, here and
     * below: a pointer that is null, or none, or bytes outside its thread's shared memory; in checked mode, overlap. Source: upc_memcpy.
     */
    public void memcpy(long dst, long src, long n) {
        String call = "Upc.memcpy";
        if (begin(call, "dst", dst, n) && begin(call, "src", src, n)) {
            try {
                core.rma.put(UpcCore.thread(dst), UpcCore.offset(dst), memory(src), UpcCore.offset(src), n);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    final MemorySegment memory(long pointer) {
        return core.memory(UpcCore.thread(pointer));
    }

    /**
     * Copies {@code n} bytes of shared memory to private memory, from {@code dstOffset} on. Blocking, allocates nothing. Errors besides those of
     * {@link #memcpy}: memory that is null; bytes outside {@code dst}, which must be writable. Source: upc_memget.
     */
    public void memget(MemorySegment dst, long dstOffset, long src, long n) {
        String call = "Upc.memget";
        if (begin(call, "src", src, n) && core.given(call, "dst", dst)) {
            try {
                core.rma.get(dst, dstOffset, UpcCore.thread(src), UpcCore.offset(src), n);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    /**
     * Copies {@code n} bytes of private memory, from {@code srcOffset} on, to shared memory. Blocking, allocates nothing. Errors besides those of
     * {@link #memcpy}: memory that is null; bytes outside {@code src}. Source: upc_memput.
     */
    public void memput(long dst, MemorySegment src, long srcOffset, long n) {
        String call = "Upc.memput";
        if (begin(call, "dst", dst, n) && core.given(call, "src", src)) {
            try {
                core.rma.put(UpcCore.thread(dst), UpcCore.offset(dst), src, srcOffset, n);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    /** Sets {@code n} bytes of shared memory to the low byte of {@code c}. Blocking, allocates nothing. Source: upc_memset. */
    public void memset(long dst, int c, long n) {
        String call = "Upc.memset";
        if (begin(call, "dst", dst, n)) {
            core.rma.memset(UpcCore.thread(dst), UpcCore.offset(dst), (byte) c, n);
        }
    }

    /**
     * As {@link #memcpy}, and may go on when it has returned: until the handle was synchronised, {@code dst} is undefined and {@code src} may not change.
     * {@link UpcHandle#COMPLETE} if it was complete at once, as smaller ones are ({@code pgas.async.bytes}). Source: upc_memcpy_async.
     */
    public UpcHandle memcpyAsync(long dst, long src, long n) {
        String call = "Upc.memcpyAsync";
        if (!begin(call, "dst", dst, n) || !begin(call, "src", src, n)) {
            return UpcHandle.COMPLETE;
        }
        try {
            return handle(core.rma.putNb(UpcCore.thread(dst), UpcCore.offset(dst), memory(src), UpcCore.offset(src), n,
                    LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    /** As {@link #memget}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_async. */
    public UpcHandle memgetAsync(MemorySegment dst, long dstOffset, long src, long n) {
        String call = "Upc.memgetAsync";
        if (!begin(call, "src", src, n) || !core.given(call, "dst", dst)) {
            return UpcHandle.COMPLETE;
        }
        try {
            return handle(core.rma.getNb(dst, dstOffset, UpcCore.thread(src), UpcCore.offset(src), n));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    /** As {@link #memput}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_async. */
    public UpcHandle memputAsync(long dst, MemorySegment src, long srcOffset, long n) {
        String call = "Upc.memputAsync";
        if (!begin(call, "dst", dst, n) || !core.given(call, "src", src)) {
            return UpcHandle.COMPLETE;
        }
        try {
            return handle(core.rma.putNb(UpcCore.thread(dst), UpcCore.offset(dst), src, srcOffset, n,
                    LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    /** As {@link #memset}, with a handle: see {@link #memcpyAsync}. Source: upc_memset_async. */
    public UpcHandle memsetAsync(long dst, int c, long n) {
        return begin("Upc.memsetAsync", "dst", dst, n)
                ? handle(core.rma.memsetNb(UpcCore.thread(dst), UpcCore.offset(dst), (byte) c, n))
                : UpcHandle.COMPLETE;
    }

    /**
     * As {@link #memcpy}, and may go on when it has returned: until this thread's next {@link #waitsynci}, or until the handle of the access region was
     * synchronised that it belongs to, {@code dst} is undefined and {@code src} may not change. Source: upc_memcpy_asynci.
     */
    public void memcpyAsynci(long dst, long src, long n) {
        String call = "Upc.memcpyAsynci";
        if (begin(call, "dst", dst, n) && begin(call, "src", src, n)) {
            try {
                core.rma.putNbi(UpcCore.thread(dst), UpcCore.offset(dst), memory(src), UpcCore.offset(src), n,
                        LocalCompletion.DEFER);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    /** As {@link #memget}, implicitly: see {@link #memcpyAsynci}. Source: upc_memget_asynci. */
    public void memgetAsynci(MemorySegment dst, long dstOffset, long src, long n) {
        String call = "Upc.memgetAsynci";
        if (begin(call, "src", src, n) && core.given(call, "dst", dst)) {
            try {
                core.rma.getNbi(dst, dstOffset, UpcCore.thread(src), UpcCore.offset(src), n);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    /** As {@link #memput}, implicitly: see {@link #memcpyAsynci}. Source: upc_memput_asynci. */
    public void memputAsynci(long dst, MemorySegment src, long srcOffset, long n) {
        String call = "Upc.memputAsynci";
        if (begin(call, "dst", dst, n) && core.given(call, "src", src)) {
            try {
                core.rma.putNbi(UpcCore.thread(dst), UpcCore.offset(dst), src, srcOffset, n, LocalCompletion.DEFER);
            } catch (PgasException e) {
                throw core.named(call, e);
            }
        }
    }

    /** As {@link #memset}, implicitly: see {@link #memcpyAsynci}. Source: upc_memset_asynci. */
    public void memsetAsynci(long dst, int c, long n) {
        if (begin("Upc.memsetAsynci", "dst", dst, n)) {
            core.rma.memsetNbi(UpcCore.thread(dst), UpcCore.offset(dst), (byte) c, n);
        }
    }
}
