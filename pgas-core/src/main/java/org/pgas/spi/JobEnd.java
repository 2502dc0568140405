package org.pgas.spi;

/** How the job ends before all ranks have left: a rank or the launcher ends it, and all ranks learn of it. */
public interface JobEnd {
    /** Throws, or never returns when the membership owns the process, if the job has ended or this membership has. */
    void checkRunning();

    /** Whether the job has ended, for {@link #checkRunning} to throw; never throws itself. */
    boolean hasEnded();

    /** Ends the job with this code; never returns (throws when the membership does not own the process). */
    RuntimeException exit(int code);

    /** Ends the job with code 1 because of an error that no caller can be told of; never returns, as {@link #exit}. */
    RuntimeException fail(String message);

    /** Runs {@code hook} once on a library thread when the job ends other than by everybody leaving. */
    void onExit(Runnable hook);
}
