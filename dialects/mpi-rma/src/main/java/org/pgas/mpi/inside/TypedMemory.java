package org.pgas.mpi.inside;

import java.lang.foreign.MemorySegment;

/**
 * Elements of a datatype in some memory.
 *
 * @param memory SharedMemory.everything(), with an address as {@code base}, is legal
 * @param base where the first element begins in it, in bytes
 */
public record TypedMemory(TypeInside type, long count, MemorySegment memory, long base) {}
