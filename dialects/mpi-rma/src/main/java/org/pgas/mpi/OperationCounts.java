package org.pgas.mpi;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

import org.pgas.team.TeamCore;

/**
 * How many operations this rank has issued, and how many of them and of others' are over. For any thread.
 *
 * <p>An operation is counted as issued before its first message is sent: so never fewer are issued than acknowledged. A
 * thread that waits reads the acknowledged count first. If the issued count, read later, is the same, then all these
 * are acknowledged, also while other threads issue more.
 *
 * <p>Acknowledged and executed operations are counted by handlers, which run one at a time.
 *
 * <p>Source: MPI-2 RMA on the NEC SX-5, section 3, "Message counting".
 *
 * <pre>
 * field                     writer              reader                  order
 * issued, fetching, broken  initiating threads  waits                   add / volatile
 * acknowledged              handlers            waits, before issued    release, the target's before the sum / acquire
 * executed                  handlers            waits for origins       release / acquire
 * </pre>
 */
final class OperationCounts {
    private final WindowCore core;

    /** The place of the sum over all targets. */
    private final int all;

    private final AtomicLongArray issued;
    private final AtomicLongArray acknowledged;
    private final AtomicLongArray executed;

    /** Fetches that are under way. */
    private final AtomicLongArray fetching;

    /** Operations of which a part was sent. */
    private final AtomicLongArray broken;

    OperationCounts(WindowCore core) {
        this.core = core;
        this.all = core.size();
        issued = new AtomicLongArray(all + 1);
        acknowledged = new AtomicLongArray(all + 1);
        executed = new AtomicLongArray(all);
        fetching = new AtomicLongArray(all + 1);
        broken = new AtomicLongArray(all + 1);
    }

    /** Counts an operation; its messages are sent next. */
    void begin(int target) {
        issued.getAndIncrement(target);
        issued.getAndIncrement(all);
    }

    /** Takes back the count of an operation that was not sent, and will not be. */
    void cancel(int target) {
        issued.getAndDecrement(target);
        issued.getAndDecrement(all);
    }

    /**
     * Counts an operation that has sent some messages, but could not send the last one. What arrives of it may not be
     * told from what is under way, so it stays issued for ever: waits for its end time out, and say why.
     */
    void breakOff(int target) {
        broken.getAndIncrement(target);
        broken.getAndIncrement(all);
    }

    /** Of a fetch; besides {@link #begin}. */
    void beginFetch(int target) {
        fetching.getAndIncrement(target);
        fetching.getAndIncrement(all);
    }

    /** Of a fetch that has brought all, or was not sent. */
    void endFetch(int target) {
        fetching.getAndDecrement(target);
        fetching.getAndDecrement(all);
    }

    /** By a handler: the target has carried out an operation of this rank. */
    void acknowledge(int target) {
        acknowledged.setRelease(target, acknowledged.getPlain(target) + 1);
        acknowledged.setRelease(all, acknowledged.getPlain(all) + 1);
        TeamCore.of(core.team).ring(core.rank);
    }

    /** By a handler: an operation of {@code origin} has been carried out here. */
    void execute(int origin) {
        executed.setRelease(origin, executed.getPlain(origin) + 1);
        TeamCore.of(core.team).ring(core.rank);
    }

    long issued(int target) {
        return issued.get(target);
    }

    long executed(int origin) {
        return executed.getAcquire(origin);
    }

    private boolean isRemotelyComplete(int place) {
        long over = acknowledged.getAcquire(place);
        return issued.get(place) == over;
    }

    /** Returns when every operation on {@code target} is acknowledged. */
    void awaitRemote(int target) {
        if (!isRemotelyComplete(target)) {
            TeamCore.of(core.team).await(new End(target, false));
        }
    }

    void awaitRemoteAll() {
        awaitRemote(all);
    }

    /** Returns when every fetch from {@code target} has brought all. */
    void awaitLocal(int target) {
        if (fetching.get(target) != 0) {
            TeamCore.of(core.team).await(new End(target, true));
        }
    }

    void awaitLocalAll() {
        awaitLocal(all);
    }

    /**
     * Job ranks of the targets of operations that are not acknowledged; of {@code place} alone, if that is a target.
     */
    int[] missing(int place) {
        if (place != all) {
            return new int[]{core.team.toJobRank(place)};
        }
        int[] found = new int[all];
        int count = 0;
        for (int target = 0; target < all; target++) {
            if (!isRemotelyComplete(target)) {
                found[count++] = core.team.toJobRank(target);
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** As {@link #missing}, of all. */
    int[] missing() {
        return missing(all);
    }

    private String at(int place) {
        return place == all ? "all ranks of the window" : "rank " + place + " of the window";
    }

    private String hint(int place) {
        long never = broken.get(place);
        return never == 0 ? " (it takes them in when it polls or waits in the library)"
                : " (" + never + " of which never end: their calls threw when a part had been sent)";
    }

    /** That operations have ended, or that {@code fetches} have brought all. */
    private final class End implements TakenIn {
        private final int place;
        private final boolean fetches;

        End(int place, boolean fetches) {
            this.place = place;
            this.fetches = fetches;
        }

        @Override
        public boolean isMet() {
            return fetches ? fetching.get(place) == 0 : isRemotelyComplete(place);
        }

        @Override
        public int[] needed() {
            return missing(place);
        }

        @Override
        public String describe() {
            return (fetches ? "the results of " + fetching.get(place)
                    : "the end of " + (issued.get(place) - acknowledged.get(place))) + " operations on " + at(place)
                    + hint(place);
        }
    }
}
