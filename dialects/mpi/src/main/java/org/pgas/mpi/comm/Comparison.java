package org.pgas.mpi.comm;

/** How two communicators are related. Source: MPI-4.1 7.4.1, MPI_Comm_compare. */
public enum Comparison {
    /** They are one communicator. Source: MPI_IDENT. */
    IDENTICAL,

    /** The same ranks in the same order, and messages of their own. Source: MPI_CONGRUENT. */
    CONGRUENT,

    /** The same ranks in another order. Source: MPI_SIMILAR. */
    SIMILAR,

    /** Other ranks. Source: MPI_UNEQUAL. */
    UNEQUAL
}
