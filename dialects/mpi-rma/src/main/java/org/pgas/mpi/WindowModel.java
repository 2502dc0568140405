package org.pgas.mpi;

/** How the memory of windows that transfers see is related to the one that loads see. Source: MPI-4.1 12.4. */
public enum WindowModel {
    /** They are one. All windows of this library are so; MPI_WIN_SEPARATE is none of them. Source: MPI_WIN_UNIFIED. */
    UNIFIED
}
