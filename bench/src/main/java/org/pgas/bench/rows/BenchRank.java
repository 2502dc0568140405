package org.pgas.bench.rows;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.JoinException;
import org.pgas.PgasException;

/** What a rank of {@code pgas bench} runs: the rows of one suite. Rank 0 prints a {@link RowLine} for each. */
public final class BenchRank {
    /** Second argument, for {@link Timing#QUICK}. */
    public static final String QUICK = "quick";

    private BenchRank() {}

    /** Arguments: the suite's word; then {@value #QUICK}, or nothing. */
    public static void main(String[] arguments) {
        Suite suite = Suite.ofWord(arguments[0]);
        Timing timing = arguments.length > 1 && arguments[1].equals(QUICK) ? Timing.QUICK : Timing.FULL;
        int rank = 0;
        try (Job job = Job.join()) {
            rank = job.rank();
            job.attach(Places.SEGMENT_BYTES);
            measure(job, suite, timing);
            job.world().barrier();
        } catch (JoinException | AttachException e) {
            endWithALine(rank == 0 ? e.getMessage() : null, e);
        }
    }

    private static void measure(Job job, Suite suite, Timing timing) {
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
    }

    /**
     * Ends this JVM with 1, as any exception of main does, without its trace: what is wrong (no room, a setting) is for
     * people. All ranks find the same when they attach, and one says it; null is nothing.
     */
    private static void endWithALine(String line, PgasException thrown) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, same) -> {
            if (line != null) {
                System.err.println(line);
            }
        });
        throw thrown;
    }
}
