package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.Datatype;

/**
 * Memory that a collective call reads or writes: {@code count} elements of a datatype. A value; any thread.
 *
 * @param memory of any kind, on the heap or native
 * @param offset bytes from its beginning to where the first element begins
 * @param count of elements, for each rank where the call has a block for each
 * @param type committed
 */
public record Buffer(MemorySegment memory, long offset, long count, Datatype type) {
    /** Of the call that says so: the data is in the other buffer already. Source: MPI_IN_PLACE. */
    public static final Buffer IN_PLACE = new Buffer(MemorySegment.NULL, 0, 0, Datatype.BYTE);

    /** Elements from the beginning of a memory on. */
    public static Buffer of(MemorySegment memory, long count, Datatype type) {
        return new Buffer(memory, 0, count, type);
    }

    boolean isInPlace() {
        return this == IN_PLACE;
    }

    /** The block of a rank, of blocks one behind the other that are as large as this one. */
    Buffer block(int rank) {
        return new Buffer(memory, offset + rank * count * type.extent(), count, type);
    }
}
