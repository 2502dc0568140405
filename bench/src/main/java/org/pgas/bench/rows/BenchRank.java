package org.pgas.bench.rows;

import org.pgas.Job;

/** What a rank of {@code pgas bench} runs: the rows of one suite. Rank 0 prints a {@link RowLine} for each. */
public final class BenchRank {
    /** Second argument, for {@link Timing#QUICK}. */
    public static final String QUICK = "quick";

    private BenchRank() {}

    /** Arguments: the suite's word; then {@value #QUICK}, or nothing. */
    public static void main(String[] arguments) {
        Suite suite = Suite.ofWord(arguments[0]);
        Timing timing = arguments.length > 1 && arguments[1].equals(QUICK) ? Timing.QUICK : Timing.FULL;
        try (Job job = Job.join()) {
            job.attach(Places.SEGMENT_BYTES);
            Meter meter = new Meter(job, timing);
            Sink sink = new Sink();
            switch (suite) {
                case LATENCY -> new LatencyRows(job, meter, sink).run();
                case BANDWIDTH -> new BandwidthRows(job, meter, sink).run();
                case RATE -> new RateRows(job, meter, sink).run();
                case ATOMICS -> new AtomicRows(job, meter, sink).run();
                case COLLECTIVES -> new CollectiveRows(job, meter).run();
                case SHAPES -> new ShapeRows(job, meter, sink).run();
                case LOCKS -> new LockRows(job, meter).run();
            }
            job.world().barrier();
        }
    }
}
