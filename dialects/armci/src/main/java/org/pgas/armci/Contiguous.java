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
final class Contiguous {
    private final Team team;
    private final Places places;
    private final Rma rma;
    private final Accumulator accumulator;

    Contiguous(Places places, Accumulator accumulator) {
        this.team = places.team();
        this.places = places;
        this.rma = team.rma();
        this.accumulator = accumulator;
    }

    void put(MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.put");
        long offset = places.offset("Armci.put", "dst", dst, bytes, proc);
        places.checkLocal("Armci.put", "src", src, srcOffset, bytes);
        try {
            rma.put(proc, offset, src, srcOffset, bytes);
        } catch (RuntimeException e) {
            throw places.refusal("Armci.put", "src", src, false, e);
        }
    }

    void get(long src, MemorySegment dst, long dstOffset, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.get");
        long offset = places.offset("Armci.get", "src", src, bytes, proc);
        places.checkLocal("Armci.get", "dst", dst, dstOffset, bytes);
        try {
            rma.get(dst, dstOffset, proc, offset, bytes);
        } catch (RuntimeException e) {
            throw places.refusal("Armci.get", "dst", dst, true, e);
        }
    }

    Event nbPut(MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.nbPut");
        long offset = places.offset("Armci.nbPut", "dst", dst, bytes, proc);
        places.checkLocal("Armci.nbPut", "src", src, srcOffset, bytes);
        try {
            return rma.putNb(proc, offset, src, srcOffset, bytes, LocalCompletion.DEFER);
        } catch (RuntimeException e) {
            throw places.refusal("Armci.nbPut", "src", src, false, e);
        }
    }

    Event nbGet(long src, MemorySegment dst, long dstOffset, long bytes, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.nbGet");
        long offset = places.offset("Armci.nbGet", "src", src, bytes, proc);
        places.checkLocal("Armci.nbGet", "dst", dst, dstOffset, bytes);
        try {
            return rma.getNb(dst, dstOffset, proc, offset, bytes);
        } catch (RuntimeException e) {
            throw places.refusal("Armci.nbGet", "dst", dst, true, e);
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

    /** Ordered, so that a loop that spins on it ends, and who sees the value sees what was put before. */
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
        long flagOffset = word("Armci.putFlag", "flag", flag, Integer.BYTES, proc);
        long offset = places.offset("Armci.putFlag", "dst", dst, bytes, proc);
        places.checkLocal("Armci.putFlag", "src", src, srcOffset, bytes);
        try {
            rma.put(proc, offset, src, srcOffset, bytes);
        } catch (RuntimeException e) {
            throw places.refusal("Armci.putFlag", "src", src, false, e);
        }
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
