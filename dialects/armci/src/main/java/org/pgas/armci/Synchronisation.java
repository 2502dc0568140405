package org.pgas.armci;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.pgas.SignalOperation;
import org.pgas.atomics.ArmciRmw;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * Fences, barriers, atomic updates and notifications.
 *
 * <pre>
 * field  writer                         reader    order
 * taken  threads that wait for notices  the same  CAS: a notice is taken once
 * </pre>
 */
final class Synchronisation {
    private final ArmciCore core;
    private final ArmciRmw rmw;

    /** How many notifications of each process were waited for here, and came. */
    private final AtomicIntegerArray taken;

    Synchronisation(ArmciCore core) {
        this.core = core;
        this.rmw = core.resources.rmw();
        this.taken = new AtomicIntegerArray(core.nproc);
    }

    void fence(int proc) {
        core.begin("Armci.fence");
        core.places.checkProc("Armci.fence", proc);
        core.rma.fence();
    }

    void allFence() {
        core.enter("Armci.allFence");
        core.rma.fence();
    }

    void barrier() {
        core.enter("Armci.barrier");
        core.rma.fence();
        core.team.barrier();
    }

    void rmw(ArmciRmw.Operation op, MemorySegment ploc, long plocOffset, long prem, int extra, int proc) {
        String call = "Armci.rmw";
        TeamCore.of(core.team).checkUnrestricted(call);
        if (op == null) {
            throw core.places.refusals.bad(call, "op: the operation is null");
        }
        int bytes = op == ArmciRmw.Operation.FETCH_AND_ADD || op == ArmciRmw.Operation.SWAP ? Integer.BYTES
                : Long.BYTES;
        long offset = core.places.offset(call, "prem", prem, bytes, proc);
        core.places.checkAligned(call, "prem", offset, bytes);
        core.places.checkLocal(call, "ploc", ploc, plocOffset, bytes);
        try {
            rmw.rmw(op, ploc, plocOffset, proc, offset, extra);
        } catch (RuntimeException e) {
            throw core.places.refusal(call, "ploc", ploc, true, e);
        }
    }

    long fetchAndAdd(long prem, int extra, int proc) {
        TeamCore.of(core.team).checkUnrestricted("Armci.fetchAndAdd");
        long offset = core.places.offset("Armci.fetchAndAdd", "prem", prem, Long.BYTES, proc);
        core.places.checkAligned("Armci.fetchAndAdd", "prem", offset, Long.BYTES);
        return rmw.fetchAndAddLong(proc, offset, extra);
    }

    /** Each process has a word for every other at the beginning of its memory, which counts notifications. */
    void notify(int proc) {
        core.begin("Armci.notify");
        core.places.checkProc("Armci.notify", proc);
        core.rma.signal(proc, Creation.notifications(core.team.rank()), 1, SignalOperation.ADD);
    }

    int notifyWait(int proc) {
        core.begin("Armci.notifyWait");
        core.places.checkProc("Armci.notifyWait", proc);
        Notification next = new Notification(proc);
        while (true) {
            if (!next.isMet()) {
                TeamCore.of(core.team).await(next);
            }
            int before = taken.get(proc);
            // another thread may have taken it meanwhile: then this one takes none and waits again
            if (next.isBeyond(before) && taken.compareAndSet(proc, before, before + 1)) {
                return before + 1;
            }
        }
    }

    private final class Notification implements SharedCondition {
        private final int proc;

        Notification(int proc) {
            this.proc = proc;
        }

        @Override
        public boolean isMet() {
            return isBeyond(taken.get(proc));
        }

        /** Whether more than {@code count} have come. Counters go round: their distance counts. */
        boolean isBeyond(int count) {
            return (int) core.rma.getLongAcquire(core.team.rank(), Creation.notifications(proc)) - count > 0;
        }

        @Override
        public int[] needed() {
            return new int[]{proc};
        }

        @Override
        public String describe() {
            return "Armci.notifyWait: notification " + (taken.get(proc) + 1) + " of process " + proc;
        }
    }
}
