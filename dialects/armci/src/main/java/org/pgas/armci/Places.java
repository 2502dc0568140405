package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.atomics.Scale;
import org.pgas.refusal.Refusals;
import org.pgas.vis.Shape;

/** What pointers point to: checks each against the process that it is meant for, and finds its offset there. */
final class Places {
    private static final long[] NONE = {};

    final Refusals refusals;

    /** By process, the pointer to offset 0 of its memory; none when the library is finished. */
    private long[] bases;

    /** Where memory that is given out begins, the same on all, and by process where it ends. */
    private final long low;

    private final long[] ends;

    /** In checked mode, what is known of allocations; else null. */
    private final Allocations watched;

    Places(Refusals refusals, long[] bases, long low, long[] ends, Allocations watched) {
        this.refusals = refusals;
        this.bases = bases;
        this.low = low;
        this.ends = ends;
        this.watched = watched;
    }

    /** From now on every process is refused, since the library is finished. */
    void close() {
        bases = NONE;
    }

    boolean isOpen() {
        return bases != NONE;
    }

    /** The offset in the memory of {@code proc}, in which {@code bytes} bytes at {@code pointer} lie. */
    long offset(String call, String argument, long pointer, long bytes, int proc) {
        long[] known = bases;
        if (proc < 0 || proc >= known.length) {
            throw noProcess(call, proc);
        }
        // of a pointer into other memory it is beyond all ends, or negative
        long offset = pointer - known[proc];
        if (bytes < 0 || offset < low || offset > ends[proc] - bytes) {
            throw refused(call, argument, pointer, bytes, proc);
        }
        if (watched != null) {
            watched.check(call, argument, pointer, bytes);
        }
        return offset;
    }

    /** As the other form, for bytes {@code from} to {@code to} behind the pointer, which may point elsewhere itself. */
    long origin(String call, String argument, long pointer, long from, long to, int proc) {
        if (pointer == GlobalPointer.NULL) {
            checkProc(call, proc);
            throw refused(call, argument, pointer, 0, proc);
        }
        long[] known = bases;
        if (proc < 0 || proc >= known.length) {
            throw noProcess(call, proc);
        }
        long offset = pointer - known[proc];
        if (to < from || offset + from < low || offset + from > ends[proc] - (to - from)) {
            throw refusedRange(call, argument, pointer, from, to, proc);
        }
        if (watched != null) {
            watched.check(call, argument, pointer + from, to - from);
        }
        return offset;
    }

    /** The pointer is named as the caller gave it. */
    private PgasException refusedRange(String call, String argument, long pointer, long from, long to, int proc) {
        return from <= to && isOf(pointer, proc)
                ? refusals.bad(call, argument + ": bytes from " + from + " to " + to + ", exclusive, as seen from "
                        + GlobalPointer.toString(pointer) + ", are outside " + range(proc))
                : refused(call, argument, pointer, to - from, proc);
    }

    private boolean isOf(long pointer, int proc) {
        return pointer < 0 && GlobalPointer.jobRank(pointer) == proc
                && GlobalPointer.endpointIndex(pointer) == GlobalPointer.endpointIndex(bases[proc]);
    }

    private String range(int proc) {
        return "the memory of process " + proc + ", of offsets " + low + ".." + (ends[proc] - 1);
    }

    void checkProc(String call, int proc) {
        if (proc < 0 || proc >= bases.length) {
            throw noProcess(call, proc);
        }
    }

    void checkUsable(String call) {
        if (bases == NONE) {
            throw finished(call);
        }
    }

    private PgasException noProcess(String call, int proc) {
        return bases == NONE ? finished(call)
                : refusals.bad(call, "proc: process " + proc + " does not exist: legal are 0.." + (bases.length - 1));
    }

    private PgasException finished(String call) {
        return refusals.error(ErrorCode.NOT_INITIALIZED, call,
                "this Armci is finished: start another one (Armci.init)");
    }

    private PgasException refused(String call, String argument, long pointer, long bytes, int proc) {
        if (bytes < 0) {
            return refusals.bad(call, "bytes: a length of " + bytes + ": legal are 0 and more");
        }
        if (pointer == GlobalPointer.NULL) {
            return refusals.bad(call, argument + ": the pointer is NULL: process " + proc
                    + " has no memory there (it asked for 0 bytes, or the pointer was never set)");
        }
        if (pointer > 0) {
            return refusals.bad(call, argument + ": 0x" + Long.toHexString(pointer)
                    + " is no pointer: give what malloc, memget or pointer has answered");
        }
        int owner = GlobalPointer.jobRank(pointer);
        if (owner != proc) {
            return refusals.bad(call,
                    argument + ": the pointer is to memory of process " + owner + ", and proc says " + proc
                            + ": give the entry of that process");
        }
        if (GlobalPointer.endpointIndex(pointer) != GlobalPointer.endpointIndex(bases[proc])) {
            return refusals.bad(call, argument + ": the pointer (" + GlobalPointer.toString(pointer)
                    + ") is not to memory of this Armci, which has endpoint "
                    + GlobalPointer.endpointIndex(bases[proc]) + " of process " + proc);
        }
        return refusals.bad(call, argument + ": " + bytes + " bytes at " + GlobalPointer.toString(pointer)
                + " are outside " + range(proc));
    }

    /** Refuses local memory that does not have those bytes. */
    void checkLocal(String call, String argument, MemorySegment memory, long offset, long bytes) {
        if (memory == null || bytes < 0 || offset < 0 || offset > memory.byteSize() - bytes) {
            throw refusedLocal(call, argument, memory, offset, bytes);
        }
    }

    private PgasException refusedLocal(String call, String argument, MemorySegment memory, long offset, long bytes) {
        return memory == null ? refusals.bad(call, argument + ": the local memory is null")
                : bytes < 0 ? refusals.bad(call, "bytes: a length of " + bytes + ": legal are 0 and more")
                        : refusals.bad(call, argument + ": " + bytes + " bytes at offset " + offset
                                + " are outside the local memory of " + memory.byteSize() + " bytes");
    }

    /** Refuses local memory that this thread cannot read, or write, for calls that move several pieces. */
    void checkAccess(String call, String argument, MemorySegment memory, boolean written) {
        String refusal = refusedAccess(memory, written);
        if (refusal != null) {
            throw refusals.bad(call, argument + ": " + refusal);
        }
    }

    /** Null when the calling thread may use it. */
    private static String refusedAccess(MemorySegment memory, boolean written) {
        if (!memory.scope().isAlive()) {
            return "the arena of the local memory is closed";
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            return "the local memory is confined to another thread than this one, "
                    + Thread.currentThread().threadId();
        }
        return written && memory.isReadOnly() ? "the local memory is read-only" : null;
    }

    /** What to throw for an error of a layer below. Memory is looked at only then: so checks cost nothing. */
    RuntimeException refusal(String call, String argument, MemorySegment memory, boolean written,
            RuntimeException cause) {
        String refusal = refusedAccess(memory, written);
        return refusal == null ? refusal(call, cause)
                : refusals.bad(call, argument + ": " + refusal, cause);
    }

    /** As the other form, of a call without local memory. An error that ends waits or the job stays what it is. */
    RuntimeException refusal(String call, RuntimeException cause) {
        if (cause.getClass() != PgasException.class) {
            return cause;
        }
        String rank = refusals.toString();
        String message = cause.getMessage();
        String what = message.startsWith(rank) ? message.substring(rank.length()) : message;
        return refusals.error(((PgasException) cause).code(), call, what, cause);
    }

    /** As the other forms, of a transfer to places of {@code target}. */
    RuntimeException refusal(String call, String argument, MemorySegment memory, boolean written, Shape target,
            RuntimeException cause) {
        return target.overlap().isEmpty() ? refusal(call, argument, memory, written, cause)
                : overlapping(call, target);
    }

    /** Refuses places that are to be written and overlap. */
    void checkApart(String call, Shape target) {
        if (!target.overlap().isEmpty()) {
            throw overlapping(call, target);
        }
    }

    private PgasException overlapping(String call, Shape target) {
        return refusals.bad(call, "dst: bytes would be written twice: " + target.overlap()
                + ": only what is read may overlap");
    }

    /** Refuses a place of remote memory that is no multiple of {@code width}, a power of two. */
    void checkAligned(String call, String argument, long offset, int width) {
        if ((offset & width - 1) != 0) {
            throw refusals.bad(call, argument + ": offset " + offset + " is no multiple of " + width
                    + ", the size of what is read and written at once");
        }
    }

    /** Refuses elements that are cut, or not at a multiple of their components' size. */
    void checkElements(String call, Scale scale, long offset, long bytes) {
        if (scale == null || bytes % scale.type().bytes() != 0
                || (offset & scale.type().componentBytes() - 1) != 0) {
            throw refusals.bad(call, refusedElements(scale, offset, bytes));
        }
    }

    private static String refusedElements(Scale scale, long offset, long bytes) {
        return scale == null ? "scale: it is null"
                : bytes % scale.type().bytes() != 0
                        ? "bytes: " + bytes + " are not whole elements of type " + scale.type() + ", of "
                                + scale.type().bytes() + " bytes each"
                        : "dst: offset " + offset + " is no multiple of " + scale.type().componentBytes()
                                + ", as elements of type " + scale.type() + " must be";
    }
}
