package org.pgas.jmh;

import java.util.Arrays;
import java.util.Set;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * Times the rows of {@link TwoRanks}: all ranks walk through the same rows in the same order, rank 0 holds the watch and prints.
 *
 * <p>A row's body is run in growing numbers until one run takes as long as wanted, then until three runs in a row agree after some time (or a second
 * has passed) and no rank compiles any more (or five have passed), then for the repetitions that count. Each run
 * starts behind a barrier. Rank 0 decides, and tells the others through a word of its segment.
 */
final class Meter {
    /** What a row measures: some operation, {@code times} times. */
    @FunctionalInterface
    interface Body {
        void run(long times);
    }

    /** The same; returns how many of them count. */
    @FunctionalInterface
    interface Counted {
        long run(long times);
    }

    /** So many operations between two looks at the clock in rows of rates. */
    private static final int RATE_CHUNK = 256;

    private static final double AGREEMENT = 0.02;
    private static final int FEWEST_WARM_UPS = 8;

    private static final long LONGEST_WARM_UP_NANOS = 1_000_000_000L;

    /** While a rank still compiles: its compiler shares the core, and a rank that yields gives it whole slices. */
    private static final long LONGEST_COMPILATION_NANOS = 5_000_000_000L;

    private static final long MEASURE = 0;
    private static final Timing REHEARSAL = new Timing(1, 1_000_000, 20_000_000);
    private static final long LONGEST_REHEARSAL_NANOS = 100_000_000L;

    private final String library;
    private final Job job;
    private final Rma rma;
    private final long decision;
    private final long count;
    private final Timing timing;
    private final RowChoice choice;

    /** Of a rehearsal nothing is printed. */
    private final boolean quiet;

    /**
     * @param decision offset of a word of rank 0's segment that no row touches
     * @param count offset of a word of each rank's segment that no row touches: how many it has done, or whether it
     * compiles
     */
    Meter(Job job, long decision, long count, Timing timing, RowChoice choice) {
        this("pgas", job, decision, count, timing, choice, false);
    }

    private Meter(String library, Job job, long decision, long count, Timing timing, RowChoice choice,
            boolean quiet) {
        this.library = library;
        this.job = job;
        this.rma = job.world().rma();
        this.decision = decision;
        this.count = count;
        this.timing = timing;
        this.choice = choice;
        this.quiet = quiet;
    }

    /** A watch with which every row that there is can be run for a moment, before others are measured. */
    static Meter ofRehearsal(Job job, long decision, long count) {
        return new Meter("pgas", job, decision, count, REHEARSAL, new RowChoice(Set.of(), ""), true);
    }

    /** The same watch for rows of another library, by whose name their lines begin. */
    Meter of(String otherLibrary) {
        return new Meter(otherLibrary, job, decision, count, timing, choice, quiet);
    }

    boolean wants(String row) {
        return choice.wants(row);
    }

    /** Whether any row may be wanted whose name begins so; for what is made for several rows. */
    boolean wantsSome(String beginning) {
        return choice.wantsSome(beginning);
    }

    int repetitions() {
        return timing.repetitions();
    }

    /** Rank 0 works, the others wait in a barrier. {@code operations} is how many operations one time of the body is. */
    void alone(String row, long bytes, int operations, Body body) {
        measure(row, bytes, operations, job.rank() == 0 ? body : times -> {});
    }

    /** All ranks work. */
    void together(String row, long bytes, Body body) {
        measure(row, bytes, 1, body);
    }

    private void measure(String row, long bytes, int operations, Body body) {
        if (!choice.wants(row, bytes)) {
            return;
        }
        double[] results = new double[timing.repetitions()];
        long times = warmUp(body);
        for (int i = 0; i < results.length; i++) {
            results[i] = (double) time(body, times) / times / operations;
        }
        report(row, bytes, results);
    }

    /** Rank 0 works for a fixed time, the others wait in a barrier; the row is that time by what was done. */
    void aloneRate(String row, long bytes, Counted body) {
        rate(row, bytes, job.rank() == 0 ? body : null);
    }

    /** All ranks work for a fixed time; the row is that time by what they have done together. */
    void togetherRate(String row, long bytes, Counted body) {
        rate(row, bytes, body);
    }

    private void rate(String row, long bytes, Counted body) {
        if (!choice.wants(row, bytes)) {
            return;
        }
        warmUpRate(body);
        double[] results = new double[timing.repetitions()];
        for (int i = 0; i < results.length; i++) {
            results[i] = nanosPerOperation(body);
        }
        report(row, bytes, results);
    }

    private void warmUpRate(Counted body) {
        long start = System.nanoTime();
        double before = 0;
        double last = 0;
        boolean enough = false;
        for (int steady = 1; !enough; steady++) {
            double each = nanosPerOperation(body);
            boolean agree = isNear(each, last) && isNear(each, before);
            boolean compiles = doesAnyCompile();
            enough = agreeOn(isEnough(steady, agree, compiles, System.nanoTime() - start) ? 1 : 0) == 1;
            before = last;
            last = each;
        }
    }

    private double nanosPerOperation(Counted body) {
        long count = 0;
        long nanos = 0;
        job.world().barrier();
        long start = System.nanoTime();
        if (body != null) {
            do {
                count += body.run(RATE_CHUNK);
                nanos = System.nanoTime() - start;
            } while (nanos < timing.runNanos());
        }
        rma.putLong(job.rank(), this.count, count);
        job.world().barrier();
        long sum = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            sum += rma.getLong(rank, this.count);
        }
        job.world().barrier();
        return (double) nanos / Math.max(1, sum);
    }

    private long warmUp(Body body) {
        long start = System.nanoTime();
        long times = 1;
        double before = 0;
        double last = 0;
        int steady = 0;
        while (true) {
            long nanos = time(body, times);
            boolean compiles = doesAnyCompile();
            long next = times;
            if (nanos < timing.runNanos() / 2) {
                next = nanos < timing.runNanos() / 20 ? times * 4 : times * timing.runNanos() / nanos + 1;
                steady = 0;
            } else {
                double each = (double) nanos / times;
                steady++;
                boolean agree = isNear(each, last) && isNear(each, before);
                if (isEnough(steady, agree, compiles, System.nanoTime() - start)) {
                    next = MEASURE;
                } else if (nanos > 2 * timing.runNanos()) {
                    // compiled code is slower than it was, or the machine is: stay with runs of the wanted length
                    next = Math.max(1, times * timing.runNanos() / nanos);
                }
                before = last;
                last = each;
            }
            next = agreeOn(next);
            if (next == MEASURE) {
                return times;
            }
            times = next;
        }
    }

    private boolean isEnough(int runs, boolean agree, boolean compiles, long nanos) {
        long longest = quiet ? LONGEST_REHEARSAL_NANOS
                : compiles ? LONGEST_COMPILATION_NANOS
                        : LONGEST_WARM_UP_NANOS;
        return nanos > Math.max(longest, timing.warmNanos())
                || agree && !compiles && runs >= FEWEST_WARM_UPS && nanos > timing.warmNanos();
    }

    /** Whether the compiler of any rank is at work. Called by all ranks; the answer is rank 0's. */
    private boolean doesAnyCompile() {
        rma.putLong(job.rank(), count, Compilers.areAtWork() ? 1 : 0);
        job.world().barrier();
        long compiling = 0;
        for (int rank = 0; rank < job.size() && job.rank() == 0; rank++) {
            compiling += rma.getLong(rank, count);
        }
        return compiling > 0;
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one - other) <= AGREEMENT * Math.min(one, other);
    }

    private long time(Body body, long times) {
        job.world().barrier();
        long start = System.nanoTime();
        body.run(times);
        return System.nanoTime() - start;
    }

    private long agreeOn(long proposal) {
        job.world().barrier();
        if (job.rank() == 0) {
            rma.putLong(0, decision, proposal);
        }
        job.world().barrier();
        return rma.getLong(0, decision);
    }

    /** Prints median, smallest and largest of the results. */
    void report(String row, long bytes, double[] results) {
        double[] sorted = results.clone();
        Arrays.sort(sorted);
        print(row, bytes, sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    /** Prints two rows about single operations: the middle one, and the one that only one in a hundred exceeds. */
    void reportSamples(String row, long[] samples) {
        long[] sorted = samples.clone();
        Arrays.sort(sorted);
        long least = sorted[0];
        long most = sorted[sorted.length - 1];
        print(row + "-p50", 0, sorted[sorted.length / 2], least, most);
        print(row + "-p99", 0, sorted[(int) (sorted.length * 0.99)], least, most);
    }

    private void print(String row, long bytes, double median, double least, double most) {
        if (job.rank() == 0 && !quiet) {
            System.out.printf(java.util.Locale.ROOT, "%s,%s,%d,%.3f,%.3f,%.3f%n", library, row, bytes, median, least,
                    most);
        }
    }
}
