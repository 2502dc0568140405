package org.pgas.examples.membrane;

/** By which calls of MPI a block gets its frame. */
public enum Exchange {
    /** One MPI_Sendrecv for each side. */
    SENDRECV,

    /** Four MPI_Irecv, four MPI_Isend, one MPI_Waitall. */
    NONBLOCKING,

    /** Requests that are made once, and one MPI_Startall and one MPI_Waitall each time. */
    PERSISTENT
}
