package org.pgas.bench.rows;

import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.pgas.Job;
import org.pgas.Rma;

/**
 * Times rows. All ranks walk through the same rows in the same order; rank 0 holds the watch.
 *
 * <p>A kernel is run in growing numbers until one run takes as long as wanted; then until three runs agree, within
 * limits of time; then for the samples. A run is everything between two barriers, so the slowest rank counts.
 */
final class Meter {
    private static final double AGREEMENT = 0.03;
    private static final int FEWEST_WARM_UPS = 5;
    private static final long GROWTH = 8;
    private static final long LONGEST_SINGLE_NANOS = 10_000_000_000L;
    private static final long SINGLES_NANOS = 300_000_000L;
    private static final int FEWEST_SINGLES = 16;
    private static final int DIGITS = 3;

    private final Job job;
    private final Rma rma;
    private final Timing timing;

    Meter(Job job, Timing timing) {
        this.job = job;
        this.rma = job.world().rma();
        this.timing = timing;
    }

    Timing timing() {
        return timing;
    }

    /** Rank 0 works, the others wait. */
    void alone(Kind kind, long bytes, Kernel kernel) {
        Kernel own = job.rank() == 0 ? kernel : times -> 0;
        report(kind, bytes, samples(kind, bytes, own), null);
    }

    /** All ranks work, each at its own pace; what they have done counts together. */
    void everybody(Kind kind, long bytes, Kernel kernel) {
        report(kind, bytes, samples(kind, bytes, kernel), null);
    }

    /** The ranks work with each other; operations are counted at rank 0. */
    void together(Kind kind, long bytes, Kernel kernel) {
        report(kind, bytes, samples(kind, bytes, countedAtRank0(kernel)), null);
    }

    /** As {@link #together}; rank 0 also times operations one by one. */
    void singly(Kind kind, long bytes, Kernel kernel) {
        List<Double> samples = samples(kind, bytes, countedAtRank0(kernel));
        report(kind, bytes, samples, singles(kernel, samples.getFirst()));
    }

    private Kernel countedAtRank0(Kernel kernel) {
        return job.rank() == 0 ? kernel : times -> {
            kernel.run(times);
            return 0;
        };
    }

    private List<Double> samples(Kind kind, long bytes, Kernel kernel) {
        long times = warmUp(kernel);
        List<Double> samples = new ArrayList<>();
        for (int i = 0; i < timing.samples(); i++) {
            samples.add(kind.unit().of(nanosPerOperation(kernel, times), bytes));
        }
        return samples;
    }

    /**
     * Returns how many times take as long as a run should. The fastest run so far says, and not the last: one that
     * another process has interrupted would make all samples short.
     */
    private long warmUp(Kernel kernel) {
        long times = 1;
        long start = System.nanoTime();
        double fastest = Double.MAX_VALUE;
        double before = 0;
        double last = 0;
        int runs = 0;
        while (true) {
            double each = nanosPerTime(kernel, times);
            fastest = Math.min(fastest, each);
            long wanted = Math.max(1, (long) (timing.runNanos() / fastest));
            long elapsed = System.nanoTime() - start;
            boolean isSteady = isNear(each, last) && isNear(each, before) && elapsed >= timing.warmNanos();
            runs += times >= wanted / 2 ? 1 : 0;
            boolean isWarm = runs >= FEWEST_WARM_UPS && (isSteady || elapsed >= timing.longestWarmNanos());
            long decided = agreeOn(isWarm ? -wanted : Math.min(times * GROWTH, wanted));
            if (decided < 0) {
                return -decided;
            }
            times = decided;
            before = last;
            last = each;
        }
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one - other) < AGREEMENT * Math.min(one, other);
    }

    /** Nanoseconds by rank 0's watch. */
    private double nanosPerTime(Kernel kernel, long times) {
        return (double) nanos(kernel, times) / times;
    }

    private double nanosPerOperation(Kernel kernel, long times) {
        long nanos = nanos(kernel, times);
        long all = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            all += rma.getLong(rank, Places.COUNT);
        }
        return (double) nanos / Math.max(1, all);
    }

    /** Between two barriers. Each rank's word says how many operations it has done. */
    private long nanos(Kernel kernel, long times) {
        job.world().barrier();
        long start = System.nanoTime();
        long operations = kernel.run(times);
        rma.putLong(job.rank(), Places.COUNT, operations);
        job.world().barrier();
        return System.nanoTime() - start;
    }

    private Histogram singles(Kernel kernel, double nanosEach) {
        long count = agreeOn((long) Math.clamp(SINGLES_NANOS / nanosEach, FEWEST_SINGLES, timing.singles()));
        job.world().barrier();
        if (job.rank() != 0) {
            kernel.run(count);
            return null;
        }
        Histogram nanos = new Histogram(LONGEST_SINGLE_NANOS, DIGITS);
        for (long i = 0; i < count; i++) {
            long start = System.nanoTime();
            kernel.run(1);
            nanos.recordValue(Math.min(System.nanoTime() - start, LONGEST_SINGLE_NANOS));
        }
        return nanos;
    }

    /** What rank 0 proposes. */
    private long agreeOn(long proposal) {
        job.world().barrier();
        if (job.rank() == 0) {
            rma.putLong(0, Places.DECISION, proposal);
        }
        job.world().barrier();
        return rma.getLong(0, Places.DECISION);
    }

    private void report(Kind kind, long bytes, List<Double> samples, Histogram singles) {
        if (job.rank() == 0) {
            System.out.println(new RowLine(kind, bytes, samples, singles).format());
            System.out.flush();
        }
    }
}
