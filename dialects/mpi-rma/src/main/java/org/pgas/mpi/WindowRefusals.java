package org.pgas.mpi;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Makes the errors with which the calls of a window refuse what they are given, and tells its handler of each. Of
 * threads that call, not of handlers of messages: these use {@link #untold}.
 */
final class WindowRefusals {
    // field    writer              reader       order
    // handler  a setting thread    all threads  volatile

    private final Refusals untold;

    /** Null while the window is made. Written once, before the program has the window. */
    private Window window;

    private volatile WindowErrorHandler handler = WindowErrorHandler.THROW;

    WindowRefusals(int rank) {
        this.untold = Refusals.of(rank);
    }

    void made(Window made) {
        window = made;
    }

    WindowErrorHandler handler() {
        return handler;
    }

    void handler(WindowErrorHandler next) {
        handler = next;
    }

    /** Errors that no call of the window's throws. */
    Refusals untold() {
        return untold;
    }

    /** The error that an argument is not legal. */
    PgasException bad(String call, String what) {
        return told(untold.bad(call, what));
    }

    /** An error of any code. */
    PgasException error(ErrorCode code, String call, String what) {
        return told(untold.error(code, call, what));
    }

    /** An error of the window, which its handler is told of. */
    PgasException told(PgasException error) {
        if (window != null) {
            handler.handle(window, error);
        }
        return error;
    }
}
