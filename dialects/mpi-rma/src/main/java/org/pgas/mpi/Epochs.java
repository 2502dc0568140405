package org.pgas.mpi;

import org.pgas.memory.SharedMemory;
import org.pgas.mpi.EpochState.Access;

/**
 * The epochs of one rank in a window: lets communication go on, and leads the calls that synchronise to where they are
 * done.
 *
 * <p>Communication looks at one byte of its target ({@code Window.entered}). Whatever else there is to do, the first
 * communication with a target in an epoch does, and sets that byte.
 */
final class Epochs {
    // Fields and orders: ControlWords.

    private final WindowCore core;
    private final Messages messages;
    private final EpochState state;
    final byte[] open;
    private final Promises promises;
    private final DedicatedEpochs dedicated;
    private final WindowLocks locks;

    Epochs(WindowCore core, Messages messages) {
        this.core = core;
        this.messages = messages;
        this.state = new EpochState(core);
        this.open = state.open;
        this.promises = new Promises(core);
        this.locks = new WindowLocks(core, state, messages);
        this.dedicated = new DedicatedEpochs(core, state, messages, locks);
    }

    /** The first communication with a target in an epoch. */
    void open(String call, int target) {
        if (state.access == Access.FREED) {
            throw state.illegal(call, null);
        }
        core.checkRank(call, target);
        switch (state.access) {
            case FENCE -> state.touch(target);
            case STARTED -> dedicated.awaitPost(call, target);
            case LOCKED, LOCK_ALL -> locks.settle(call, target);
            default -> throw state.illegal(call, null);
        }
        SharedMemory.releaseFence();
        open[target] = 1;
    }

    /** Request-based calls are legal in passive epochs only. */
    void checkPassive(String call) {
        if (!state.isPassive()) {
            throw state.illegal(call, "calls with a request need a lock of their target");
        }
    }

    /** Refuses a {@code call} that writes to {@code target} against its promise NOPUT; in checked mode, in an epoch. */
    void checkPut(String call, int target) {
        boolean forbidden = switch (state.access) {
            case FENCE -> promises.isWithoutPut(target);
            case STARTED -> dedicated.isWithoutPut(target);
            default -> false;
        };
        if (forbidden) {
            throw core.refusals.bad(call, "rank " + target + " of the window has asserted NOPUT in its "
                    + (state.access == Access.FENCE ? "fence" : "post")
                    + ": leave that assertion out there, or put nothing to it");
        }
    }

    void fence(int assertions) {
        Promises.check(core, "Window.fence", assertions, Promises.FENCE);
        if (state.access != Access.NONE && state.access != Access.FENCE || state.origins != null) {
            throw state.illegal("Window.fence", null);
        }
        if (core.checked) {
            promises.tell(assertions, state.isTouched());
        }
        if (!core.allMapped && (core.checked || (assertions & Assertions.NOPRECEDE) == 0)) {
            messages.awaitRemoteAll();
        }
        core.team.barrier();
        state.endFence(Access.NONE);
        if (core.checked) {
            promises.compare();
        }
        if ((assertions & Assertions.NOSUCCEED) == 0) {
            state.access = Access.FENCE;
        }
    }

    void post(Group origins, int assertions) {
        dedicated.post(origins, assertions);
    }

    void start(Group targets, int assertions) {
        dedicated.start(targets, assertions);
    }

    void complete() {
        dedicated.complete();
    }

    void await() {
        dedicated.await();
    }

    boolean test() {
        return dedicated.test();
    }

    void lock(LockType type, int target, int assertions) {
        locks.lock(type, target, assertions);
    }

    void unlock(int target) {
        locks.unlock(target);
    }

    void lockAll(int assertions) {
        locks.lockAll(assertions);
    }

    void unlockAll() {
        locks.unlockAll();
    }

    void flush(int target) {
        locks.flush(target);
    }

    void flushAll() {
        locks.flushAll();
    }

    void flushLocal(int target) {
        locks.flushLocal(target);
    }

    void flushLocalAll() {
        locks.flushLocalAll();
    }

    void sync() {
        locks.sync();
    }

    /** Before the end: waits for acknowledgements, which would meet the next window on this endpoint. */
    void awaitAll() {
        messages.awaitRemoteAll();
    }

    /** The window is freed: every later call says so. */
    void end() {
        state.end();
    }

    /** What is open, such as "a lock of rank 3"; null if nothing is: for {@link Window#free}. */
    String open() {
        return state.open();
    }
}
