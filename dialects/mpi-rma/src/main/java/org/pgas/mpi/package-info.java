/**
 * MPI's one-sided communication (MPI-2 chapter "One-Sided Communications", with what MPI-3 added) over a team: {@link org.pgas.mpi.Window} is
 * MPI_Win, {@link org.pgas.mpi.Datatype} MPI_Datatype, {@link org.pgas.mpi.Op} MPI_Op.
 */
package org.pgas.mpi;
