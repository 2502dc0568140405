package org.pgas.jmh;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

import org.pgas.Job;
import org.pgas.meter.Cohort;
import org.pgas.meter.Meter;
import org.pgas.meter.RowChoice;
import org.pgas.meter.Timing;

/**
 * Measures what needs ranks in processes of their own: transfers to a peer's segment, signals, barriers, atomic updates
 * under contention, collectives, messages, windows, dialects. A pgas program of 2 ranks. With more it measures barriers
 * and small collectives; with an even number of them messages between pairs; with 4 or 6 windows. Module compare starts
 * it, each rank bound to a core, in turns with programs in C and of other libraries that measure the same rows.
 *
 * <p>Prints lines {@code library,row,bytes,median_ns,min_ns,max_ns}; the README says what each row is.
 */
public final class TwoRanks {
    private static final String USAGE = "usage: TwoRanks [--repetitions N] [--run-ms N] [--warm-ms N] "
            + "[--rows NAME,NAME] [--only PART-OF-ROW-NAME] [--mixed on|off]"
            + " [--order listed|reversed|shuffled]";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private TwoRanks() {}

    /** See the usage line for the arguments. */
    public static void main(String[] arguments) {
        int repetitions = 11;
        long runMillis = 20;
        long warmMillis = 300;
        Set<String> rows = Set.of();
        String only = "";
        boolean isMixed = false;
        Order order = Order.LISTED;
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value; " + USAGE);
            }
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "--repetitions" -> repetitions = Integer.parseInt(value);
                case "--run-ms" -> runMillis = Long.parseLong(value);
                case "--warm-ms" -> warmMillis = Long.parseLong(value);
                case "--rows" -> rows = value.isEmpty() ? Set.of() : Set.copyOf(List.of(value.split(",")));
                case "--only" -> only = value;
                case "--mixed" -> isMixed = value.equals("on");
                case "--order" -> order = Order.valueOf(value.toUpperCase(Locale.ROOT));
                default -> throw new IllegalArgumentException("unknown option " + arguments[i] + "; " + USAGE);
            }
        }
        Timing timing = new Timing(repetitions, runMillis * NANOS_PER_MILLI, warmMillis * NANOS_PER_MILLI);
        run(timing, new RowChoice(rows, only), isMixed, order);
    }

    /** In which order the groups of rows are run, in the same JVMs. */
    private enum Order {
        LISTED, REVERSED,
        /** In an order that is the same each time, and on all ranks. */
        SHUFFLED;

        private static final long SEED = 20_261_124;

        void of(List<Runnable> groups) {
            switch (this) {
                case LISTED -> {
                }
                case REVERSED -> Collections.reverse(groups);
                case SHUFFLED -> Collections.shuffle(groups, new Random(SEED));
            }
        }
    }

    /** @param isMixed whether all rows are run for a moment before any is measured, in the same JVMs */
    private static void run(Timing timing, RowChoice choice, boolean isMixed, Order order) {
        try (Job job = Job.join()) {
            boolean hasTable = job.size() == 2
                    && (isMixed || choice.wantsSome("gups-") || choice.wantsSome("vis-"));
            job.attach(hasTable ? Places.TABLE + Places.TABLE_BYTES : Places.SEGMENT_BYTES);
            HostRows.warmUp(job);
            Cohort cohort = new JobCohort(job, Places.DECISION, Places.COUNT);
            if (isMixed) {
                groups(job, Meter.ofRehearsal(JobCohort.LIBRARY, cohort), true).forEach(Runnable::run);
            }
            Meter meter = new Meter(JobCohort.LIBRARY, cohort, timing.warmForRanks(job.size()), choice);
            // bare rings are measured in ranks that are not mixed, and are nothing that ranks of two hosts could share
            List<Runnable> groups = groups(job, meter, !isMixed && Places.areNeighbours(job));
            order.of(groups);
            groups.forEach(Runnable::run);
            if (job.size() == 2) {
                // last: while there are remote calls, every poll looks for them
                new RpcRows(job, meter).run();
            }
        }
    }

    private static List<Runnable> groups(Job job, Meter meter, boolean hasRings) {
        List<Runnable> groups = new ArrayList<>();
        if (job.size() == 2) {
            ofTwo(job, meter, groups);
        }
        groups.add(() -> new SignalRows(job, meter).run());
        groups.add(() -> new CollectiveRows(job, meter).run());
        if (job.size() % 2 == 0) {
            if (hasRings) {
                groups.add(() -> new RingRows(job, meter.of("ring")).run());
            }
            groups.add(() -> new MessageRows(job, meter).run());
            if (meter.wantsSome("msg-")) {
                groups.add(() -> new SizedMessageRows(job, meter).run());
            }
            if (meter.wantsSome("mpi-") && job.size() < 8) {
                groups.add(() -> new WindowRows(job, meter).run());
            }
        }
        return groups;
    }

    private static void ofTwo(Job job, Meter meter, List<Runnable> groups) {
        groups.add(() -> new WordRows(job, meter).run());
        groups.add(() -> new AtomicRows(job, meter).run());
        groups.add(() -> new AccumulateRows(job, meter).run());
        if (meter.wantsSome("vis-")) {
            groups.add(() -> new VisRows(job, meter).run());
            groups.add(() -> new VisAccumulateRows(job, meter).run());
        }
        groups.add(() -> new LockRows(job, meter).run());
        if (meter.wantsSome("malloc-")) {
            groups.add(() -> new HeapRows(job, meter).run());
        }
        groups.add(() -> new BulkRows(job, meter).run());
        groups.add(() -> new HostRows(job, meter).run());
        groups.add(() -> new IdiomRows(job, meter).run());
        if (meter.wantsSome("dialects-")) {
            groups.add(() -> new DialectRows(job, meter).run());
        }
    }
}
