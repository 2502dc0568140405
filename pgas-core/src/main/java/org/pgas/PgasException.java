package org.pgas;

/**
 * Every error of this library that a program can meet. Unchecked; thrown before anything was changed unless a method
 * says otherwise. The message names the rank, the argument, its value, the legal range and, where there is one, the
 * remedy.
 */
public class PgasException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public PgasException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public PgasException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public final ErrorCode code() {
        return code;
    }
}
