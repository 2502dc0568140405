package org.pgas.armci;

import java.util.function.Consumer;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.atomics.FairMutex;
import org.pgas.heap.SharedHeap;
import org.pgas.refusal.Failures;
import org.pgas.team.TeamCore;

/**
 * The mutexes of all processes: an array of them in the memory of each.
 *
 * <pre>
 * field  writer                reader             order
 * table  the collective calls  threads that lock  volatile array, replaced and never changed, after the offsets
 * </pre>
 */
final class Mutexes {
    private static final FairMutex[][] NONE = {};

    private final ArmciCore core;
    private final SharedHeap heap;

    /** By process and number, null what was not used here yet; {@link #NONE} when there are no mutexes. */
    private volatile FairMutex[][] table = NONE;

    /** By process, the offset of its first; written before {@link #table}. */
    private long[] blocks;

    Mutexes(ArmciCore core) {
        this.core = core;
        this.heap = core.resources.heap();
    }

    private FairMutex get(String call, int mutex, int proc) {
        FairMutex[][] known = table;
        if (proc < 0 || proc >= known.length || mutex < 0 || mutex >= known[proc].length) {
            throw refused(call, known, mutex, proc);
        }
        FairMutex found = known[proc][mutex];
        return found != null ? found : open(known, mutex, proc);
    }

    /** Two threads may open one at once: both handles are as good. */
    private FairMutex open(FairMutex[][] known, int mutex, int proc) {
        FairMutex opened = FairMutex.open(core.team, proc, blocks[proc] + mutex * FairMutex.bytes());
        known[proc][mutex] = opened;
        return opened;
    }

    private PgasException refused(String call, FairMutex[][] known, int mutex, int proc) {
        core.places.checkProc(call, proc);
        if (known == NONE) {
            return core.refusals.bad(call, "there are no mutexes: make some (Armci.createMutexes)");
        }
        return core.refusals.bad(call, "mutex: number " + mutex + " does not exist on process " + proc
                + (known[proc].length == 0 ? ", which has none" : ": legal are 0.." + (known[proc].length - 1)));
    }

    void lock(int mutex, int proc) {
        step("Armci.lock", mutex, proc, FairMutex::lock);
    }

    void unlock(int mutex, int proc) {
        step("Armci.unlock", mutex, proc, FairMutex::unlock);
    }

    /** Steps capture nothing. */
    private void step(String call, int mutex, int proc, Consumer<FairMutex> step) {
        TeamCore.of(core.team).checkUnrestricted(call);
        FairMutex found = get(call, mutex, proc);
        try {
            step.accept(found);
        } catch (PgasException e) {
            throw core.places.refusal(call, e);
        }
    }

    void create(int num) {
        String call = "Armci.createMutexes";
        core.enter(call);
        long[] block = {SharedHeap.NONE};
        Throwable problem = Failures.of(() -> block[0] = make(call, num));
        long[] told = Agreement.exchange(call, core.team, problem, () -> {
            if (block[0] != SharedHeap.NONE) {
                heap.free(block[0]);
            }
        }, num, block[0]);
        FairMutex[][] made = new FairMutex[core.nproc][];
        long[] found = new long[core.nproc];
        for (int proc = 0; proc < core.nproc; proc++) {
            made[proc] = new FairMutex[(int) told[2 * proc]];
            found[proc] = told[2 * proc + 1];
        }
        blocks = found;
        table = made;
    }

    private long make(String call, int num) {
        if (table != NONE) {
            throw core.refusals.bad(call, "there are mutexes already: destroy them first (Armci.destroyMutexes)");
        }
        if (num < 0) {
            throw core.refusals.bad(call, "num: " + num + ": legal are 0 and more");
        }
        if (num == 0) {
            return SharedHeap.NONE;
        }
        long block = heap.tryMemalign(FairMutex.ALIGNMENT, num * FairMutex.bytes());
        if (block == SharedHeap.NONE) {
            throw core.refusals.error(ErrorCode.RESOURCE, call, "no room for " + num + " mutexes of "
                    + FairMutex.bytes() + " bytes each: free memory, or start with more (Armci.init)");
        }
        for (int i = 0; i < num; i++) {
            FairMutex.initialise(core.team, core.me, block + i * FairMutex.bytes());
        }
        return block;
    }

    void destroy() {
        String call = "Armci.destroyMutexes";
        core.enter(call);
        // until all have come, a late process may still lock another's mutex: only behind the barrier is one that is
        // held an error
        core.team.barrier();
        FairMutex[] own = table == NONE ? new FairMutex[0] : table[core.me];
        int taken = 0;
        PgasException problem = table == NONE
                ? core.refusals.bad(call, "there are no mutexes: make some first (Armci.createMutexes)")
                : null;
        while (problem == null && taken < own.length) {
            FairMutex each = get(call, taken, core.me);
            if (each.isHeldByCurrentThread() || !each.tryLock()) {
                problem = core.refusals.bad(call, "mutex " + taken + " of this process is held by " + each.holder()
                        + " or waited for: unlock it first");
            } else {
                taken++;
            }
        }
        try {
            Agreement.exchange(call, core.team, problem);
            table = NONE;
        } finally {
            for (int i = 0; i < taken; i++) {
                own[i].unlock();
            }
        }
        if (own.length > 0 && end(own)) {
            heap.free(blocks[core.me]);
        }
    }

    /** Says whether all are ended. A thread that queues up meanwhile, against the rules, keeps its mutex. */
    private static boolean end(FairMutex[] mutexes) {
        boolean ended = true;
        for (FairMutex each : mutexes) {
            try {
                each.destroy();
            } catch (PgasException _) {
                ended = false; // refused here alone, after all have agreed
            }
        }
        return ended;
    }

    /** From now on there are none: their memory is gone. */
    void forget() {
        table = NONE;
    }
}
