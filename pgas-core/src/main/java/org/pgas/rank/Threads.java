package org.pgas.rank;

import org.pgas.JoinException;

/** The threads that a rank cannot do without. A system may have too few. */
public final class Threads {
    private Threads() {}

    /**
     * Starts one while a rank joins. Called by the core and by conduits.
     *
     * @throws JoinException if the system gives no more threads; the message names the limits and what a rank needs
     */
    public static void start(Thread thread, int rank) {
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            throw new JoinException("rank " + rank + ": the thread " + thread.getName()
                    + " cannot be started, for want of threads or of memory: raise the limit of processes and threads "
                    + "(ulimit -u, docker run --pids-limit=..., pids.max of a control group), of which a rank needs "
                    + "about 30, or of addresses (ulimit -v)", e);
        }
    }
}
