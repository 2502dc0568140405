package org.pgas.wait;

/**
 * Whether a peer may wait until this rank takes in messages: while this rank has client memory, and once it has used
 * client memory of others, since their answers come to it. Calls that do not wait, and that programs repeat until a
 * peer has done something, take in messages then.
 *
 * <pre>
 * field   writer                          reader     order
 * causes  begin and end, under this lock  all calls  plain: sees the thread's own, and others' after its next acquire
 * </pre>
 */
public final class Serving {
    private final Waiting waiting;
    private int causes;

    public Serving(Waiting waiting) {
        this.waiting = waiting;
    }

    /** There is one more reason, until {@link #end}. */
    public synchronized void begin() {
        causes++;
    }

    /** Such a reason is gone. */
    public synchronized void end() {
        causes--;
    }

    /**
     * Says whether other ranks serve messages of an endpoint of this rank also while they compute. Its handlers are all
     * of the library's own: they reach memory and answer, and wait for nothing.
     */
    public void byOthers(int endpoint, boolean on) {
        waiting.conduit().messages().serveFrom(endpoint, on);
    }

    /** Throws if the job has ended, for loops in handlers, which may not wait. */
    public void checkRunning() {
        waiting.checkRunning();
    }

    /** Takes in messages until that has happened, as every wait; for what says all about its wait itself. */
    public void await(Awaited awaited) {
        waiting.await(awaited);
    }

    /** Takes in messages if there is a reason; else a load. */
    public void poll() {
        if (causes != 0) {
            waiting.makeProgress();
        }
    }
}
