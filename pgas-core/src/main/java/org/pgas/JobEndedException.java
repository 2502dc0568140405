package org.pgas;

/**
 * The job has ended while this rank was in it: somebody called {@link Job#exit}, or a rank failed. Thrown only in
 * memberships that do not own their process (ranks as threads); in others the process ends instead.
 */
public final class JobEndedException extends PgasException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public JobEndedException(int exitCode, String message) {
        super(ErrorCode.JOB_ENDED, message);
        this.exitCode = exitCode;
    }

    /** The code the job ended with. */
    public int exitCode() {
        return exitCode;
    }
}
