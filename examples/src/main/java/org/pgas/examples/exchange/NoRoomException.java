package org.pgas.examples.exchange;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** Memory for an exchange could not be made. Thrown on all ranks, also on those that found nothing wrong themselves. */
public final class NoRoomException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoRoomException(PgasException cause) {
        super(cause.getMessage(), cause);
    }

    /** What this rank lacks; null if it is others that lack something. */
    public String lack() {
        return getCause() instanceof PgasException cause && cause.code() == ErrorCode.RESOURCE ? getMessage() : null;
    }
}
