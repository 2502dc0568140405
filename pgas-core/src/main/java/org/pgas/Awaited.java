package org.pgas;

import org.pgas.spi.Conduit;

/** Something a thread waits for. */
interface Awaited {
    /** Whether it has happened; an acquire when it has. Cheap: called in loops. */
    boolean isMet();

    Conduit.Activity activity();

    /** Job ranks that have not done their part yet; the wait fails when one of them leaves the job. */
    int[] missing();

    /**
     * Whether it comes about, or the wait for it is over, while those that are missing wait themselves: it has a limit of its own, or they have only
     * to take in messages. Such a wait is no part of a circle of ranks that wait for each other.
     */
    default boolean endsByItself() {
        return false;
    }

    /** A thread that sleeps until this happens looks by itself that often, in nanoseconds, even if nobody rings. */
    default long longestSleepNanos() {
        return Waiting.SLEEP_NANOS;
    }

    /** For messages, such as "barrier 17 of the world team". */
    String describe();
}
