package org.pgas.mpi;

import org.pgas.PgasException;

/**
 * What happens to an error of a window before the call throws it. Errors are exceptions in any case: a handler that
 * returns lets the call throw.
 *
 * <p>It is told of what the calls of a window refuse: arguments, ranges, datatypes, epochs. Not of what ends a wait,
 * such as a rank that has left, nor of what is wrong with the making of a window, which is none yet.
 *
 * <p>Source: MPI-4.1 9.3.2 "Error Handlers for Windows", MPI_Win_create_errhandler.
 */
@FunctionalInterface
public interface WindowErrorHandler {
    /** Nothing: the call throws. What windows have at first. Source: MPI_ERRORS_RETURN. */
    WindowErrorHandler THROW = (_, _) -> {
    };

    /** Prints the error to standard error, and ends the job with code 1. Source: MPI_ERRORS_ARE_FATAL. */
    WindowErrorHandler FATAL = (window, error) -> {
        System.err.println(window + ": " + error.getMessage());
        throw window.exit(1);
    };

    /** Called in the thread that has made the failing call. If it throws, the call throws that instead of the error. */
    void handle(Window window, PgasException error);
}
