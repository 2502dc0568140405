package org.pgas.mpi;

/** How a window was made. Source: MPI-3 MPI_WIN_CREATE_FLAVOR. */
public enum WindowFlavour {
    /** {@link Window#create}. */
    CREATE,

    /** {@link Window#allocate}. */
    ALLOCATE,

    /** {@link Window#allocateShared}. */
    SHARED,

    /** {@link Window#createDynamic}. */
    DYNAMIC
}
