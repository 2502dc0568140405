package org.pgas;

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
        long phase = lane.arrive();
        for (int i = 0; i < spins; i++) {
            if (lane.isComplete(phase)) {
                return;
            }
            Thread.onSpinWait();
        }
        awaitLong(phase);
    }

    private void awaitLong(long phase) {
        job.waiting().awaitLong(lane.phase(phase, activity, "barrier"));
    }

    Event begin() {
        synchronized (this) {
            pending++;
        }
        counters.barrier();
        return new BarrierEvent(lane.arrive());
    }

    synchronized boolean hasPending() {
        return pending > 0;
    }

    private final class BarrierEvent extends PendingEvent {
        private final long phase;

        BarrierEvent(long phase) {
            super(job);
            this.phase = phase;
        }

        @Override
        public boolean isMet() {
            return lane.isComplete(phase);
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
        }
    }
}
