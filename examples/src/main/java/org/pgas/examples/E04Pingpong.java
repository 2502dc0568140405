package org.pgas.examples;

import java.util.Locale;

import org.HdrHistogram.Histogram;
import org.pgas.Job;
import org.pgas.examples.pingpong.LatencyReport;
import org.pgas.examples.pingpong.RoundTrips;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the latency of Active Messages: rank 0 sends each other rank, one after the other, requests that are
 * answered at once. A rank that is alone sends them to itself.
 *
 * <pre>
 * $ ./pgas run -n 2 pingpong
 * [0] rank 0 and rank 1: 100,000 round trips of short messages
 * [0] us: min 0.38  p50 0.46  p90 0.52  p99 1.03  p99.9 6.14  max 98.43
 * ...
 * </pre>
 */
@Command(name = "pingpong", description = "Latency of Active Messages between rank 0 and each other rank.")
public final class E04Pingpong {
    @Option(names = "--iterations", description = "Round trips to measure with each rank (default: ${DEFAULT-VALUE})")
    private int iterations = 100_000;

    @Option(names = "--warmup", description = "Round trips before them (default: ${DEFAULT-VALUE})")
    private int warmup = 20_000;

    @Option(names = "--bytes", description = "Payload of medium messages; 0 for short messages (default: "
            + "${DEFAULT-VALUE})")
    private int bytes;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E04Pingpong() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E04Pingpong(), arguments, E04Pingpong::run);
    }

    private void run(Job job) {
        checkAtLeast(job, "--iterations", iterations, 1);
        checkAtLeast(job, "--warmup", warmup, 0);
        int largest = RoundTrips.largestPayload(job);
        if (bytes < 0 || bytes > largest) {
            throw CommandLineOfJob.refuse(job, "pingpong", "--bytes " + bytes + ": legal are 0.." + largest);
        }
        RoundTrips roundTrips = new RoundTrips(job, bytes);
        if (job.rank() == 0) {
            for (int peer = Math.min(1, job.size() - 1); peer < job.size(); peer++) {
                print(peer, roundTrips.measure(peer, warmup, iterations));
            }
        }
        // a rank that waits here answers meanwhile
        job.world().barrier();
    }

    private static void checkAtLeast(Job job, String option, int value, int least) {
        if (value < least) {
            throw CommandLineOfJob.refuse(job, "pingpong", option + " " + value + ": legal are " + least + " and more");
        }
    }

    private void print(int peer, Histogram nanos) {
        String kind = bytes == 0 ? "short messages"
                : String.format(Locale.ROOT, "medium messages of %,d bytes", bytes);
        System.out.printf(Locale.ROOT, "rank 0 and rank %d: %,d round trips of %s%n", peer, nanos.getTotalCount(),
                kind);
        System.out.print(LatencyReport.percentiles(nanos));
        System.out.print(LatencyReport.picture(nanos));
        System.out.flush();
    }
}
