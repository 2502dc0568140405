package org.pgas.mpi;

/**
 * Hints and settings of a window. Immutable; each method answers another one. All ranks of a window give equal ones.
 *
 * <p>Source: MPI-2 info arguments.
 *
 * @param noLocks no rank will lock a part of the window: locks are errors then. Source: info "no_locks"
 * @param deferLocks a lock that is not free does not hold up {@link Window#lock}, which takes its place in the queue;
 *     what needs it waits: the first transfer to that target, flush, sync, unlock. If that wait throws, the lock was
 *     not granted, and all that is left is the unlock, which ends the epoch. The lock of this rank's own part is never
 *     deferred, since loads and stores follow it. Source: MPI-2 "Locks", the paper's MPI/SX
 * @param typeCache targets keep the datatypes of origins, for parts that are reached by messages; without, each
 *       operation brings its own
 * @param noncontiguous parts of {@link Window#allocateShared} are not one behind the other, but each in memory of its
 *       own rank. Source: info "alloc_shared_noncontig"
 */
public record WindowInfo(boolean noLocks, boolean deferLocks, boolean typeCache, boolean noncontiguous) {
    /** Locks, that wait; a cache of types; contiguous parts. */
    public static final WindowInfo DEFAULT = new WindowInfo(false, false, true, false);

    /** With another {@link #noLocks}. */
    public WindowInfo withNoLocks(boolean value) {
        return new WindowInfo(value, deferLocks, typeCache, noncontiguous);
    }

    /** With another {@link #deferLocks}. */
    public WindowInfo withDeferLocks(boolean value) {
        return new WindowInfo(noLocks, value, typeCache, noncontiguous);
    }

    /** With another {@link #typeCache}. */
    public WindowInfo withTypeCache(boolean value) {
        return new WindowInfo(noLocks, deferLocks, value, noncontiguous);
    }

    /** With another {@link #noncontiguous}. */
    public WindowInfo withNoncontiguous(boolean value) {
        return new WindowInfo(noLocks, deferLocks, typeCache, value);
    }
}
