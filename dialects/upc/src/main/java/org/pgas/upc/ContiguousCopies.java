package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Copies of contiguous memory: blocking, with a handle, and implicitly. The calls are described at {@link Upc}, whose
 * own they are.
 */
final class ContiguousCopies {
    private final UpcCore core;
    private final Synchronisation synchronisation;

    ContiguousCopies(UpcCore core, Synchronisation synchronisation) {
        this.core = core;
        this.synchronisation = synchronisation;
    }

    /** Whether there is something to do, at one pointer; throws if it is not there. */
    private boolean begin(String call, String argument, long pointer, long n) {
        core.begin(call);
        return core.isThere(pointer, n) || isSomething(call, argument, pointer, n);
    }

    private boolean isSomething(String call, String argument, long pointer, long n) {
        core.checkThere(call, argument, pointer, n);
        return false;
    }

    void memcpy(long dst, long src, long n) {
        String call = "Upc.memcpy";
        if (begin(call, "dst", dst, n) && begin(call, "src", src, n)) {
            try {
                core.rma.put(UpcCore.thread(dst), UpcCore.offset(dst), core.memoryAt(src), UpcCore.offset(src), n);
            } catch (PgasException e) {
                throw Refusals.named(call, e);
            }
        }
    }

    void memget(MemorySegment dst, long dstOffset, long src, long n) {
        String call = "Upc.memget";
        if (begin(call, "src", src, n) && core.given(call, "dst", dst)) {
            try {
                core.rma.get(dst, dstOffset, UpcCore.thread(src), UpcCore.offset(src), n);
            } catch (PgasException e) {
                throw Refusals.named(call, e);
            }
        }
    }

    void memput(long dst, MemorySegment src, long srcOffset, long n) {
        String call = "Upc.memput";
        if (begin(call, "dst", dst, n) && core.given(call, "src", src)) {
            try {
                core.rma.put(UpcCore.thread(dst), UpcCore.offset(dst), src, srcOffset, n);
            } catch (PgasException e) {
                throw Refusals.named(call, e);
            }
        }
    }

    void memset(long dst, int c, long n) {
        String call = "Upc.memset";
        if (begin(call, "dst", dst, n)) {
            core.rma.memset(UpcCore.thread(dst), UpcCore.offset(dst), (byte) c, n);
        }
    }

    UpcHandle memcpyAsync(long dst, long src, long n) {
        String call = "Upc.memcpyAsync";
        if (!begin(call, "dst", dst, n) || !begin(call, "src", src, n)) {
            return UpcHandle.COMPLETE;
        }
        try {
            return synchronisation.handle(
                    core.rma.putNb(UpcCore.thread(dst), UpcCore.offset(dst), core.memoryAt(src), UpcCore.offset(src), n,
                            LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle memgetAsync(MemorySegment dst, long dstOffset, long src, long n) {
        String call = "Upc.memgetAsync";
        if (!begin(call, "src", src, n) || !core.given(call, "dst", dst)) {
            return UpcHandle.COMPLETE;
        }
        try {
            return synchronisation.handle(core.rma.getNb(dst, dstOffset, UpcCore.thread(src), UpcCore.offset(src), n));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle memputAsync(long dst, MemorySegment src, long srcOffset, long n) {
        String call = "Upc.memputAsync";
        if (!begin(call, "dst", dst, n) || !core.given(call, "src", src)) {
            return UpcHandle.COMPLETE;
        }
        try {
            return synchronisation.handle(core.rma.putNb(UpcCore.thread(dst), UpcCore.offset(dst), src, srcOffset, n,
                    LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle memsetAsync(long dst, int c, long n) {
        return begin("Upc.memsetAsync", "dst", dst, n)
                ? synchronisation.handle(core.rma.memsetNb(UpcCore.thread(dst), UpcCore.offset(dst), (byte) c, n))
                : UpcHandle.COMPLETE;
    }

    void memcpyAsynci(long dst, long src, long n) {
        String call = "Upc.memcpyAsynci";
        if (begin(call, "dst", dst, n) && begin(call, "src", src, n)) {
            try {
                core.rma.putNbi(UpcCore.thread(dst), UpcCore.offset(dst), core.memoryAt(src), UpcCore.offset(src), n,
                        LocalCompletion.DEFER);
            } catch (PgasException e) {
                throw Refusals.named(call, e);
            }
        }
    }

    void memgetAsynci(MemorySegment dst, long dstOffset, long src, long n) {
        String call = "Upc.memgetAsynci";
        if (begin(call, "src", src, n) && core.given(call, "dst", dst)) {
            try {
                core.rma.getNbi(dst, dstOffset, UpcCore.thread(src), UpcCore.offset(src), n);
            } catch (PgasException e) {
                throw Refusals.named(call, e);
            }
        }
    }

    void memputAsynci(long dst, MemorySegment src, long srcOffset, long n) {
        String call = "Upc.memputAsynci";
        if (begin(call, "dst", dst, n) && core.given(call, "src", src)) {
            try {
                core.rma.putNbi(UpcCore.thread(dst), UpcCore.offset(dst), src, srcOffset, n, LocalCompletion.DEFER);
            } catch (PgasException e) {
                throw Refusals.named(call, e);
            }
        }
    }

    void memsetAsynci(long dst, int c, long n) {
        if (begin("Upc.memsetAsynci", "dst", dst, n)) {
            core.rma.memsetNbi(UpcCore.thread(dst), UpcCore.offset(dst), (byte) c, n);
        }
    }
}
