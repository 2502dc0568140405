package org.pgas;

/** This rank could not join the job: ranks missing, files refused, versions or configurations that differ. */
public final class JoinException extends PgasException {
    private static final long serialVersionUID = 1L;

    public JoinException(String message) {
        super(ErrorCode.RESOURCE, message);
    }

    public JoinException(String message, Throwable cause) {
        super(ErrorCode.RESOURCE, message, cause);
    }
}
