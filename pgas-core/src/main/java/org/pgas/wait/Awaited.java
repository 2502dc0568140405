package org.pgas.wait;

import org.pgas.spi.Activity;

/** Something a thread waits for. */
public interface Awaited {
    /** No rank. Never changed: it has no elements. */
    int[] NOBODY = {};

    /** Whether it has happened; an acquire when it has. Cheap: called in loops. */
    boolean isMet();

    /** What a rank shows itself doing while it waits for this. */
    default Activity activity() {
        return Activity.EVENT;
    }

    /** Job ranks that have not done their part yet; the wait fails when one of them leaves the job. */
    int[] missing();

    /**
     * Those of the {@link #missing} that have yet to make a call for it. What the others have to do for it they do in
     * whatever wait: they take in messages, or go on with what they have begun. Nobody when it comes about, or the wait
     * for it is over, while all those that are missing wait: it has a limit of its own, or everybody has made its call.
     */
    default int[] absent() {
        return missing();
    }

    /** A thread that sleeps until this happens looks by itself that often, in nanoseconds, even if nobody rings. */
    default long longestSleepNanos() {
        return Waiting.SLEEP_NANOS;
    }

    /** For messages, such as "barrier 17 of the world team". */
    String describe();
}
