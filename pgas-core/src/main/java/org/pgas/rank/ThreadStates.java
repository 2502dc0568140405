package org.pgas.rank;

/**
 * The state of each thread that uses one job. Nothing lists the threads: a state goes with its thread, or with the job,
 * whichever ends first. Virtual threads have states like others.
 */
public final class ThreadStates {
    private final ThreadLocal<ThreadState> states = ThreadLocal.withInitial(ThreadState::new);

    /** Written while the membership is built, by the thread that joins. */
    private int slots;

    /** The calling thread's. */
    public ThreadState current() {
        return states.get();
    }

    /** A place of its own for the room that asks. Only while the membership is built. */
    public <T> Slot<T> slot() {
        return new Slot<>(slots++);
    }
}
