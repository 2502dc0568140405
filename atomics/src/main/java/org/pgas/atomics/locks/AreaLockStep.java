package org.pgas.atomics.locks;

import org.pgas.far.OwnerSteps;

/**
 * Steps on the words of an {@link AreaReadWriteLock}. Their owner, the rank that has the words in its part of the area,
 * carries them out for members elsewhere. The codes are part of the messages: the word of a step is the number of
 * members, the thread that asks a team rank, the first number {@link AreaTurn#first}, the second the ticket. The owner
 * answers what it knows of the turn.
 */
enum AreaLockStep {
    /** Draws a ticket. */
    ASK,

    /** Draws one that is kept without a wait. */
    DEFER,

    /** Ends that a reader's ticket passes without its thread. */
    RESUME,

    /** Looks whether the turn has come. */
    LOOK,

    /** Ends a wait. */
    LEAVE,
    TRY,
    END,
    STATE;

    /** What {@link OwnerSteps} has of this room. */
    static final int MODULE = 2;

    private static final AreaLockStep[] ALL = values();

    /** Null when there is none. */
    static AreaLockStep of(int code) {
        return code < ALL.length ? ALL[code] : null;
    }

    int code() {
        return MODULE * OwnerSteps.MODULE_CODES + ordinal();
    }
}
