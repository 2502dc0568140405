package org.pgas;

/**
 * The state of each thread that uses one job. Nothing lists the threads: a state goes with its thread, or with the job, whichever
 * ends first. Virtual threads have states like others.
 */
final class ThreadStates {
    private final ThreadLocal<ThreadState> states = ThreadLocal.withInitial(ThreadState::new);

    /** The calling thread's. */
    ThreadState current() {
        return states.get();
    }
}
