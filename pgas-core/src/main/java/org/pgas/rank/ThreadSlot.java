package org.pgas.rank;

/**
 * One object per thread that uses a job, for what a thread says in one call and means for a later one.
 *
 * <p>Any thread; each has its own object. While no thread has ever put anything in, looking costs a plain load.
 */
public final class ThreadSlot {
    private final ThreadStates states;
    private final Slot<Object> slot;

    /** Plain: a thread asks about what it has put in itself, so it has to see its own write only. */
    private boolean used; // threads that put something in | the same | plain

    public ThreadSlot(ThreadStates states) {
        this.states = states;
        slot = states.slot();
    }

    /** What the calling thread has put in last; null at first. */
    public Object get() {
        return used ? slot.of(states.current()) : null;
    }

    /** Null empties it. */
    public void set(Object content) {
        if (used || content != null) {
            used = true;
            slot.set(states.current(), content);
        }
    }
}
