package org.pgas.mpi;

import org.pgas.atomics.locks.AreaLock;

/** A lock that a rank has asked for, and waits for when it needs it: whichever of its threads comes first, for all. */
final class DeferredLock {
    private final AreaLock.Deferred place;
    private boolean settled;
    private boolean granted;

    DeferredLock(AreaLock.Deferred place) {
        this.place = place;
    }

    /**
     * Waits, and says whether the rank has the lock in the end. If the wait of a thread fails, that thread throws why,
     * and the lock will never be granted.
     */
    synchronized boolean await(String call) {
        if (!settled) {
            settled = true;
            place.await(call);
            granted = true;
        }
        return granted;
    }
}
