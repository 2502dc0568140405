package org.pgas.mpi;

import org.pgas.PgasException;
import org.pgas.atomics.locks.AreaLock;
import org.pgas.atomics.locks.AreaReadWriteLock;
import org.pgas.atomics.locks.FarAreaLock;
import org.pgas.memory.SharedMemory;
import org.pgas.mpi.EpochState.Access;

/**
 * Passive epochs: the locks of the ranks' parts, which lie in their {@link ControlWords}, and what completes while they
 * are held.
 *
 * <p>The lock of a rank of another neighbourhood has its words there: that rank carries out the steps. What was done
 * under a lock is acknowledged before the lock is given back, so its next holder sees it, in any neighbourhood.
 *
 * <p>With {@link WindowInfo#deferLocks} a rank that does not get a lock at once has only a place in the queue; whatever
 * needs the lock waits then: communication, flush, sync, unlock. The lock of the own part is not deferred, since loads
 * and stores follow it.
 *
 * <p>Source: MPI-2 "Locks"; MPI-3 lock_all, flush.
 */
final class WindowLocks {
    // Fields and orders: ControlWords.

    private final WindowCore core;
    private final EpochState state;
    private final Messages messages;

    /** By rank; made when first used. */
    private final AreaLock[] locks;

    /** By rank: what was deferred in the epoch that is open; null of a window that defers none. */
    private final DeferredLock[] deferred;

    WindowLocks(WindowCore core, EpochState state, Messages messages) {
        this.core = core;
        this.state = state;
        this.messages = messages;
        this.locks = new AreaLock[core.size()];
        this.deferred = core.info.deferLocks() ? new DeferredLock[core.size()] : null;
    }

    private AreaLock of(int target) {
        AreaLock lock = locks[target];
        return lock != null ? lock : make(target);
    }

    private AreaLock make(int target) {
        long address = ControlWords.lock(core.controls[target], core.size());
        String name = "the lock of rank " + target + " of the window";
        locks[target] = core.isElsewhere(target)
                ? new FarAreaLock(core.team, target, core.place(address), name)
                : new AreaReadWriteLock(core.team, address, name);
        return locks[target];
    }

    void lock(LockType type, int target, int assertions) {
        core.checkRank("Window.lock", target);
        if (type == null) {
            throw core.refusals.bad("Window.lock", "the type is null: legal are SHARED and EXCLUSIVE");
        }
        check("Window.lock", assertions);
        if (state.access != Access.LOCKED && !state.isIdle()) {
            throw state.illegal("Window.lock", null);
        }
        if (state.held[target] != EpochState.NOT_HELD) {
            throw state.illegal("Window.lock", "rank " + target + " is locked by this rank already");
        }
        if (core.checked) {
            checkNotExposed("Window.lock", target);
        }
        acquire("Window.lock", target, type == LockType.EXCLUSIVE, assertions);
        state.locked++;
        state.access = Access.LOCKED;
    }

    private void check(String call, int assertions) {
        Promises.check(core, call, assertions, Promises.NOCHECK);
        if (core.info.noLocks()) {
            throw core.refusals.bad(call,
                    "the window's info says noLocks: use fence, or start and post, or another info");
        }
    }

    private void checkNotExposed(String call, int target) {
        if (ControlWords.isExposed(core.controls[target])) {
            throw core.refusals.bad(call, "rank " + target
                    + " of the window is exposed by a post: a part is exposed or locked, not both; synchronise "
                    + "after its await");
        }
    }

    /** For a post: refuses it while anybody has the lock of this rank's part. */
    void checkNotLocked(String call) {
        AreaReadWriteLock own = (AreaReadWriteLock) of(core.rank);
        if (own.isHeld()) {
            throw core.refusals.bad(call, "the part of this rank is locked by " + own.holders()
                    + ": a part is exposed or locked, not both; synchronise after the unlock");
        }
    }

    private void acquire(String call, int target, boolean exclusive, int assertions) {
        byte held = exclusive ? EpochState.EXCLUSIVE : EpochState.SHARED;
        boolean open = true;
        if ((assertions & Assertions.NOCHECK) != 0) {
            held = promised(call, target, exclusive);
        } else if (deferred == null || target == core.rank) {
            of(target).lock(call, exclusive);
        } else {
            open = ask(call, target, exclusive);
        }
        state.held[target] = held;
        state.open[target] = (byte) (open ? 1 : 0);
    }

    /**
     * Checked mode takes the lock all the same, since only so others can see that it is held. A reader waits for that:
     * other readers, which have the turn for a moment, are no conflict.
     */
    private byte promised(String call, int target, boolean exclusive) {
        if (!core.checked) {
            return EpochState.PROMISED;
        }
        AreaLock lock = of(target);
        if (exclusive ? !lock.tryLock(true) : lock.isWritten()) {
            throw core.refusals.bad(call,
                    "NOCHECK asserts that nobody has a conflicting lock, or asks for one, and that of rank "
                            + target + " of the window is held by " + lock.holders()
                            + ": leave that assertion out");
        }
        if (!exclusive) {
            lock.lock(call, false);
        }
        return exclusive ? EpochState.EXCLUSIVE : EpochState.SHARED;
    }

    private boolean ask(String call, int target, boolean exclusive) {
        AreaLock.Deferred place = of(target).ask(call, exclusive);
        deferred[target] = place == null ? null : new DeferredLock(place);
        return place == null;
    }

    /**
     * Returns when this rank has the lock of {@code target}, a rank of the window; throws if it has not asked for it.
     */
    void settle(String call, int target) {
        checkHeld(call, target);
        DeferredLock lock = deferred == null ? null : deferred[target];
        if (lock != null && !lock.await(call)) {
            throw core.refusals.bad(call, "the lock of rank " + target
                    + " was not granted, as an error before has told: "
                    + (state.access == Access.LOCK_ALL ? "unlockAll, and lockAll again"
                            : "unlock it, and lock it again"));
        }
    }

    private void settleAll(String call) {
        for (int target = 0; deferred != null && target < core.size(); target++) {
            if (deferred[target] != null) {
                settle(call, target);
            }
        }
    }

    void unlock(int target) {
        core.checkRank("Window.unlock", target);
        if (state.access != Access.LOCKED) {
            throw state.illegal("Window.unlock", null);
        }
        checkHeld("Window.unlock", target);
        boolean has = await("Window.unlock", target);
        if (!core.parts[target].mapped) {
            messages.awaitRemote(target);
        }
        try {
            release(target, has);
        } finally {
            if (--state.locked == 0) {
                state.access = Access.NONE;
            }
        }
    }

    /** Whether a lock that may have been deferred is granted in the end. */
    private boolean await(String call, int target) {
        return deferred == null || deferred[target] == null || deferred[target].await(call);
    }

    /** Throws when the home of a lock does not answer: that may have been given back, and is not given back again. */
    private void release(int target, boolean has) {
        byte held = state.held[target];
        state.held[target] = EpochState.NOT_HELD;
        state.open[target] = 0;
        if (deferred != null) {
            deferred[target] = null;
        }
        if (has && held != EpochState.PROMISED) {
            of(target).unlock(held == EpochState.EXCLUSIVE);
        }
    }

    /** As {@link #release}, but answers what it throws, behind {@code before}. */
    private PgasException release(PgasException before, int target, boolean has) {
        try {
            release(target, has);
        } catch (PgasException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
        }
        return before;
    }

    void lockAll(int assertions) {
        check("Window.lockAll", assertions);
        if (!state.isIdle()) {
            throw state.illegal("Window.lockAll", null);
        }
        for (int target = 0; core.checked && target < core.size(); target++) {
            checkNotExposed("Window.lockAll", target);
        }
        int target = 0;
        try {
            for (; target < core.size(); target++) {
                acquire("Window.lockAll", target, false, assertions);
            }
            state.access = Access.LOCK_ALL;
        } catch (PgasException e) {
            giveBack(target, e);
            throw e;
        }
    }

    /** After a wait that failed: the locks of the ranks before {@code end}. */
    private void giveBack(int end, PgasException why) {
        for (int target = 0; target < end; target++) {
            boolean has = false;
            try {
                has = await("Window.lockAll", target);
            } catch (PgasException e) {
                why.addSuppressed(e);
            }
            release(why, target, has);
        }
    }

    void unlockAll() {
        if (state.access != Access.LOCK_ALL) {
            throw state.illegal("Window.unlockAll", null);
        }
        for (int target = 0; deferred != null && target < core.size(); target++) {
            await("Window.unlockAll", target);
        }
        if (!core.allMapped) {
            messages.awaitRemoteAll();
        }
        PgasException failed = null;
        for (int target = 0; target < core.size(); target++) {
            failed = release(failed, target, await("Window.unlockAll", target));
        }
        state.access = Access.NONE;
        if (failed != null) {
            throw failed;
        }
    }

    /** For calls that are legal when {@code target} is locked. */
    private void checkLocked(String call, int target) {
        core.checkRank(call, target);
        checkPassive(call);
        checkHeld(call, target);
    }

    private void checkHeld(String call, int target) {
        if (state.held[target] == EpochState.NOT_HELD) {
            throw state.illegal(call, "rank " + target + " is not locked by this rank");
        }
    }

    private void checkPassive(String call) {
        if (!state.isPassive()) {
            throw state.illegal(call, null);
        }
    }

    void flush(int target) {
        checkLocked("Window.flush", target);
        settle("Window.flush", target);
        if (!core.parts[target].mapped) {
            messages.awaitRemote(target);
        }
        SharedMemory.fullFence();
    }

    void flushAll() {
        checkPassive("Window.flushAll");
        settleAll("Window.flushAll");
        if (!core.allMapped) {
            messages.awaitRemoteAll();
        }
        SharedMemory.fullFence();
    }

    void flushLocal(int target) {
        checkLocked("Window.flushLocal", target);
        if (!core.parts[target].mapped) {
            messages.awaitLocal(target);
        }
    }

    void flushLocalAll() {
        checkPassive("Window.flushLocalAll");
        if (!core.allMapped) {
            messages.awaitLocalAll();
        }
    }

    void sync() {
        checkPassive("Window.sync");
        settleAll("Window.sync");
        SharedMemory.fullFence();
    }
}
