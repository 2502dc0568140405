package org.pgas;

/** A wait passed the deadline {@code pgas.wait.timeout}; its message names the ranks waited for. Nothing was undone. */
public final class WaitTimeoutException extends PgasException {
    private static final long serialVersionUID = 1L;

    public WaitTimeoutException(String message) {
        super(ErrorCode.TIMED_OUT, message);
    }
}
