package org.pgas.pshm;

/** Whether a process runs, as far as one witness knows. */
enum Life {
    ALIVE,
    DEAD,
    /** This witness cannot tell. Nothing is deleted, taken over or signalled on that. */
    UNKNOWN;

    /** What two witnesses know together: a process is alive if one of them says so. */
    Life and(Life other) {
        return this == ALIVE || other == UNKNOWN ? this : other == ALIVE || this == UNKNOWN ? other : this;
    }
}
