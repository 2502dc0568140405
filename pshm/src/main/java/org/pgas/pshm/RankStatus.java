package org.pgas.pshm;

import java.util.Map;

import org.pgas.Counter;

/**
 * A rank at the moment of a {@link JobView}.
 *
 * @param rank of the job
 * @param view how far it has come, its process, and what it says it is doing
 * @param kernelState the kernel's letter for what its process does: R (running), S (sleeping), T (stopped) and others;
 * 0 when it is gone, and for a rank that nobody has claimed; ? when it runs, or may run, in another container; - when
 * it cannot be looked at, as when this process has no descriptor left
 * @param heartbeatMillis how long ago its watcher was seen last, which looks five times a second; -1 when it never was
 * @param segmentBytes of the segment that it has attached; 0 before
 * @param counters what it has counted, all its threads together; empty when that cannot be read
 * @param waiting what it waits in; null when it does not wait, or that cannot be read
 * @param messages what waits in its rings, and its ways to other neighbourhoods
 */
public record RankStatus(int rank, RankView view, char kernelState, long heartbeatMillis, long segmentBytes,
        Map<Counter, Long> counters, WaitView waiting, RankMessages messages) {
    /** Its neighbourhood; -1 when it has not said so yet. */
    public int neighbourhood() {
        return view.neighbourhood();
    }

    /** What waits in its rings of requests. */
    public RingFill requests() {
        return messages.requests();
    }

    /** What waits in its rings of replies. */
    public RingFill replies() {
        return messages.replies();
    }

    /** Whether its process runs, or may run where this cannot be told. */
    public boolean alive() {
        return kernelState != 0;
    }

    /** Whether it runs in another container. Its number is another process's here: nothing is asked or told by it. */
    public boolean isElsewhere() {
        return kernelState == ProcessIdentity.ELSEWHERE;
    }

    /** Whether it cannot be told now whether its process runs. */
    public boolean isUnread() {
        return kernelState == ProcessIdentity.UNREAD;
    }
}
