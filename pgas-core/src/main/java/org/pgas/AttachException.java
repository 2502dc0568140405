package org.pgas;

/** No rank of the job got its segment: the message names the ranks that could not, the sizes and the remedy. */
public final class AttachException extends PgasException {
    private static final long serialVersionUID = 1L;

    public AttachException(String message) {
        super(ErrorCode.RESOURCE, message);
    }
}
