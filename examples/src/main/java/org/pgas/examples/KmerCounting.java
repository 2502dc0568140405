package org.pgas.examples;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.LongConsumer;

import org.pgas.Job;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.examples.kmers.CountHistogram;
import org.pgas.examples.kmers.KmerCodec;
import org.pgas.examples.kmers.KmerScan;
import org.pgas.examples.kmers.LocalCounts;
import org.pgas.examples.kmers.Progress;
import org.pgas.examples.kmers.SequenceFormatException;
import org.pgas.examples.kmers.SortedOutput;
import org.pgas.examples.kmers.SortedRuns;
import org.pgas.examples.kmers.Summary;

/**
 * What programs that count k-mers do alike, whatever table they count in: read, sum up, print and write. All ranks have
 * attached a segment that begins with a {@link Summary}.
 */
final class KmerCounting {
    private static final int WIDTH = 80;

    /** Of fewer k-mers for each rank the time is that of the start, and a rate would mean nothing. */
    private static final int TELLING = 1_000_000;

    private final Job job;
    private final String program;
    private final KmerOptions options;
    private final KmerCodec codec;
    private final LongAtomicDomain atomics;

    /** Collective. */
    KmerCounting(Job job, String program, KmerOptions options) {
        this.job = job;
        this.program = program;
        this.options = options;
        codec = new KmerCodec(options.k());
        atomics = LongAtomicDomain.create(job.world());
    }

    KmerCodec codec() {
        return codec;
    }

    /** Hands this rank's share of the k-mers to {@code kmers}; ends the job if the input cannot be read. */
    void read(LongConsumer kmers) {
        KmerScan scan = new KmerScan(codec, job.rank(), job.size());
        if (options.classicComments()) {
            scan.withClassicComments();
        }
        Progress progress = new Progress(System.err, System::nanoTime);
        if (job.rank() == 0) {
            scan.withListener(progress);
        }
        try {
            if (options.input() != null) {
                scan.scan(options.input(), kmers);
            } else {
                try (InputStream genome = KmerScan.class.getResourceAsStream(KmerOptions.GENOME)) {
                    scan.scan(genome, KmerOptions.GENOME, kmers);
                }
            }
        } catch (SequenceFormatException e) {
            throw fail(e.getMessage());
        } catch (IOException e) {
            throw fail("--input " + options.inputName() + ": " + FilesOfJob.describe(e));
        }
        progress.finish();
    }

    /** Ends the job for a fault that other ranks may not see; the first rank to find it says it for all. */
    RuntimeException fail(String message) {
        // several ranks may find the same fault: the first to take the word in rank 0's memory speaks
        if (atomics.fetchAdd(0, 0, 1) == 0) {
            System.err.println(program + ": " + message);
            throw job.exit(1);
        }
        job.world().barrier();
        throw new AssertionError("the first rank to fail ends the job instead of arriving");
    }

    /** Prints what all ranks have counted. Collective, when this rank has counted all, in {@code elapsedNanos}. */
    void report(LocalCounts table, long elapsedNanos) {
        // nobody sums up before everybody has counted
        job.world().barrier();
        Summary summary = new Summary(job);
        summary.add(table, elapsedNanos);
        if (job.rank() == 0) {
            print(summary);
        }
        job.world().barrier();
    }

    private void print(Summary summary) {
        double load = 100.0 * summary.distinct() / summary.slots();
        System.out.printf(Locale.ROOT, "%s: %,d %d-mers, %,d distinct, on %d ranks%n", options.inputName(),
                summary.total(), codec.k(), summary.distinct(), job.size());
        long[] most = summary.mostFrequent();
        if (most[1] > 0) {
            System.out.printf(Locale.ROOT, "most frequent: %s, %,d times%n", codec.decode(most[0]), most[1]);
        }
        if (summary.total() >= (long) TELLING * job.size()) {
            double seconds = Math.max(1, summary.slowestNanos()) / 1e9;
            System.out.printf(Locale.ROOT, "%.2f M k-mers/s per rank (%.3f s)%n",
                    summary.total() / seconds / job.size() / 1e6, seconds);
        }
        System.out.printf(Locale.ROOT, "table load %.2f %% of %,d slots%n", load, summary.slots());
        System.out.print(CountHistogram.render(summary.bins(), WIDTH));
        System.out.flush();
    }

    /**
     * Writes the file that was asked for, if any. Collective, after {@link #report}; the table may be gone afterwards.
     */
    void write(LocalCounts table, SortedRuns runs) {
        if (options.out() == null) {
            return;
        }
        SortedOutput output = new SortedOutput(job, runs);
        output.sort(table);
        if (job.rank() == 0) {
            try {
                output.write(options.out(), codec);
            } catch (IOException e) {
                throw FilesOfJob.failed(job, program, "--out " + options.out(), e);
            }
            System.out.println("counts written to " + options.out());
        }
        // the runs lie in all ranks' memory, so all stay until rank 0 has read them
        job.world().barrier();
    }
}
