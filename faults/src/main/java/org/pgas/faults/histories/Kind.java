package org.pgas.faults.histories;

import java.util.Locale;

/** What a call does, whatever the object's class calls it. */
enum Kind {
    /** The value. */
    GET(0, true),
    /** Replaces the value. */
    SET(1, false),
    /** Adds to the value. */
    ADD(1, false),
    /** Adds to the value; answers the one before. */
    FETCH_ADD(1, true),
    /** Replaces the value by the second argument if it is the first; answers the one before. */
    COMPARE_AND_SWAP(2, true),
    /** Replaces the value; answers the one before. */
    SWAP(1, true),
    /** As GET, by a plain get under an exclusive lock of the window. */
    EXCLUSIVE_GET(0, true),
    /** As SET, by a plain put under an exclusive lock of the window. */
    EXCLUSIVE_SET(1, false),
    /** Returns when the rank holds the lock. */
    LOCK(0, false),
    /** 1 if the rank holds the lock then, else 0. */
    TRY_LOCK(0, true),
    /** Gives the lock back. */
    UNLOCK(0, false),
    /** Puts a value into a queue: 1, or 0 if that is full. */
    OFFER(1, true),
    /** Takes a value out of a queue, or {@link #NOTHING}. */
    POLL(0, true),
    /** Takes a block of so many bytes from a heap: its offset, or {@link #NOTHING}. */
    MALLOC(1, true),
    /** Gives a block back. */
    FREE(1, false),
    /** Sends a message to a rank, with its number among those to that rank. */
    SEND(2, false),
    /** In a handler: a message of a rank, with the number in its argument; answers the number in its payload. */
    HANDLE(2, true);

    /** The answer of an empty queue, and of a heap without room. */
    static final long NOTHING = -1;

    private final int arguments;
    private final boolean answers;

    Kind(int arguments, boolean answers) {
        this.arguments = arguments;
        this.answers = answers;
    }

    /** How many there are, of two. */
    int arguments() {
        return arguments;
    }

    /** Whether there is a result. */
    boolean answers() {
        return answers;
    }

    /** Its name for people. */
    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
