package org.pgas.mpi.comm;

import org.pgas.PgasException;

/**
 * What happens to an error of a communicator before the call throws it. Errors are exceptions in any case: a handler
 * that returns lets the call throw.
 *
 * <p>Source: MPI-4.1 9.3 "Error Handling".
 */
@FunctionalInterface
public interface ErrorHandler {
    /** Nothing: the call throws. What communicators have at first. Source: MPI_ERRORS_RETURN. */
    ErrorHandler THROW = (_, _) -> {
    };

    /** Prints the error to standard error, and ends the job with code 1. Source: MPI_ERRORS_ARE_FATAL. */
    ErrorHandler FATAL = (comm, error) -> {
        System.err.println(comm + ": " + error.getMessage());
        throw comm.mpi().abort(1);
    };

    /** Called in the thread that has made the failing call, outside of handlers; may communicate. */
    void handle(Comm comm, PgasException error);
}
