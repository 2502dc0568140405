package org.pgas.mpi;

/** Whether other ranks may hold the lock of a target meanwhile: see {@link Window#lock}. Source: MPI-2 "Lock". */
public enum LockType {
    /** Others that lock it shared. Source: MPI_LOCK_SHARED. */
    SHARED,

    /** Nobody. Source: MPI_LOCK_EXCLUSIVE. */
    EXCLUSIVE
}
