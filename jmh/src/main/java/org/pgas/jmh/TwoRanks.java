package org.pgas.jmh;

import java.util.List;
import java.util.Set;

import org.pgas.Job;

/**
 * Measures what needs ranks in processes of their own: transfers to a peer's segment, signals, barriers, atomic updates under
 * contention, collectives, messages, windows, dialects. A pgas program of 2 ranks, or of any other number for the barriers and, below 8, for small
 * collectives, messages between pairs, and windows; module compare starts it, each rank
 * bound to a core, in turns with programs in C and of other libraries that measure the same rows.
 *
 * <p>Prints lines {@code library,row,bytes,median_ns,min_ns,max_ns}; the README says what each row is.
 */
public final class TwoRanks {
    private static final String USAGE = "usage: TwoRanks [--repetitions N] [--run-ms N] [--warm-ms N] "
            + "[--rows NAME,NAME] [--only PART-OF-ROW-NAME] [--mixed on|off]";
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
                default -> throw new IllegalArgumentException("unknown option " + arguments[i] + "; " + USAGE);
            }
        }
        run(new Timing(repetitions, runMillis * NANOS_PER_MILLI, warmMillis * NANOS_PER_MILLI),
                new RowChoice(rows, only), isMixed);
    }

    /** @param isMixed whether all rows are run for a moment before any is measured, in the same JVMs */
    private static void run(Timing timing, RowChoice choice, boolean isMixed) {
        try (Job job = Job.join()) {
            boolean hasTable = job.size() == 2
                    && (isMixed || choice.wantsSome("gups-") || choice.wantsSome("vis-"));
            job.attach(hasTable ? Places.TABLE + Places.TABLE_BYTES : Places.SEGMENT_BYTES);
            if (isMixed) {
                rows(job, Meter.ofRehearsal(job, Places.DECISION, Places.COUNT), true);
            }
            Meter meter = new Meter(job, Places.DECISION, Places.COUNT, timing, choice);
            // bare rings are measured in ranks that are not mixed
            rows(job, meter, !isMixed);
            if (job.size() == 2) {
                // last: while there are remote calls, every poll looks for them
                new RpcRows(job, meter).run();
            }
        }
    }

    private static void rows(Job job, Meter meter, boolean hasRings) {
        if (job.size() == 2) {
            ofTwo(job, meter);
        }
        new SignalRows(job, meter).run();
        if (job.size() < 8) {
            new CollectiveRows(job, meter).run();
        }
        if (job.size() % 2 == 0 && job.size() < 8) {
            if (hasRings) {
                new RingRows(job, meter.of("ring")).run();
            }
            new MessageRows(job, meter).run();
            if (meter.wantsSome("msg-")) {
                new SizedMessageRows(job, meter).run();
            }
            if (meter.wantsSome("mpi-")) {
                new WindowRows(job, meter).run();
            }
        }
    }

    private static void ofTwo(Job job, Meter meter) {
        new WordRows(job, meter).run();
        new AtomicRows(job, meter).run();
        new AccumulateRows(job, meter).run();
        if (meter.wantsSome("vis-")) {
            new VisRows(job, meter).run();
            new VisAccumulateRows(job, meter).run();
        }
        new LockRows(job, meter).run();
        if (meter.wantsSome("malloc-")) {
            new HeapRows(job, meter).run();
        }
        new BulkRows(job, meter).run();
        new IdiomRows(job, meter).run();
        if (meter.wantsSome("dialects-")) {
            new DialectRows(job, meter).run();
        }
    }
}
