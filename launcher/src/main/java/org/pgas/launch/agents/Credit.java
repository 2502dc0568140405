package org.pgas.launch.agents;

/**
 * How many bytes of output may be on their way to the launcher: a writer waits until some were delivered. Any thread.
 */
public final class Credit {
    private final long most;

    /** Guarded by this. */
    private long left;

    /** Guarded by this: nobody gives any more. */
    private boolean isAbandoned;

    /** @param bytes above 0 */
    public Credit(long bytes) {
        most = bytes;
        left = bytes;
    }

    /**
     * Takes credit for so many bytes, which may be more than there ever is: then for as many as there are.
     *
     * @return what was taken; 0 when what is written goes nowhere any more
     */
    public synchronized long take(long bytes) {
        long wanted = Math.min(bytes, most);
        boolean wasInterrupted = false;
        while (left < wanted && !isAbandoned) {
            try {
                wait();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (isAbandoned) {
            return 0;
        }
        left -= wanted;
        return wanted;
    }

    /** So many bytes were delivered. More than were taken are not counted. */
    public synchronized void give(long bytes) {
        left = Math.min(most, left + Math.max(0, bytes));
        notifyAll();
    }

    /** Nobody waits any more, and nothing is taken. */
    public synchronized void abandon() {
        isAbandoned = true;
        notifyAll();
    }
}
