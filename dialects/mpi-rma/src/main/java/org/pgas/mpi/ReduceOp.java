package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/**
 * An operation of a reduction: predefined ({@link Op}), or one of the program's ({@link UserOp}). Accumulates of a
 * window take predefined ones only. For any rank and thread.
 *
 * <p>Source: MPI-4.1 6.9 "Global Reduction Operations", MPI_Op.
 */
public sealed interface ReduceOp permits Op, UserOp {
    /** Whether operands may change places. Source: MPI_Op_commutative. */
    boolean isCommutative();

    /** Whether it may be used with a datatype. */
    boolean isDefinedOn(Datatype type);

    /**
     * Replaces each element of {@code inout} by {@code in op inout}, on this rank alone. In a reduction {@code in} is
     * what ranks below have.
     *
     * <p>Errors, before anything changes: a null; a datatype that is not committed; a negative count; elements that
     * stick out of one of the two; {@code inout} read-only, or of a type that overlaps itself; memories that overlap;
     * an operation that is not defined on the type; {@link Op#REPLACE} and {@link Op#NO_OP}, which are for accumulates.
     * Source: MPI-4.1 6.9.7 "Process-Local Reduction", MPI_Reduce_local.
     *
     * @param in {@code count} elements; offset 0 is where the first one begins
     * @param inout as many, of the same datatype
     */
    void reduceLocal(MemorySegment in, MemorySegment inout, long count, Datatype type);
}
