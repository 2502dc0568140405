package org.pgas.jmh;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.meter.Meter;

/**
 * Rows for ranks on two hosts. {@code put8-many}: puts of words that are waited for together. {@code get8-busy}: gets
 * from a rank that computes and calls nothing of the library until its own memory says that it may end.
 */
final class HostRows {
    private static final int PEER = 1;

    /** Round trips of each kind before any row: what they share is compiled on the core of the rank, for a second. */
    private static final int WARM_UPS = 50_000;

    /** Of a computation between two looks at a word: about a microsecond. */
    private static final int STEPS = 100;

    private final Job job;
    private final Meter meter;
    private final Rma rma;
    private final int self;
    private final long[] near = Places.near();

    /** Runs of {@code get8-busy}: the same on both ranks. */
    private long runs;

    /** Where loops leave what they have got, so that the compiler cannot drop it. */
    private long sink;
    private double computed;

    HostRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.rma = job.world().rma();
        this.self = job.rank();
        rma.putLong(self, Places.BUSY, 0);
        job.world().barrier();
    }

    /**
     * Makes what all rows need, so that the first of them is measured as the others are. Does nothing among neighbours:
     * their rows are warm within their own time.
     */
    static void warmUp(Job job) {
        if (Places.areNeighbours(job)) {
            return;
        }
        Rma rma = job.world().rma();
        for (int i = 0; i < WARM_UPS && job.rank() != PEER; i++) {
            rma.putLong(PEER, Places.BUSY, rma.getLong(PEER, Places.BUSY));
        }
        for (int i = 0; i < WARM_UPS / 2; i++) {
            job.world().barrier();
        }
    }

    void run() {
        meter.alone("put8-many", 8, near.length, this::putMany);
        meter.together("get8-busy", 8, this::getFromBusy);
    }

    private void putMany(long times) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putValueNbi(PEER, offset, i, Long.BYTES);
            }
            job.nbi().await();
        }
    }

    /** The put that ends a run is in its time, as one more operation would be. */
    private void getFromBusy(long times) {
        runs++;
        if (self == PEER) {
            compute();
            return;
        }
        long sum = 0;
        for (long i = 0; i < times; i++) {
            sum += rma.getLong(PEER, near[(int) (i % near.length)]);
        }
        sink = sum;
        rma.putLong(PEER, Places.BUSY, runs);
    }

    /** An own word is read where it is: no message is taken in for that. */
    private void compute() {
        double value = computed;
        while (rma.getLongAcquire(self, Places.BUSY) < runs) {
            for (int i = 1; i <= STEPS; i++) {
                value = Math.sqrt(value + i);
            }
        }
        computed = value;
    }
}
