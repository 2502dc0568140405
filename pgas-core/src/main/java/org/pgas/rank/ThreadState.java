package org.pgas.rank;

import java.util.Arrays;

/**
 * What one thread is doing in one job that restricts what it may call, and its open access region.
 *
 * <p>Confined to its thread: every field is written and read by that thread alone, plainly. Refers to nothing of the
 * job once all of it is closed, so that a thread that lives on keeps no job that is gone.
 */
public final class ThreadState extends Slots {
    private static final Object[] NO_LOCKS = {};

    /**
     * A handler that the thread runs, and what it found at its begin.
     *
     * @param handler for messages; null when it is not known
     * @param outer the request handler that runs this reply handler by its reply call, or null
     */
    record Frame(boolean reply, Object handler, int locksBefore, Object preparedBefore, Frame outer) {
        String describe() {
            return RestrictedContext.handlerName(reply, handler);
        }
    }

    private Frame frame;

    /** The first {@code lockCount} are the handler-safe locks held, in the order of their locking. */
    private Object[] locks = NO_LOCKS;

    private int lockCount;
    private Object section;
    private Object prepared;
    private Slots region;

    /** Whether anything is going on in which communication is illegal. */
    boolean isRestricted() {
        return frame != null || lockCount > 0 || section != null || prepared != null;
    }

    /** The innermost handler that runs, or null. */
    Frame frame() {
        return frame;
    }

    void enter(boolean reply, Object handler) {
        frame = new Frame(reply, handler, lockCount, prepared, frame);
    }

    /** Ends the innermost handler and returns what was known of it. */
    Frame leave() {
        Frame left = frame;
        frame = left.outer;
        return left;
    }

    int lockCount() {
        return lockCount;
    }

    /** The lock that was locked last of those held, or null. */
    Object lastLock() {
        return lockCount == 0 ? null : locks[lockCount - 1];
    }

    void locked(Object lock) {
        if (lockCount == locks.length) {
            locks = Arrays.copyOf(locks, Math.max(4, 2 * lockCount));
        }
        locks[lockCount++] = lock;
    }

    /** Forgets the lock that was locked last. */
    void unlocked() {
        locks[--lockCount] = null;
    }

    /** The open no-interrupt section, or null. */
    Object section() {
        return section;
    }

    void section(Object open) {
        section = open;
    }

    /** The message that was prepared and neither committed nor cancelled, or null. */
    Object prepared() {
        return prepared;
    }

    void prepared(Object message) {
        prepared = message;
    }

    /** What the rooms keep for the open access region, or null when none is open. */
    public Slots region() {
        return region;
    }

    public void region(Slots open) {
        region = open;
    }
}
