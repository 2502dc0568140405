package org.pgas.operation;

/**
 * The events that one thread has been given in one job and has not synchronised yet: those that are left when the job
 * is closed were never awaited.
 *
 * <p>A list through the events themselves, so that a new one costs a few stores. Of its thread alone; the thread that
 * closes the job reads and empties it when the program uses the job no more. Until then the list keeps its events, and
 * with them the job and their memory.
 */
final class OpenEvents {
    /** So many are kept by name; of more, the number. A program that awaits nothing needs no more memory for it. */
    private static final int MOST = 64;

    private final Thread thread = Thread.currentThread();

    /** The latest, or null. */
    private PendingEvent last;

    private int listed;
    private long unlisted;

    void begun(PendingEvent event) {
        if (listed == MOST) {
            unlisted++;
            return;
        }
        listed++;
        event.earlier = last;
        if (last != null) {
            last.later = event;
        }
        last = event;
        event.open = this;
    }

    /** An event has ended that {@link #begun} was told of. */
    void ended(PendingEvent event) {
        if (event.open == null) {
            unlisted--;
            return;
        }
        if (event.later == null) {
            last = event.earlier;
        } else {
            event.later.earlier = event.earlier;
        }
        if (event.earlier != null) {
            event.earlier.later = event.later;
        }
        event.earlier = null;
        event.later = null;
        event.open = null;
        listed--;
    }

    /** Whether nothing is added to it any more; then all that the thread did to it is seen. */
    boolean isOver() {
        return !thread.isAlive();
    }

    long count() {
        return listed + Math.max(0, unlisted);
    }

    /** The earliest that was not awaited, for people; of a list that is not empty. */
    String describeFirst() {
        PendingEvent first = last;
        while (first != null && first.earlier != null) {
            first = first.earlier;
        }
        return (first == null ? "an operation" : describe(first)) + " (thread " + thread.getName() + ")";
    }

    /** What it is of may be closed, or in use by its thread. */
    private static String describe(PendingEvent event) {
        try {
            return event.describe();
        } catch (RuntimeException e) {
            return "an operation";
        }
    }

    /** Lets go of the events, and with them of the job. */
    void clear() {
        PendingEvent each = last;
        while (each != null) {
            PendingEvent earlier = each.earlier;
            each.earlier = null;
            each.later = null;
            each = earlier;
        }
        last = null;
        listed = 0;
        unlisted = 0;
    }
}
