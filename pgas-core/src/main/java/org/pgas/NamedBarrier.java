package org.pgas;

import org.pgas.barrier.BarrierLane;
import org.pgas.barrier.NamedPhase;
import org.pgas.events.BarrierEvent;
import org.pgas.events.Recorder;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Activity;
import org.pgas.team.TeamCore;
import org.pgas.wait.Waiting;

/**
 * The split-phase barrier with names: a rank announces its arrival, goes on, and later waits; the barrier reports
 * whether all ranks meant the same one.
 *
 * <p>Collective over the job. One phase at a time: {@link #notify(int)} and its siblings begin it, {@link #await(int)}
 * or a successful {@link #tryAwait(int)} of any thread ends it. No other world collective may run in between (an
 * error). Notify is a release, a successful wait an acquire; outstanding transfers are not synchronised.
 *
 * <p>A wait answers false, a mismatch, when: any rank notified a mismatch; two ranks gave different names; or this rank
 * waits with another name or another kind (named, anonymous, mismatch) than it notified with. Anonymous ranks adopt the
 * others' name.
 *
 * <p>Source: GASNet-1 3.5.
 */
public final class NamedBarrier {
    // field                writer                                         reader               order
    // openPhase, notified  a thread that notifies or ends it, under this  threads of the rank  volatile, notified first
    // names                the rank                                       all ranks            see BarrierLane;
    //                      kind in the upper half of the word, name in the lower

    private static final int NAMED = 1;
    private static final int ANONYMOUS = 2;
    private static final int MISMATCH = 3;

    private final ThisRank self;
    private final Waiting waiting;
    private final NamedPhase phase;
    private final BarrierLane lane;
    private final TeamCore world;

    private volatile long notified;

    /** The event of the open phase, while events are recorded. Guarded by {@code this}. */
    private BarrierEvent event;

    NamedBarrier(ThisRank self, Waiting waiting, NamedPhase phase, TeamCore world) {
        this.self = self;
        this.waiting = waiting;
        this.phase = phase;
        this.lane = phase.lane();
        this.world = world;
    }

    /** Which phase is open. */
    NamedPhase phase() {
        return phase;
    }

    /** Announces this rank at the barrier {@code name}. Error: a phase, or a world barrier event, is open here. */
    public void notify(int name) {
        notify(NAMED, name);
    }

    /** Announces this rank at whatever barrier the others name. */
    public void notifyAnonymous() {
        notify(ANONYMOUS, 0);
    }

    /** Announces a mismatch that this rank found by itself: the wait of every rank answers false. */
    public void notifyMismatch() {
        notify(MISMATCH, 0);
    }

    private synchronized void notify(int kind, int name) {
        self.checkOpen();
        self.checkUnrestricted();
        if (phase.open() != 0) {
            throw self.refusals().bad("NamedBarrier.notify", "phase " + phase.open()
                    + " has been notified and not waited for yet: call await first");
        }
        if (world.hasPendingCollectives()) {
            throw self.refusals().bad("NamedBarrier.notify",
                    "a barrier event or another collective of the world team is not synchronised yet: await it first");
        }
        long value = (long) kind << 32 | name & 0xFFFF_FFFFL;
        notified = value;
        self.rankCounters().barrier();
        event = Recorder.isOn() ? Recorder.barrier() : null;
        // No rank still reads what was told two phases ago. Before it opened this phase, this rank saw all ranks notify
        // the phase before; by then all had finished the one before that.
        phase.open(lane.arrive(value));
    }

    /** Waits until every rank has notified; false is a mismatch. {@code name} must be the one notified. */
    public boolean await(int name) {
        return await(NAMED, name);
    }

    /** {@link #await(int)} after {@link #notifyAnonymous()}. */
    public boolean awaitAnonymous() {
        return await(ANONYMOUS, 0);
    }

    /** {@link #await(int)} after {@link #notifyMismatch()}; always false. */
    public boolean awaitMismatch() {
        return await(MISMATCH, 0);
    }

    /** As {@link #await(int)}; {@link Answer#NOT_READY}, and the phase stays open, if some rank has not notified. */
    public Answer tryAwait(int name) {
        return tryAwait(NAMED, name);
    }

    /** {@link #tryAwait(int)} after {@link #notifyAnonymous()}. */
    public Answer tryAwaitAnonymous() {
        return tryAwait(ANONYMOUS, 0);
    }

    /** {@link #tryAwait(int)} after {@link #notifyMismatch()}. */
    public Answer tryAwaitMismatch() {
        return tryAwait(MISMATCH, 0);
    }

    /** What a try found. */
    public enum Answer {
        /** Every rank has notified and the names agree; the phase is over. */
        OK,
        /** Every rank has notified but the names differ; the phase is over. */
        MISMATCH,
        /** Some rank has not notified yet; the phase is open. */
        NOT_READY
    }

    private boolean await(int kind, int name) {
        long opened = open("NamedBarrier.await");
        if (!lane.isComplete(opened)) {
            waiting.awaitAll(lane.phase(opened, Activity.NAMED_BARRIER, "named barrier"));
        }
        return finish(opened, kind, name);
    }

    private Answer tryAwait(int kind, int name) {
        long opened = open("NamedBarrier.tryAwait");
        if (!lane.isComplete(opened)) {
            waiting.makeProgress();
            if (!lane.isComplete(opened)) {
                return Answer.NOT_READY;
            }
        }
        return finish(opened, kind, name) ? Answer.OK : Answer.MISMATCH;
    }

    private long open(String call) {
        self.checkOpen();
        self.checkUnrestricted();
        long now = phase.open();
        if (now == 0) {
            throw self.refusals().bad(call, "no phase is open: call notify first, and await only once per notify");
        }
        return now;
    }

    private synchronized boolean finish(long opened, int kind, int name) {
        if (phase.open() != opened) {
            throw self.refusal("phase " + opened
                    + " has been waited for by another thread: await only once per notify");
        }
        long waited = (long) kind << 32 | name & 0xFFFF_FFFFL;
        boolean agreed = waited == notified && namesAgree(opened);
        phase.open(0);
        if (event != null) {
            event.finish(self.origin(), "named barrier", lane.jobRanks(), self.size(), opened, true);
            event = null;
        }
        if (!agreed) {
            self.printIfVerbose("rank " + self.rank() + ": named barrier " + opened + ": the names do not match");
        }
        return agreed;
    }

    /** Reads the names of a complete phase; the counts' acquire covers these plain reads. */
    private boolean namesAgree(long opened) {
        long common = 0;
        for (int rank = 0; rank < self.size(); rank++) {
            long value = lane.told(rank, opened);
            int kind = (int) (value >>> 32);
            if (kind == NAMED) {
                if (common != 0 && common != value) {
                    return false;
                }
                common = value;
            } else if (kind != ANONYMOUS) {
                return false;
            }
        }
        return true;
    }
}
