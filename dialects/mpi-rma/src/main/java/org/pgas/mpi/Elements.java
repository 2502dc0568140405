package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/**
 * The origin's or the result's side of an operation by messages: {@code count} elements of {@code type} in memory of
 * this rank's.
 */
record Elements(MemorySegment memory, long count, Datatype type) {}
