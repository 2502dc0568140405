package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/**
 * A rank's part of a window, in memory that is mapped here. Source: MPI-3 MPI_Win_shared_query.
 *
 * @param bytes its size
 * @param displacementUnit what displacements of that rank are multiplied by
 * @param memory the part itself, for loads and stores; throws after the window was freed, but for this rank's own that
 *       was given to {@link Window#create}, which stays
 */
public record SharedPart(long bytes, int displacementUnit, MemorySegment memory) {}
