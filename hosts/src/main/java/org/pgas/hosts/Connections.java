package org.pgas.hosts;

import java.time.Duration;
import java.util.function.IntFunction;

import org.pgas.JoinException;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Wire;

/**
 * The connections of a rank that joins with all ranks elsewhere.
 *
 * @param rank this rank
 * @param peers those ranks
 * @param describe a few words on a rank's health, for people
 */
record Connections(Wire wire, int rank, int[] peers, IntFunction<String> describe) {
    /** So long it sleeps where nothing comes; then it looks whether the job goes on. */
    private static final long SLEEP_NANOS = 1_000_000;

    /** Frames stay on the wire until there is somebody to take them in. */
    private static final FrameReceiver NOTHING_YET = (_, _, _, _, _, _) -> false;

    /**
     * Returns when there is a connection to each peer, or it is lost: so the program finds room from its first call on.
     * Nobody else polls meanwhile. An interrupt does not end it, and stays set.
     *
     * @param checkRunning throws when the job has ended
     * @throws JoinException when a connection does not come in time
     */
    void await(Duration timeout, Runnable checkRunning) {
        boolean wasInterrupted = false;
        try {
            long begin = System.nanoTime();
            for (int peer : peers) {
                while (isAwaited(peer)) {
                    // each sleep would end at once
                    wasInterrupted |= Thread.interrupted();
                    look(peer, begin, timeout, checkRunning);
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        wire.wake(); // what has come meanwhile can be taken now
    }

    private boolean isAwaited(int peer) {
        return wire.room(peer, Channel.REQUESTS) == 0 && wire.lost(peer) == null;
    }

    private void look(int peer, long begin, Duration timeout, Runnable checkRunning) {
        checkRunning.run();
        if (System.nanoTime() - begin > timeout.toNanos()) {
            throw missing(peer, timeout);
        }
        wire.poll(NOTHING_YET, 1);
        if (wire.arm()) {
            wire.sleep(SLEEP_NANOS);
        }
    }

    private JoinException missing(int peer, Duration timeout) {
        return new JoinException("no connection of rank " + rank + " with rank " + peer + " within "
                + timeout.toMillis() + " ms (pgas.join.timeout) [" + describe.apply(peer)
                + "]: if that one runs, nothing gets through to it, or one of the two has no descriptor left"
                + " (ulimit -n)");
    }
}
