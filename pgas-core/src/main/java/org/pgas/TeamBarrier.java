package org.pgas;

import org.pgas.events.BarrierEvent;
import org.pgas.events.Recorder;
import org.pgas.spi.Conduit;

/** The barriers of one team: any number of phases may be under way, and be synchronised in any order. */
final class TeamBarrier {
    private final Job job;
    private final RankCounters counters;
    private final BarrierLane lane;
    private final Conduit.Activity activity;
    private final int spins;

    /** Barriers begun and not yet synchronised. Guarded by {@code this}. */
    private int pending;

    TeamBarrier(Job job, BarrierLane lane, Conduit.Activity activity) {
        this.job = job;
        this.counters = job.rankCounters();
        this.lane = lane;
        this.activity = activity;
        this.spins = job.waiting().spins();
    }

    long arrivals() {
        return lane.arrivals();
    }

    void await() {
        counters.barrier();
        BarrierEvent event = Recorder.barrier();
        long phase = lane.arrive();
        if (!spin(phase)) {
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
        job.waiting().awaitLong(lane.phase(phase, activity, "barrier"));
    }

    private void finish(BarrierEvent event, long phase, boolean split) {
        event.finish(job.origin(), "barrier", lane.jobRanks(), job.size(), phase, split);
    }

    Event begin() {
        synchronized (this) {
            pending++;
        }
        counters.barrier();
        BarrierEvent event = Recorder.barrier();
        return new Phase(lane.arrive(), event);
    }

    synchronized boolean hasPending() {
        return pending > 0;
    }

    private final class Phase extends PendingEvent {
        private final long phase;

        /** Null when none are recorded. */
        private final BarrierEvent event;

        Phase(long phase, BarrierEvent event) {
            super(job);
            this.phase = phase;
            this.event = event;
        }

        @Override
        public boolean isMet() {
            return lane.isMet(phase);
        }

        @Override
        public Conduit.Activity activity() {
            return activity;
        }

        @Override
        public int[] missing() {
            return lane.missing(phase);
        }

        @Override
        public String describe() {
            return lane.describePhase(phase, "barrier");
        }

        @Override
        void synchronised() {
            synchronized (TeamBarrier.this) {
                pending--;
            }
            if (event != null) {
                finish(event, phase, true);
            }
        }
    }
}
