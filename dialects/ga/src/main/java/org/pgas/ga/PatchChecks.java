package org.pgas.ga;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.atomics.Scale;
import org.pgas.refusal.Refusals;

/** Refuses what is wrong with a patch, its local memory, a subscript or a number, in the name of the array. */
final class PatchChecks {
    private static final long[] NONE = {};

    private final GaCore core;
    private final Layout layout;
    private final String array;

    /** The extents; none when the array is destroyed, so that the check of a patch finds that out. */
    private long[] open; // the end | threads with transfers | plain: a call that races the end is undefined

    PatchChecks(GaCore core, Layout layout, String array) {
        this.core = core;
        this.layout = layout;
        this.array = array;
        this.open = layout.dims;
    }

    /** From now on all is refused, since the array is destroyed. */
    void close() {
        open = NONE;
    }

    boolean isOpen() {
        return open != NONE;
    }

    void open(String call) {
        if (open == NONE) {
            throw closed(call);
        }
    }

    private PgasException closed(String call) {
        return core.refusals.error(ErrorCode.NOT_INITIALIZED, call, array + " is destroyed: create another one");
    }

    /** The error of an argument. */
    PgasException bad(String call, String what) {
        return core.refusals.bad(call, array + ": " + what);
    }

    /** Refuses a patch that is not wholly in the array. */
    void patch(String call, long[] lo, long[] hi) {
        long[] dims = open;
        boolean isLegal = dims != NONE && lo != null && hi != null && lo.length >= dims.length
                && hi.length >= dims.length;
        for (int d = 0; isLegal && d < dims.length; d++) {
            isLegal = lo[d] >= 0 && lo[d] <= hi[d] && hi[d] < dims[d];
        }
        if (!isLegal) {
            throw refusedPatch(call, lo, hi);
        }
    }

    private PgasException refusedPatch(String call, long[] lo, long[] hi) {
        if (open == NONE) {
            return closed(call);
        }
        if (isShort(lo) || isShort(hi)) {
            return bad(call, (isShort(lo) ? "lo" : "hi") + ": " + length(isShort(lo) ? lo : hi) + ": legal are "
                    + layout.ndim + " and more, one for each dimension");
        }
        for (int d = 0; d < layout.ndim; d++) {
            long most = layout.dims[d] - 1;
            if (lo[d] < 0 || lo[d] > most) {
                return bad(call, "lo[" + d + "] is " + lo[d] + ": legal are 0.." + most);
            }
            if (hi[d] < lo[d] || hi[d] > most) {
                return bad(call, "hi[" + d + "] is " + hi[d] + ": legal are " + lo[d] + ".." + most
                        + ", from lo[" + d + "] on");
            }
        }
        throw new AssertionError(call);
    }

    private boolean isShort(long[] array) {
        return array == null || array.length < layout.ndim;
    }

    private static String length(long[] array) {
        return array == null ? "the array is null" : "the array has " + array.length + " entries";
    }

    /** Refuses a subscript at {@code at} of {@code subscripts} that is no element's. */
    void subscript(String call, long[] subscripts, int at) {
        long[] dims = open;
        boolean isLegal = dims != NONE && subscripts != null && subscripts.length - at >= layout.ndim;
        for (int d = 0; isLegal && d < dims.length; d++) {
            isLegal = subscripts[at + d] >= 0 && subscripts[at + d] < dims[d];
        }
        if (!isLegal) {
            throw refusedSubscript(call, subscripts, at);
        }
    }

    private PgasException refusedSubscript(String call, long[] subscripts, int at) {
        if (open == NONE) {
            return closed(call);
        }
        if (subscripts == null || subscripts.length - at < layout.ndim) {
            return bad(call, "subscript: " + length(subscripts) + ": an element takes " + layout.ndim
                    + ", one for each dimension");
        }
        for (int d = 0; d < layout.ndim; d++) {
            if (subscripts[at + d] < 0 || subscripts[at + d] >= layout.dims[d]) {
                return bad(call, "subscript[" + (at + d) + "], of dimension " + d + ", is " + subscripts[at + d]
                        + ": legal are 0.." + (layout.dims[d] - 1));
            }
        }
        throw new AssertionError(call);
    }

    /** Refuses an array that does not take, or have, an entry for each dimension. */
    void room(String call, String argument, long[] given) {
        if (isShort(given)) {
            throw bad(call, argument + ": " + length(given) + ": legal are " + layout.ndim
                    + " and more, one for each dimension");
        }
    }

    /** Refuses an array that does not take the extents of local memory. */
    void leadRoom(String call, long[] ld) {
        if (layout.ndim > 1 && (ld == null || ld.length < layout.ndim - 1)) {
            throw bad(call, "ld: " + length(ld) + ": legal are " + (layout.ndim - 1)
                    + " and more, one for each dimension but the first");
        }
    }

    /** The handle, unless it is null. */
    GaNbHandle handle(String call, GaNbHandle handle) {
        if (handle == null) {
            throw bad(call, "the handle is null: give a GaNbHandle, or call the blocking form");
        }
        return handle;
    }

    void skip(String call, long[] skip) {
        room(call, "skip", skip);
        for (int d = 0; d < layout.ndim; d++) {
            if (skip[d] < 1) {
                throw bad(call, "skip[" + d + "] is " + skip[d] + ": legal are 1 and more");
            }
        }
    }

    /** Refuses extents of local memory in which rows of the patch would overlap. */
    void leads(String call, long[] ld, long[] lo, long[] hi, long[] step) {
        if (ld == null) {
            return;
        }
        if (ld.length < layout.ndim - 1) {
            throw bad(call, "ld: " + length(ld) + ": legal are " + (layout.ndim - 1)
                    + " and more, one for each dimension but the first, or null where the memory has just the patch");
        }
        for (int d = 1; d < layout.ndim; d++) {
            long count = (hi[d] - lo[d]) / step[d] + 1;
            if (ld[d - 1] < count) {
                throw bad(call, "ld[" + (d - 1) + "] is " + ld[d - 1] + ": legal are " + count
                        + " and more, what the patch has of dimension " + d);
            }
        }
    }

    /** Refuses local memory without room for so many bytes, or that is not for this use. */
    void memory(String call, MemorySegment memory, long offset, double bytes, boolean written) {
        if (memory == null || offset < 0 || bytes > memory.byteSize() - offset || written && memory.isReadOnly()) {
            throw refusedMemory(call, memory, offset, bytes);
        }
    }

    private PgasException refusedMemory(String call, MemorySegment memory, long offset, double bytes) {
        if (memory == null) {
            return bad(call, "buf: the local memory is null");
        }
        if (offset < 0 || bytes > memory.byteSize() - offset) {
            return bad(call, "buf: " + (bytes < 0x1p53 ? String.valueOf((long) bytes) : String.valueOf(bytes))
                    + " bytes at offset " + offset + " are outside the local memory of " + memory.byteSize()
                    + " bytes");
        }
        return bad(call, "buf: the local memory is read-only");
    }

    /** What to throw for what a layer below has thrown. Memory is looked at only then: so checks cost nothing. */
    RuntimeException refusal(String call, MemorySegment memory, RuntimeException cause) {
        if (!memory.scope().isAlive()) {
            return core.refusals.bad(call, array + ": buf: the arena of the local memory is closed", cause);
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            return core.refusals.bad(call, array + ": buf: the local memory is confined to another thread than this "
                    + "one, " + Thread.currentThread().threadId(), cause);
        }
        return cause instanceof PgasException e ? Refusals.named(call, e) : cause;
    }

    /** Refuses a number of another type than the array's. */
    void number(String call, String argument, Scale number) {
        if (number == null || number.type() != layout.type.elements()) {
            throw bad(call, argument + (number == null ? " is null" : " is of type " + number.type())
                    + ": legal are numbers of the array's type, " + layout.type + " (GaType.number)");
        }
    }
}
