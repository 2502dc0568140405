package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Shape;

/**
 * Copies of contiguous memory. The calls are described at {@link Upc}, which says how each of them completes:
 * {@link #BLOCKING}, by a {@link #HANDLE}, or {@link #IMPLICIT}. All answer {@link UpcHandle#COMPLETE} but those with a
 * handle that go on.
 */
record ContiguousCopies(UpcCore core, Synchronisation synchronisation) {
    static final int BLOCKING = 0;
    static final int HANDLE = 1;
    static final int IMPLICIT = 2;

    /** Whether there is something to do, at one pointer; throws if it is not there. */
    private boolean begin(String call, String argument, long pointer, long n) {
        core.begin(call);
        return core.isThere(pointer, n) || isSomething(call, argument, pointer, n);
    }

    private boolean isSomething(String call, String argument, long pointer, long n) {
        core.checkThere(call, argument, pointer, n);
        return false;
    }

    UpcHandle memcpy(String call, int end, long dst, long src, long n) {
        if (!begin(call, "dst", dst, n) || !begin(call, "src", src, n)) {
            return UpcHandle.COMPLETE;
        }
        MemorySegment memory = memory(call, src);
        return memory != null ? put(call, end, dst, memory, UpcCore.offset(src), n)
                : copyFromElsewhere(call, end, dst, src, n);
    }

    private UpcHandle copyFromElsewhere(String call, int end, long dst, long src, long n) {
        GlobalShape to = GlobalShape.of(dst, Shape.contiguous(n));
        GlobalShape from = GlobalShape.of(src, Shape.contiguous(n));
        try {
            if (end == HANDLE) {
                return synchronisation.handle(core.lists.copyNb(to, from));
            } else if (end == IMPLICIT) {
                core.lists.copyNbi(to, from);
            } else {
                core.lists.copy(to, from);
            }
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private MemorySegment memory(String call, long pointer) {
        try {
            return core.memoryAt(pointer);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle memput(String call, int end, long dst, MemorySegment src, long srcOffset, long n) {
        return begin(call, "dst", dst, n) && core.given(call, "src", src) ? put(call, end, dst, src, srcOffset, n)
                : UpcHandle.COMPLETE;
    }

    private UpcHandle put(String call, int end, long dst, MemorySegment src, long srcOffset, long n) {
        int to = UpcCore.thread(dst);
        long at = UpcCore.offset(dst);
        try {
            if (end == BLOCKING) {
                core.rma.put(to, at, src, srcOffset, n);
            } else if (end == IMPLICIT) {
                core.rma.putNbi(to, at, src, srcOffset, n, LocalCompletion.DEFER);
            } else {
                return synchronisation.handle(core.rma.putNb(to, at, src, srcOffset, n, LocalCompletion.DEFER));
            }
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle memget(String call, int end, MemorySegment dst, long dstOffset, long src, long n) {
        if (!begin(call, "src", src, n) || !core.given(call, "dst", dst)) {
            return UpcHandle.COMPLETE;
        }
        int from = UpcCore.thread(src);
        long at = UpcCore.offset(src);
        try {
            if (end == BLOCKING) {
                core.rma.get(dst, dstOffset, from, at, n);
            } else if (end == IMPLICIT) {
                core.rma.getNbi(dst, dstOffset, from, at, n);
            } else {
                return synchronisation.handle(core.rma.getNb(dst, dstOffset, from, at, n));
            }
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    UpcHandle memset(String call, int end, long dst, int c, long n) {
        if (begin(call, "dst", dst, n)) {
            int to = UpcCore.thread(dst);
            long at = UpcCore.offset(dst);
            if (end == HANDLE) {
                return synchronisation.handle(core.rma.memsetNb(to, at, (byte) c, n));
            } else if (end == IMPLICIT) {
                core.rma.memsetNbi(to, at, (byte) c, n);
            } else {
                core.rma.memset(to, at, (byte) c, n);
            }
        }
        return UpcHandle.COMPLETE;
    }
}
