package org.pgas.mpi;

import java.util.Arrays;
import java.util.StringJoiner;

import org.pgas.PgasException;

/**
 * What epochs a rank has open in a window, and, for people, what that makes legal. Written by the thread that
 * synchronises; of what communication writes, each array element and the count of those touched stand for themselves.
 *
 * <pre>
 * access    begun by                           legal then
 * NONE      the end of any other               fence, start, lock, lockAll
 * FENCE     fence, without NOSUCCEED           the same and communication, after which only communication and fence
 * STARTED   start                              communication with its targets, complete
 * LOCKED    the first lock                     communication with those locked, lock, unlock, flush..., sync
 * LOCK_ALL  lockAll                            communication, unlockAll, flush..., sync
 * FREED     free                               nothing
 * </pre>
 *
 * <p>An exposure epoch is open from post to await, or test, that has found it over; meanwhile no fence is legal. It is
 * not begun when a fence's epoch has communication.
 */
final class EpochState {
    /** What communication is legal. */
    enum Access {
        NONE,
        FENCE,
        STARTED,
        LOCKED,
        LOCK_ALL,
        FREED
    }

    /** Elements of {@link #held}. */
    static final byte NOT_HELD = 0;

    static final byte SHARED = 1;
    static final byte EXCLUSIVE = 2;

    /** Without a lock, as NOCHECK promises that none is needed. */
    static final byte PROMISED = 3;

    final WindowCore core;

    Access access = Access.NONE;

    /** Of the access epoch, if it is a started one, else null. */
    Group targets;

    /** Of the exposure epoch; null if there is none. */
    Group origins;

    /** By rank: not 0 if communication need not look at anything else. */
    final byte[] open;

    /** By rank: how it is locked. */
    final byte[] held;

    /** How many are locked. */
    int locked;

    /**
     * The ranks that were communicated with since the fence. Guarded by {@code this}, as is their count, between
     * synchronising calls.
     */
    private final int[] touched;

    private int touchedCount;

    EpochState(WindowCore core) {
        this.core = core;
        this.open = new byte[core.size()];
        this.held = new byte[core.size()];
        this.touched = new int[core.size()];
    }

    /** Communication with {@code target} follows the fence. */
    synchronized void touch(int target) {
        if (open[target] == 0) {
            touched[touchedCount++] = target;
            open[target] = 1;
        }
    }

    /** Whether the epoch that a fence began has communication. */
    boolean isTouched() {
        return touchedCount > 0;
    }

    /** Ends a fence's epoch, in time that depends on what was done in it. */
    void endFence(Access next) {
        for (int i = 0; i < touchedCount; i++) {
            open[touched[i]] = 0;
        }
        touchedCount = 0;
        access = next;
    }

    /** Whether no access epoch is open that counts: a fence's without communication ends when another is begun. */
    boolean isIdle() {
        return access == Access.NONE || access == Access.FENCE && touchedCount == 0;
    }

    boolean isPassive() {
        return access == Access.LOCKED || access == Access.LOCK_ALL;
    }

    /** The window is freed. */
    void end() {
        Arrays.fill(open, (byte) 0);
        access = Access.FREED;
    }

    /** What is open, such as "a lock of rank 3"; null if nothing is. */
    String open() {
        String accesses = switch (access) {
            case NONE, FREED -> null;
            case FENCE -> isTouched() ? "a fence's epoch with communication" : null;
            case STARTED -> "an access epoch, started to the " + targets;
            case LOCKED -> locks();
            case LOCK_ALL -> "a lock of all ranks";
        };
        String exposure = origins == null ? null : "an exposure epoch, posted to the " + origins;
        return accesses == null ? exposure : exposure == null ? accesses : accesses + " and " + exposure;
    }

    private String locks() {
        StringJoiner ranks = new StringJoiner(", ", locked == 1 ? "a lock of rank " : "locks of ranks ", "");
        for (int rank = 0; rank < held.length; rank++) {
            if (held[rank] != NOT_HELD) {
                ranks.add(Integer.toString(rank));
            }
        }
        return ranks.toString();
    }

    /** The calls that are legal now, such as "communication, fence, start, lock, lockAll, post". */
    String legal() {
        StringJoiner calls = new StringJoiner(", ");
        switch (access) {
            case FENCE -> calls.add("communication");
            case STARTED -> calls.add("communication with these targets").add("complete");
            case LOCKED -> calls.add("communication with ranks that are locked").add("lock of others").add("unlock")
                    .add("flush and its siblings").add("sync");
            case LOCK_ALL -> calls.add("communication").add("unlockAll").add("flush and its siblings").add("sync");
            default -> {
            }
        }
        if (origins == null && (isIdle() || access == Access.FENCE)) {
            calls.add("fence");
        }
        if (isIdle()) {
            calls.add("start");
        }
        if (isIdle() && !core.info.noLocks()) {
            calls.add("lock").add("lockAll");
        }
        if (origins != null) {
            calls.add("await").add("test");
        } else if (access != Access.FENCE || isIdle()) {
            calls.add("post");
        }
        return calls.toString();
    }

    /** The error of {@code call}, which is not legal now; {@code why} says more, or is null. */
    PgasException illegal(String call, String why) {
        if (access == Access.FREED) {
            return core.refusals.bad(call, "the window was freed: it is of no use any more");
        }
        String open = open();
        boolean several = locked > 1
                || open != null && access != Access.NONE && access != Access.FENCE && origins != null;
        return core.refusals.bad(call, (why == null ? "" : why + ": ")
                + (open != null ? open + (several ? " are open" : " is open")
                        : access == Access.FENCE ? "the epoch of the last fence has no communication yet"
                                : "no epoch is open")
                + ": legal now are " + legal());
    }
}
