package org.pgas.examples.kv;

/** Goes with an exception of a put, as a suppressed one, and says whether the put has happened. */
public final class PutOutcome extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether a put has happened. */
    public enum Happened {
        /** The store is as it was. */
        NO,
        /** The key has the value. */
        YES,
        /** The rank that has the store did not answer: a get tells, in this job or in the next. */
        UNKNOWN
    }

    private final Happened happened;

    PutOutcome(Happened happened) {
        super("the put has happened: " + happened, null, false, false);
        this.happened = happened;
    }

    /** Whether the put that threw {@code thrown} has happened. */
    public static Happened of(RuntimeException thrown) {
        for (Throwable each : thrown.getSuppressed()) {
            if (each instanceof PutOutcome outcome) {
                return outcome.happened;
            }
        }
        // it threw before it had begun
        return Happened.NO;
    }
}
