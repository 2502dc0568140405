package org.pgas.jmh;

import org.pgas.Job;
import org.pgas.NamedBarrier;
import org.pgas.Rma;
import org.pgas.WaitMode;
import org.pgas.meter.Meter;

/**
 * Rows in which ranks wait for each other. The barrier rows run with any number of ranks, the others with two; with
 * more than two ranks their number is part of the row's name.
 */
final class SignalRows {
    private static final int BARRIER_SAMPLES = 20_000;
    private static final int WAKE_SAMPLES = 20;

    /** Long enough for a rank in {@link WaitMode#BLOCK} to fall asleep. */
    private static final long ASLEEP_NANOS = 2_000_000;

    private final Job job;
    private final Meter meter;
    private final Rma rma;
    private final int self;
    private final int peer;
    private long round;

    SignalRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.rma = job.world().rma();
        this.self = job.rank();
        this.peer = (self + 1) % job.size();
    }

    void run() {
        String ranks = job.size() == 2 ? "" : Integer.toString(job.size());
        if (job.size() == 2) {
            meter.together("pingpong", 8, this::pingPong);
        }
        meter.together("barrier" + ranks, 0, this::barrier);
        meter.together("namedbarrier" + ranks, 0, this::namedBarrier);
        if (wantsSamples("barrier" + ranks)) {
            singleBarriers("barrier" + ranks);
        }
        if (job.size() == 2 && wantsSamples("wake")) {
            wake();
        }
    }

    private boolean wantsSamples(String row) {
        return meter.wants(row + "-p50") || meter.wants(row + "-p99");
    }

    /** Each rank spins on its own segment; the other puts there. A time is a round trip. */
    private void pingPong(long times) {
        for (long i = 0; i < times; i++) {
            round++;
            if (self == 0) {
                rma.putLongRelease(peer, Places.FLAG, round);
                awaitFlag(round);
            } else {
                awaitFlag(round);
                rma.putLongRelease(peer, Places.FLAG, round);
            }
        }
    }

    private void awaitFlag(long value) {
        while (rma.getLongAcquire(self, Places.FLAG) != value) {
            Thread.onSpinWait();
        }
    }

    private void barrier(long times) {
        for (long i = 0; i < times; i++) {
            job.world().barrier();
        }
    }

    private void namedBarrier(long times) {
        NamedBarrier barrier = job.namedBarrier();
        for (long i = 0; i < times; i++) {
            barrier.notify(1);
            barrier.await(1);
        }
    }

    private void singleBarriers(String row) {
        long[] samples = new long[BARRIER_SAMPLES];
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            sampleBarriers(samples);
        }
        meter.reportSamples(row, samples);
    }

    private void sampleBarriers(long[] samples) {
        job.world().barrier();
        long before = System.nanoTime();
        for (int i = 0; i < samples.length; i++) {
            job.world().barrier();
            long now = System.nanoTime();
            samples[i] = now - before;
            before = now;
        }
    }

    /**
     * Rank 0 sleeps in a barrier in block mode; rank 1, when it is sure of that, notes the time and arrives. A sample
     * is the time from there until rank 0 runs again. The clock is the same in both processes.
     */
    private void wake() {
        WaitMode before = job.waitMode();
        job.waitMode(WaitMode.BLOCK);
        long[] samples = new long[WAKE_SAMPLES * meter.repetitions()];
        for (int i = 0; i < samples.length; i++) {
            job.world().barrier();
            if (self == 1) {
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < ASLEEP_NANOS) {
                    Thread.onSpinWait();
                }
                rma.putLong(0, Places.STAMP, System.nanoTime());
            }
            job.world().barrier();
            samples[i] = System.nanoTime() - rma.getLong(0, Places.STAMP);
        }
        job.waitMode(before);
        meter.reportSamples("wake", samples);
    }
}
