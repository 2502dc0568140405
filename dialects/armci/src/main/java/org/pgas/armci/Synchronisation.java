package org.pgas.armci;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.Team;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.FairMutex;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * Fences, barriers, atomic updates, mutexes and notifications.
 *
 * <pre>
 * field  writer                 reader    order
 * taken  who waits for notices  the same  CAS: a notice is taken once
 * </pre>
 */
final class Synchronisation {
    private final Team team;
    private final Places places;
    private final Rma rma;
    private final ArmciRmw rmw;
    private final Mutexes mutexes;

    /** How many notifications of each process were waited for here, and came. */
    private final AtomicIntegerArray taken;

    Synchronisation(ArmciCore core) {
        this.team = core.team;
        this.places = core.places;
        this.rma = core.rma;
        this.rmw = core.resources.rmw();
        this.mutexes = new Mutexes(core);
        this.taken = new AtomicIntegerArray(core.nproc);
    }

    void fence(int proc) {
        TeamCore.of(team).begin("Armci.fence");
        places.checkProc("Armci.fence", proc);
        rma.fence();
    }

    void allFence() {
        TeamCore.of(team).begin("Armci.allFence");
        places.checkUsable("Armci.allFence");
        rma.fence();
    }

    void barrier() {
        TeamCore.of(team).begin("Armci.barrier");
        places.checkUsable("Armci.barrier");
        rma.fence();
        team.barrier();
    }

    void rmw(ArmciRmw.Operation op, MemorySegment ploc, long plocOffset, long prem, int extra, int proc) {
        String call = "Armci.rmw";
        TeamCore.of(team).checkUnrestricted(call);
        if (op == null) {
            throw places.refusals.bad(call, "op: the operation is null");
        }
        int bytes = op == ArmciRmw.Operation.FETCH_AND_ADD || op == ArmciRmw.Operation.SWAP ? Integer.BYTES
                : Long.BYTES;
        long offset = places.offset(call, "prem", prem, bytes, proc);
        places.checkAligned(call, "prem", offset, bytes);
        places.checkLocal(call, "ploc", ploc, plocOffset, bytes);
        try {
            rmw.rmw(op, ploc, plocOffset, proc, offset, extra);
        } catch (RuntimeException e) {
            throw places.refusal(call, "ploc", ploc, true, e);
        }
    }

    long fetchAndAdd(long prem, int extra, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.fetchAndAdd");
        long offset = places.offset("Armci.fetchAndAdd", "prem", prem, Long.BYTES, proc);
        places.checkAligned("Armci.fetchAndAdd", "prem", offset, Long.BYTES);
        return rmw.fetchAndAddLong(proc, offset, extra);
    }

    void createMutexes(int num) {
        TeamCore.of(team).begin("Armci.createMutexes");
        places.checkUsable("Armci.createMutexes");
        mutexes.create(num);
    }

    void destroyMutexes() {
        TeamCore.of(team).begin("Armci.destroyMutexes");
        places.checkUsable("Armci.destroyMutexes");
        mutexes.destroy();
    }

    void lock(int mutex, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.lock");
        FairMutex found = mutexes.get("Armci.lock", mutex, proc);
        try {
            found.lock();
        } catch (PgasException e) {
            throw places.refusal("Armci.lock", e);
        }
    }

    void unlock(int mutex, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.unlock");
        FairMutex found = mutexes.get("Armci.unlock", mutex, proc);
        try {
            found.unlock();
        } catch (PgasException e) {
            throw places.refusal("Armci.unlock", e);
        }
    }

    /** Each process has a word for every other at the beginning of its memory, which counts notifications. */
    void notify(int proc) {
        TeamCore.of(team).begin("Armci.notify");
        places.checkProc("Armci.notify", proc);
        rma.signal(proc, Creation.notifications(team.rank()), 1, SignalOperation.ADD);
    }

    int notifyWait(int proc) {
        TeamCore.of(team).begin("Armci.notifyWait");
        places.checkProc("Armci.notifyWait", proc);
        Notification next = new Notification(proc);
        while (true) {
            if (!next.isMet()) {
                TeamCore.of(team).await(next);
            }
            int before = taken.get(proc);
            // another thread may have taken it meanwhile; who waits in vain takes none
            if (next.isBeyond(before) && taken.compareAndSet(proc, before, before + 1)) {
                return before + 1;
            }
        }
    }

    void finish() {
        mutexes.forget();
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
            return (int) rma.getLongAcquire(team.rank(), Creation.notifications(proc)) - count > 0;
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
