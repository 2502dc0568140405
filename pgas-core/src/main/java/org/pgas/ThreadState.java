package org.pgas;

import java.util.Arrays;

/**
 * What one thread is doing in one job that restricts what it may call, and its open access region.
 *
 * <p>Confined to its thread: every field is written and read by that thread alone, plainly. Refers to nothing of the job once all
 * of it is closed, so that a thread that lives on keeps no job that is gone.
 */
final class ThreadState {
    private static final HandlerSafeLock[] NO_LOCKS = {};

    /**
     * A handler that the thread runs, and what it found at its begin.
     *
     * @param handler for messages; null when it is not known
     * @param outer the request handler whose reply call runs this reply handler, or null
     */
    record Frame(boolean reply, Object handler, int locksBefore, Object preparedBefore, Frame outer) {
        String describe() {
            return RestrictedContext.handlerName(reply, handler);
        }
    }

    private Frame frame;

    /** The first {@code lockCount} are the handler-safe locks held, in the order of their locking. */
    private HandlerSafeLock[] locks = NO_LOCKS;

    private int lockCount;
    private NoInterruptSection section;
    private Object prepared;
    private AccessRegion region;
    private FarThread far;
    private BulkThread bulk;
    private Object slot;
    private OpenEvents openEvents;

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
    HandlerSafeLock lastLock() {
        return lockCount == 0 ? null : locks[lockCount - 1];
    }

    void locked(HandlerSafeLock lock) {
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
    NoInterruptSection section() {
        return section;
    }

    void section(NoInterruptSection open) {
        section = open;
    }

    /** The message that was prepared and neither committed nor cancelled, or null. */
    Object prepared() {
        return prepared;
    }

    void prepared(Object message) {
        prepared = message;
    }

    /** The open access region, or null. */
    AccessRegion region() {
        return region;
    }

    void region(AccessRegion open) {
        region = open;
    }

    /** What it has under way on memory that is not mapped here; null while it has never had anything. */
    FarThread far() {
        return far;
    }

    void far(FarThread first) {
        far = first;
    }

    /** Its copies that go on behind its back; null while it has never had any. */
    BulkThread bulk() {
        return bulk;
    }

    void bulk(BulkThread first) {
        bulk = first;
    }

    /** Its events that are not synchronised; null while it has never had any. */
    OpenEvents openEvents() {
        return openEvents;
    }

    void openEvents(OpenEvents first) {
        openEvents = first;
    }

    /** What {@link ThreadSlot} holds for it; null while it is empty. */
    Object slot() {
        return slot;
    }

    void slot(Object content) {
        slot = content;
    }
}
