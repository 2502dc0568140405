package org.pgas.meter;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Times the rows of a library by the protocol of all measured programs: all ranks walk through the same rows in the
 * same order, rank 0 holds the watch, decides, and prints {@code library,row,bytes,median_ns,min_ns,max_ns}.
 *
 * <p>A body is run in growing numbers until a run takes as long as wanted, then until three runs agree after the
 * shortest warm-up, or the longest has passed, and no rank compiles any more, or that has gone on for long; then for
 * the repetitions that count. Each run starts behind a barrier.
 */
public final class Meter {
    /** What a row measures: some operation, {@code times} times. */
    @FunctionalInterface
    public interface Body {
        void run(long times);

        /** Called on each rank that works before each run, before the barrier from which it is timed. */
        default void prepare(long times) {}
    }

    /** The same; returns how many of them count. */
    @FunctionalInterface
    public interface Counted {
        long run(long times);
    }

    /** So many operations between two looks at the clock in rows of rates. */
    private static final int RATE_CHUNK = 256;

    private static final double AGREEMENT = 0.02;
    private static final int FEWEST_WARM_UPS = 8;
    private static final long LONGEST_WARM_UP_NANOS = 1_000_000_000L;

    /**
     * While a rank still compiles: its compiler shares the core, and a rank that yields gives it whole slices. At the
     * least.
     */
    private static final long LONGEST_COMPILATION_NANOS = 5_000_000_000L;

    /** A row that is warmed up for long waits for compilers at most so many times as long. */
    private static final int LONGEST_COMPILATION = 4;

    private static final int GROWTH = 4;
    private static final long MEASURE = 0;
    private static final Timing REHEARSAL = new Timing(1, 1_000_000, 20_000_000);
    private static final long LONGEST_REHEARSAL_NANOS = 100_000_000L;

    private final String library;
    private final Cohort cohort;
    private final Timing timing;
    private final RowChoice choice;
    private final LongSupplier clock;
    private final BooleanSupplier compiles;

    /** Null for a rehearsal, which prints nothing. */
    private final PrintStream out;

    public Meter(String library, Cohort cohort, Timing timing, RowChoice choice) {
        this(library, cohort, timing, choice, System::nanoTime, Compilers::areAtWork, System.out);
    }

    /** @param compiles whether the compiler of this rank's JVM is at work */
    Meter(String library, Cohort cohort, Timing timing, RowChoice choice, LongSupplier clock, BooleanSupplier compiles,
            PrintStream out) {
        this.library = library;
        this.cohort = cohort;
        this.timing = timing;
        this.choice = choice;
        this.clock = clock;
        this.compiles = compiles;
        this.out = out;
    }

    /** A watch with which every row that there is can be run for a moment, before others are measured. */
    public static Meter ofRehearsal(String library, Cohort cohort) {
        return ofRehearsal(library, cohort, System::nanoTime, Compilers::areAtWork);
    }

    static Meter ofRehearsal(String library, Cohort cohort, LongSupplier clock, BooleanSupplier compiles) {
        return new Meter(library, cohort, REHEARSAL, RowChoice.ALL, clock, compiles, null);
    }

    /** The same watch for rows of another library; their lines begin with its name. */
    public Meter of(String otherLibrary) {
        return new Meter(otherLibrary, cohort, timing, choice, clock, compiles, out);
    }

    public boolean wants(String row) {
        return choice.wants(row);
    }

    /** Whether any row with a name that begins so may be wanted; for what is made for several rows. */
    public boolean wantsSome(String beginning) {
        return choice.wantsSome(beginning);
    }

    public int repetitions() {
        return timing.repetitions();
    }

    /** Rank 0 works, the others wait in a barrier. */
    public void alone(String row, long bytes, Body body) {
        alone(row, bytes, 1, body);
    }

    /** @param operations how many operations one time of the body is */
    public void alone(String row, long bytes, int operations, Body body) {
        measure(row, bytes, operations, cohort.rank() == 0 ? body : times -> {});
    }

    /** All ranks work; a time is rank 0's. */
    public void together(String row, long bytes, Body body) {
        measure(row, bytes, 1, body);
    }

    private void measure(String row, long bytes, int operations, Body body) {
        if (!choice.wants(row, bytes)) {
            return;
        }
        long times = warmUp(body);
        double[] results = new double[timing.repetitions()];
        for (int i = 0; i < results.length; i++) {
            results[i] = (double) nanos(body, times) / times / operations;
        }
        report(row, bytes, results);
    }

    /** Rank 0 works for a fixed time, the others wait in a barrier; the row is that time by what was done. */
    public void aloneRate(String row, long bytes, Counted body) {
        rate(row, bytes, RATE_CHUNK, cohort.rank() == 0 ? body : null);
    }

    /** All ranks work for a fixed time; the row is that time by what they have done together. */
    public void togetherRate(String row, long bytes, Counted body) {
        togetherRate(row, bytes, RATE_CHUNK, body);
    }

    /** @param chunk operations between two looks at the clock */
    public void togetherRate(String row, long bytes, int chunk, Counted body) {
        rate(row, bytes, chunk, body);
    }

    private void rate(String row, long bytes, int chunk, Counted body) {
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
        report(row, bytes, results);
    }

    private double nanosPerOperation(int chunk, Counted body) {
        long count = 0;
        long nanos = 0;
        cohort.barrier();
        long start = clock.getAsLong();
        if (body != null) {
            do {
                count += body.run(chunk);
                nanos = clock.getAsLong() - start;
            } while (nanos < timing.runNanos());
        }
        return (double) nanos / Math.max(1, cohort.sum(count));
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
            return nanos > Math.max(longest(anyCompiles), timing.warmNanos())
                    || agree && !anyCompiles && runs >= FEWEST_WARM_UPS && nanos > timing.warmNanos();
        }

        private long longest(boolean anyCompiles) {
            return out == null ? LONGEST_REHEARSAL_NANOS
                    : anyCompiles ? Math.max(LONGEST_COMPILATION_NANOS, LONGEST_COMPILATION * timing.warmNanos())
                            : LONGEST_WARM_UP_NANOS;
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
        return cohort.sum(compiles.getAsBoolean() ? 1 : 0) > 0;
    }

    private long agree(long proposal) {
        return cohort.told(0, proposal);
    }

    /** Prints median, smallest and largest of the results. */
    public void report(String row, long bytes, double[] results) {
        double[] sorted = results.clone();
        Arrays.sort(sorted);
        print(row, bytes, sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    /** Prints two rows about single operations: the middle one, and the one that only one in a hundred exceeds. */
    public void reportSamples(String row, long[] samples) {
        long[] sorted = samples.clone();
        Arrays.sort(sorted);
        long least = sorted[0];
        long most = sorted[sorted.length - 1];
        print(row + "-p50", 0, sorted[sorted.length / 2], least, most);
        print(row + "-p99", 0, sorted[(int) (sorted.length * 0.99)], least, most);
    }

    private void print(String row, long bytes, double median, double least, double most) {
        if (cohort.rank() == 0 && out != null) {
            out.printf(Locale.ROOT, "%s,%s,%d,%.3f,%.3f,%.3f%n", library, row, bytes, median, least, most);
            out.flush();
        }
    }
}
