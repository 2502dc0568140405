package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Team;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.Scale;
import org.pgas.team.TeamCore;
import org.pgas.vis.Shape;
import org.pgas.vis.ShapeCache;
import org.pgas.vis.Vis;

/** Transfers of lists of segments. All lists of a call are checked before the first one moves. */
final class Vectors {
    /** Longer lists are not kept by the cache either. */
    private static final int MOST_KEPT = 32768;

    private static final int FIRST = 64;

    private final Team team;
    private final Places places;
    private final Vis vis;
    private final ShapeCache shapes;
    private final Accumulator accumulator;

    /** Where a thread writes the offsets of a list of pointers, to look for their shape. */
    private final ThreadLocal<long[]> offsets = ThreadLocal.withInitial(() -> new long[FIRST]);

    Vectors(Team team, Places places, Vis vis, ShapeCache shapes, Accumulator accumulator) {
        this.team = team;
        this.places = places;
        this.vis = vis;
        this.shapes = shapes;
        this.accumulator = accumulator;
    }

    void put(String call, Giov[] darray, int len, int proc) {
        begin(call, darray, len, proc);
        for (int i = 0; len > 1 && i < len; i++) {
            checkTransfer(call, darray[i], darray[i].src(), darray[i].dst(), true, proc);
        }
        for (int i = 0; i < len; i++) {
            Giov giov = darray[i];
            Shape from = local(call, giov, giov.src());
            Shape to = remote(call, giov, giov.dst(), proc);
            places.checkLocal(call, "local", giov.local(), from.low(), from.high() - from.low());
            try {
                vis.put(proc, 0, to, giov.local(), 0, from);
            } catch (RuntimeException e) {
                throw places.refusal(call, "local", giov.local(), false, to, e);
            }
        }
    }

    void get(String call, Giov[] darray, int len, int proc) {
        begin(call, darray, len, proc);
        for (int i = 0; len > 1 && i < len; i++) {
            checkTransfer(call, darray[i], darray[i].dst(), darray[i].src(), false, proc);
        }
        for (int i = 0; i < len; i++) {
            Giov giov = darray[i];
            Shape from = remote(call, giov, giov.src(), proc);
            Shape to = local(call, giov, giov.dst());
            places.checkLocal(call, "local", giov.local(), to.low(), to.high() - to.low());
            try {
                vis.get(giov.local(), 0, to, proc, 0, from);
            } catch (RuntimeException e) {
                throw places.refusal(call, "local", giov.local(), true, to, e);
            }
        }
    }

    void acc(String call, Scale scale, Giov[] darray, int len, int proc) {
        begin(call, darray, len, proc);
        places.checkElements(call, scale, 0, 0);
        for (int i = 0; len > 1 && i < len; i++) {
            checkUpdate(call, scale, darray[i], offsets(call, darray[i], darray[i].dst(), proc));
        }
        for (int i = 0; i < len; i++) {
            Giov giov = darray[i];
            long[] found = offsets(call, giov, giov.dst(), proc);
            Shape from = checkUpdate(call, scale, giov, found);
            Shape to = shapes.indexed(call, giov.bytes(), found, giov.ptrArrayLen());
            try {
                if (to.overlap().isEmpty()) {
                    vis.accumulate(proc, 0, to, scale, giov.local(), 0, from);
                } else {
                    accumulateEach(scale, giov, found, proc);
                }
            } catch (RuntimeException e) {
                throw places.refusal(call, "local", giov.local(), false, e);
            }
        }
    }

    /** Answers where its elements are here. */
    private Shape checkUpdate(String call, Scale scale, Giov giov, long[] found) {
        for (int i = 0; i < giov.ptrArrayLen(); i++) {
            places.checkElements(call, scale, found[i], giov.bytes());
        }
        Shape from = local(call, giov, giov.src());
        places.checkLocal(call, "local", giov.local(), from.low(), from.high() - from.low());
        places.checkAccess(call, "local", giov.local(), false);
        return from;
    }

    /** Places that are named more than once, or overlap: each is added to in its turn. */
    private void accumulateEach(Scale scale, Giov giov, long[] found, int proc) {
        for (int i = 0; i < giov.ptrArrayLen(); i++) {
            accumulator.accumulate(proc, found[i], scale, giov.local(), giov.src()[i], giov.bytes());
        }
    }

    private void begin(String call, Giov[] darray, int len, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        places.checkProc(call, proc);
        if (darray == null || len < 0 || len > darray.length) {
            throw places.refusals.bad(call, darray == null ? "darray: the array is null"
                    : "len: " + len + ": legal are 0.." + darray.length + ", what darray has");
        }
        for (int i = 0; i < len; i++) {
            String refusal = refusal(darray[i]);
            if (refusal != null) {
                throw places.refusals.bad(call, "darray[" + i + "]: " + refusal);
            }
        }
    }

    /** What is wrong with a list; null when nothing is. */
    private static String refusal(Giov giov) {
        if (giov == null) {
            return "it is null";
        }
        if (giov.local() == null || giov.src() == null || giov.dst() == null) {
            return (giov.local() == null ? "local" : giov.src() == null ? "src" : "dst") + " is null";
        }
        if (giov.bytes() < 0) {
            return "bytes is " + giov.bytes() + ": legal are 0 and more";
        }
        int most = Math.min(giov.src().length, giov.dst().length);
        return giov.ptrArrayLen() >= 0 && giov.ptrArrayLen() <= most ? null
                : "ptrArrayLen is " + giov.ptrArrayLen() + ": legal are 0.." + most + ", what both arrays have";
    }

    private void checkTransfer(String call, Giov giov, long[] here, long[] there, boolean put, int proc) {
        Shape local = local(call, giov, here);
        Shape remote = remote(call, giov, there, proc);
        MemorySegment memory = giov.local();
        places.checkLocal(call, "local", memory, local.low(), local.high() - local.low());
        places.checkAccess(call, "local", memory, !put);
        places.checkApart(call, put ? remote : local);
    }

    private Shape local(String call, Giov giov, long[] offsets) {
        return shapes.indexed(call, giov.bytes(), offsets, giov.ptrArrayLen());
    }

    /** Relative to offset 0 of the process. */
    private Shape remote(String call, Giov giov, long[] pointers, int proc) {
        return shapes.indexed(call, giov.bytes(), offsets(call, giov, pointers, proc), giov.ptrArrayLen());
    }

    /** Where each pointer leads to; belongs to this thread until it asks again. */
    private long[] offsets(String call, Giov giov, long[] pointers, int proc) {
        int count = giov.ptrArrayLen();
        long[] found = room(count);
        String argument = pointers == giov.dst() ? "dst" : "src";
        for (int i = 0; i < count; i++) {
            found[i] = places.offset(call, argument, pointers[i], giov.bytes(), proc);
        }
        return found;
    }

    private long[] room(int count) {
        if (count > MOST_KEPT) {
            return new long[count];
        }
        long[] known = offsets.get();
        if (known.length < count) {
            known = new long[Integer.highestOneBit(count - 1) << 1];
            offsets.set(known);
        }
        return known;
    }
}
