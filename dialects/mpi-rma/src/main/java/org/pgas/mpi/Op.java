package org.pgas.mpi;

/**
 * What {@link Window#accumulate} and its siblings do to each element of the target: {@code target = target op origin}.
 *
 * <p>Source: MPI-2 MPI_Op, predefined operations.
 */
public enum Op {
    MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MAXLOC, MINLOC, REPLACE, NO_OP;

    /** The kinds it is defined on, for messages, such as "integers and floating-point numbers". */
    String domain() {
        throw new UnsupportedOperationException();
    }

    /** Whether the operation is defined for elements of a kind. */
    boolean isDefinedFor(Basic basic) {
        throw new UnsupportedOperationException();
    }
}
