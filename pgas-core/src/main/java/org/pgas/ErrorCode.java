package org.pgas;

/**
 * What kind of thing went wrong, for programs; the message of the exception is for people.
 *
 * <p>Source: GASNet-1 1.6 and 1.6.1 (error names and descriptions, up to NOT_READY). {@link #name()} is the error's
 * name.
 */
public enum ErrorCode {
    OK("no error"),
    RESOURCE("a resource is short or the system refused it"),
    BAD_ARGUMENT("an argument is outside its legal range"),
    NOT_INITIALIZED("the object is not ready for this call: not joined, not attached, or closed"),
    BARRIER_MISMATCH("ranks named different barriers, or a rank asked for a mismatch"),
    NOT_READY("the operation has not completed yet"),
    PEER_LOST("another rank of the job has left or died"),
    JOB_ENDED("the job has ended"),
    TIMED_OUT("the wait passed its deadline"),
    NOT_CLOSED("the file was not closed by the job that had it last");

    private final String description;

    ErrorCode(String description) {
        this.description = description;
    }

    /** One short phrase in English. */
    public String description() {
        return description;
    }
}
