package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.Scale;
import org.pgas.team.TeamCore;

/** Transfers of contiguous bytes and of single values. */
record Contiguous(Team team, Places places, Rma rma, Accumulator accumulator) {
    /** {@code nb}: it may go on when it has returned, and answers an event. */
    Event put(String call, boolean nb, MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        long offset = places.offset(call, "dst", dst, bytes, proc);
        places.checkLocal(call, "src", src, srcOffset, bytes);
        try {
            if (nb) {
                return rma.putNb(proc, offset, src, srcOffset, bytes, LocalCompletion.DEFER);
            }
            rma.put(proc, offset, src, srcOffset, bytes);
            return Event.DONE;
        } catch (RuntimeException e) {
            throw places.refusal(call, "src", src, false, e);
        }
    }

    /** As {@link #put}. */
    Event get(String call, boolean nb, long src, MemorySegment dst, long dstOffset, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        long offset = places.offset(call, "src", src, bytes, proc);
        places.checkLocal(call, "dst", dst, dstOffset, bytes);
        try {
            if (nb) {
                return rma.getNb(dst, dstOffset, proc, offset, bytes);
            }
            rma.get(dst, dstOffset, proc, offset, bytes);
            return Event.DONE;
        } catch (RuntimeException e) {
            throw places.refusal(call, "dst", dst, true, e);
        }
    }

    void acc(String call, Scale scale, MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        long offset = places.offset(call, "dst", dst, bytes, proc);
        places.checkLocal(call, "src", src, srcOffset, bytes);
        places.checkElements(call, scale, offset, bytes);
        try {
            accumulator.accumulate(proc, offset, scale, src, srcOffset, bytes);
        } catch (RuntimeException e) {
            throw places.refusal(call, "src", src, false, e);
        }
    }

    /** Ordered: a loop that spins on the value ends, and a thread that sees it sees what was put before. */
    void putInt(String call, int value, long dst, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        rma.putIntRelease(proc, word(call, "dst", dst, Integer.BYTES, proc), value);
    }

    void putLong(String call, long value, long dst, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        rma.putLongRelease(proc, word(call, "dst", dst, Long.BYTES, proc), value);
    }

    int getInt(String call, long src, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        return rma.getIntAcquire(proc, word(call, "src", src, Integer.BYTES, proc));
    }

    long getLong(String call, long src, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        return rma.getLongAcquire(proc, word(call, "src", src, Long.BYTES, proc));
    }

    private long word(String call, String argument, long pointer, int bytes, int proc) {
        long offset = places.offset(call, argument, pointer, bytes, proc);
        places.checkAligned(call, argument, offset, bytes);
        return offset;
    }

    void putFlag(MemorySegment src, long srcOffset, long dst, long bytes, long flag, int value, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.putFlag");
        long flagOffset = flagOffset("Armci.putFlag", flag, proc);
        put("Armci.putFlag", false, src, srcOffset, dst, bytes, proc);
        flag(flagOffset, value, proc);
    }

    /** The place of a flag, checked. */
    long flagOffset(String call, long flag, int proc) {
        return word(call, "flag", flag, Integer.BYTES, proc);
    }

    /** Behind data that is in place. */
    void flag(long flagOffset, int value, int proc) {
        rma.putIntRelease(proc, flagOffset, value);
        // a store alone may stay behind the look at the sleepers
        rma.fence();
        TeamCore.of(team).ring(proc);
    }
}
