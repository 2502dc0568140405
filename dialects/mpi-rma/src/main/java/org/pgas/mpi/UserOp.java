package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.refusal.Refusals;

/**
 * An operation of the program's own for reductions. It is associative. One that is not commutative is applied in the
 * order of the ranks. Immutable; for any rank and thread. There is nothing to free: MPI_Op_free has no counterpart.
 *
 * <p>Source: MPI-4.1 6.9.5 "User-Defined Reduction Operations", MPI_Op_create.
 */
public final class UserOp implements ReduceOp {
    /** What the operation does. Source: MPI_User_function. */
    @FunctionalInterface
    public interface Function {
        /**
         * Replaces each element of {@code inout} by {@code in op inout}. Both have elements an extent apart, from
         * offset 0 on, and are valid during the call only. Called by a thread of the rank that calls MPI, any number of
         * times for one reduction, each time with some of the elements; it does not communicate. What it throws comes
         * out of the reduction.
         *
         * @param in read-only: what ranks below have, if the operation is not commutative
         * @param count at least 1
         */
        void apply(MemorySegment in, MemorySegment inout, long count, Datatype type);
    }

    private final Function function;
    private final boolean commutative;

    private UserOp(Function function, boolean commutative) {
        this.function = function;
        this.commutative = commutative;
    }

    /** Error: null. Source: MPI_Op_create. */
    public static UserOp create(Function function, boolean isCommutative) {
        if (function == null) {
            throw Refusals.OF_NO_RANK.bad("UserOp.create", "the function is null");
        }
        return new UserOp(function, isCommutative);
    }

    @Override
    public boolean isCommutative() {
        return commutative;
    }

    /** True of any datatype: its function decides. */
    @Override
    public boolean isDefinedOn(Datatype type) {
        return true;
    }

    @Override
    public void reduceLocal(MemorySegment in, MemorySegment inout, long count, Datatype type) {
        LocalReduction.check("UserOp.reduceLocal", in, inout, count, type);
        if (count > 0) {
            function.apply(in.asReadOnly(), inout, count, type);
        }
    }

    /** Such as "user operation". */
    @Override
    public String toString() {
        return commutative ? "user operation" : "user operation in the order of ranks";
    }
}
