package org.pgas.launch.agents;

import java.util.OptionalLong;

/**
 * By how much the clock of the other side's host is ahead of this one's, by beats that have gone there and back: that
 * is known as exactly as half the time that the quickest of them took. Any thread.
 */
public final class Clocks {
    /** All guarded by this. */
    private boolean hasHeard;
    private long theirs;
    private long heardAt;
    private long quickest = Long.MAX_VALUE;
    private long ahead;

    /** Knows nothing yet. */
    public Clocks() {}

    /** What to say now. */
    public synchronized Beat next(long now) {
        return new Beat(now, theirs, hasHeard ? now - heardAt : -1);
    }

    /** The other side has said that. */
    public synchronized void heard(Beat beat, long now) {
        hasHeard = true;
        theirs = beat.clock();
        heardAt = now;
        long trip = now - beat.echo() - beat.heldNanos();
        if (beat.heldNanos() >= 0 && trip >= 0 && trip < quickest) {
            quickest = trip;
            ahead = beat.clock() - (now - trip / 2);
        }
    }

    /** Nanoseconds; empty before a beat has gone there and back. */
    public synchronized OptionalLong ahead() {
        return quickest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(ahead);
    }
}
