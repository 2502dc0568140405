package org.pgas.compare.peers;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import org.pgas.jmh.Compilers;

/**
 * Times the rows of another library by the protocol of all measured programs: all ranks walk through the same rows in the same order, rank 0 holds
 * the watch, decides, and prints {@code library,row,bytes,median_ns,min_ns,max_ns}.
 *
 * <p>A body is run in growing numbers until a run takes as long as wanted, then until three runs agree after the shortest warm-up, or the longest has
 * passed, and no rank compiles any more, or that has gone on for long; then for the repetitions that count. Each run
 * starts behind a barrier.
 */
final class Watch {
    private static final double AGREEMENT = 0.02;
    private static final int FEWEST_WARM_UPS = 8;
    private static final long LONGEST_WARM_UP_NANOS = 1_000_000_000L;

    /** While a rank still compiles: its compiler shares the core. */
    private static final long LONGEST_COMPILATION_NANOS = 5_000_000_000L;

    private static final int GROWTH = 4;
    private static final long MEASURE = 0;

    private final String library;
    private final Cohort cohort;
    private final Timing timing;
    private final RowChoice choice;
    private final LongSupplier clock;
    private final BooleanSupplier compiles;
    private final PrintStream out;

    Watch(String library, Cohort cohort, Timing timing, RowChoice choice) {
        this(library, cohort, timing, choice, System::nanoTime, Compilers::areAtWork, System.out);
    }

    /** @param compiles whether the compiler of this rank's JVM is at work */
    Watch(String library, Cohort cohort, Timing timing, RowChoice choice, LongSupplier clock, BooleanSupplier compiles,
            PrintStream out) {
        this.library = library;
        this.cohort = cohort;
        this.timing = timing;
        this.choice = choice;
        this.clock = clock;
        this.compiles = compiles;
        this.out = out;
    }

    boolean wants(String row) {
        return choice.wants(row);
    }

    /** Rank 0 works, the others wait in a barrier. */
    void alone(String row, long bytes, Body body) {
        together(row, bytes, cohort.rank() == 0 ? body : times -> {});
    }

    /** All ranks work; a time is rank 0's. */
    void together(String row, long bytes, Body body) {
        if (!choice.wants(row, bytes)) {
            return;
        }
        long times = warmUp(body);
        double[] results = new double[timing.repetitions()];
        for (int i = 0; i < results.length; i++) {
            results[i] = (double) nanos(body, times) / times;
        }
        print(row, bytes, results);
    }

    /** All ranks work for a fixed time, {@code chunk} operations between two looks at the clock; a time is that by what all have done. */
    void rate(String row, long bytes, int chunk, Body body) {
        if (!choice.wants(row, bytes)) {
            return;
        }
        long start = clock.getAsLong();
        WarmUp warmUp = new WarmUp();
        do {
            warmUp.add(nanosPerOperation(chunk, body));
        } while (agree(warmUp.isEnough(doesAnyCompile(), clock.getAsLong() - start) ? MEASURE : 1) != MEASURE);
        double[] results = new double[timing.repetitions()];
        for (int i = 0; i < results.length; i++) {
            results[i] = nanosPerOperation(chunk, body);
        }
        print(row, bytes, results);
    }

    private double nanosPerOperation(int chunk, Body body) {
        long count = 0;
        long nanos;
        cohort.barrier();
        long start = clock.getAsLong();
        do {
            body.run(chunk);
            count += chunk;
            nanos = clock.getAsLong() - start;
        } while (nanos < timing.runNanos());
        cohort.barrier();
        long sum = 0;
        for (int rank = 0; rank < cohort.size(); rank++) {
            sum += cohort.told(rank, count);
        }
        return (double) nanos / sum;
    }

    /** Returns how many times a run has. */
    private long warmUp(Body body) {
        long start = clock.getAsLong();
        long times = 1;
        WarmUp warmUp = new WarmUp();
        while (true) {
            long nanos = Math.max(1, nanos(body, times));
            boolean anyCompiles = doesAnyCompile();
            long next = times;
            if (nanos < timing.runNanos() / 2) {
                next = nanos < timing.runNanos() / 20 ? times * GROWTH : times * timing.runNanos() / nanos + 1;
                warmUp = new WarmUp();
            } else {
                warmUp.add((double) nanos / times);
                if (warmUp.isEnough(anyCompiles, clock.getAsLong() - start)) {
                    next = MEASURE;
                } else if (nanos > 2 * timing.runNanos()) {
                    // the code or the machine is slower than it was: stay with runs of the wanted length
                    next = Math.max(1, times * timing.runNanos() / nanos);
                }
            }
            next = agree(next);
            if (next == MEASURE) {
                return times;
            }
            times = next;
        }
    }

    private final class WarmUp {
        private int runs;
        private double last;
        private double before;
        private boolean agree;

        void add(double each) {
            runs++;
            agree = isNear(each, last) && isNear(each, before);
            before = last;
            last = each;
        }

        boolean isEnough(boolean anyCompiles, long nanos) {
            return nanos > Math.max(anyCompiles ? LONGEST_COMPILATION_NANOS : LONGEST_WARM_UP_NANOS, timing.warmNanos())
                    || agree && !anyCompiles && runs >= FEWEST_WARM_UPS && nanos > timing.warmNanos();
        }

        private static boolean isNear(double one, double other) {
            return Math.abs(one - other) <= AGREEMENT * Math.min(one, other);
        }
    }

    private long nanos(Body body, long times) {
        body.prepare(times);
        cohort.barrier();
        long start = clock.getAsLong();
        body.run(times);
        return clock.getAsLong() - start;
    }

    /** Called by all ranks. */
    private boolean doesAnyCompile() {
        long own = compiles.getAsBoolean() ? 1 : 0;
        long compiling = 0;
        for (int rank = 0; rank < cohort.size(); rank++) {
            compiling += cohort.told(rank, own);
        }
        return compiling > 0;
    }

    private long agree(long proposal) {
        return cohort.told(0, proposal);
    }

    private void print(String row, long bytes, double[] results) {
        if (cohort.rank() == 0) {
            Arrays.sort(results);
            out.printf(Locale.ROOT, "%s,%s,%d,%.3f,%.3f,%.3f%n", library, row, bytes, results[results.length / 2],
                    results[0], results[results.length - 1]);
            out.flush();
        }
    }
}
