package org.pgas.barrier;

import org.pgas.Event;
import org.pgas.events.BarrierEvent;
import org.pgas.events.Recorder;
import org.pgas.operation.PendingEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.rank.RankCounters;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Activity;
import org.pgas.wait.Awaited;
import org.pgas.wait.Waiting;

/** The barriers of one team: any number of phases may be under way, and be synchronised in any order. */
public final class TeamBarrier {
    private final ThisRank self;
    private final Waiting waiting;
    private final UnawaitedOperations operations;
    private final RankCounters counters;
    private final BarrierLane lane;
    private final Activity activity;
    private final int spins;

    /** Barriers begun and not yet synchronised. Guarded by {@code this}. */
    private int pending;

    public TeamBarrier(ThisRank self, UnawaitedOperations operations, BarrierLane lane, Activity activity) {
        this.self = self;
        this.operations = operations;
        waiting = operations.waiting();
        this.counters = self.rankCounters();
        this.lane = lane;
        this.activity = activity;
        this.spins = waiting.spins();
    }

    public long arrivals() {
        return lane.arrivals();
    }

    public void await() {
        counters.barrier();
        BarrierEvent event = Recorder.isOn() ? Recorder.barrier() : null;
        long phase = lane.arrive();
        if (lane.isCopied()) {
            // others' arrivals come by polls alone
            waiting.awaitAll(awaited(phase));
        } else if (!spin(phase)) {
            awaitLong(phase);
        }
        if (event != null) {
            finish(event, phase, false);
        }
    }

    /** Whether the phase is complete. */
    private boolean spin(long phase) {
        for (int i = 0; i < spins; i++) {
            if (lane.isComplete(phase)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private void awaitLong(long phase) {
        waiting.awaitLong(awaited(phase));
    }

    private Awaited awaited(long phase) {
        return lane.phase(phase, activity, "barrier");
    }

    private void finish(BarrierEvent event, long phase, boolean split) {
        event.finish(self.origin(), "barrier", lane.jobRanks(), self.size(), phase, split);
    }

    public Event begin() {
        synchronized (this) {
            pending++;
        }
        counters.barrier();
        BarrierEvent event = Recorder.isOn() ? Recorder.barrier() : null;
        return new Phase(lane.arrive(), event);
    }

    public synchronized boolean hasPending() {
        return pending > 0;
    }

    private final class Phase extends PendingEvent {
        private final long phase;

        /** Null when none are recorded. */
        private final BarrierEvent event;

        Phase(long phase, BarrierEvent event) {
            super(TeamBarrier.this.operations);
            this.phase = phase;
            this.event = event;
        }

        @Override
        public boolean isMet() {
            return lane.isMet(phase);
        }

        @Override
        public Activity activity() {
            return activity;
        }

        @Override
        public int[] missing() {
            return lane.missingOrFinish(phase);
        }

        @Override
        public String describe() {
            return lane.describePhase(phase, "barrier");
        }

        @Override
        protected void synchronised() {
            synchronized (TeamBarrier.this) {
                pending--;
            }
            if (event != null) {
                finish(event, phase, true);
            }
        }
    }
}
