package org.pgas.examples;

import java.util.Locale;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.examples.matmul.Multiplication;
import org.pgas.examples.matmul.Share;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Multiplies two matrices whose tiles lie in the memory of all ranks: a work counter deals out the products of tiles to whoever is
 * free, and what they yield is accumulated in the tiles of the result. The numbers are small integers, so the result is exact.
 *
 * <pre>
 * $ ./pgas run -n 2 matmul
 * [0] 1024 x 1024 in tiles of 128 x 128, 512 products of tiles on 2 ranks
 * [0] rank=0 tasks=279 gflops=3.61
 * [0] rank=1 tasks=233 gflops=3.00
 * [0] 0.364 s, 5.90 GFLOP/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E08Matmul.NAME, description = "Multiplies two matrices in tiles over all ranks; ranks draw their work from a counter.")
public final class E08Matmul {
    static final String NAME = "matmul";

    @Option(names = "--n", description = "Rows and columns of the matrices (default: ${DEFAULT-VALUE})")
    private int n = 1024;

    @Option(names = "--tile", description = "Rows and columns of a tile (default: ${DEFAULT-VALUE})")
    private int tile = 128;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E08Matmul() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            E08Matmul program = new E08Matmul();
            CommandLineOfJob.parse(job, program, arguments);
            program.run(job);
        }
    }

    private void run(Job job) {
        checkRange(job, "--n", n, Multiplication.LARGEST_ORDER);
        checkRange(job, "--tile", tile, Multiplication.LARGEST_SIDE);
        Multiplication multiplication = attach(job);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "%d x %d in tiles of %d x %d, %,d products of tiles on %d ranks%n", n, n,
                    tile, tile, multiplication.tasks(), job.size());
        }
        multiplication.run();
        if (job.rank() == 0) {
            print(job, multiplication);
        }
    }

    private void print(Job job, Multiplication multiplication) {
        long errors = 0;
        double flopsOfTask = 2.0 * tile * tile * tile;
        for (Share share : multiplication.shares()) {
            System.out.printf(Locale.ROOT, "rank=%d tasks=%d gflops=%.2f%n", share.rank(), share.tasks(),
                    share.tasks() * flopsOfTask / share.nanos());
            errors += share.wrongRows();
        }
        long nanos = multiplication.elapsedNanos();
        System.out.printf(Locale.ROOT, "%.3f s, %.2f GFLOP/s%n", nanos / 1e9, 2.0 * n * n * n / nanos);
        System.out.println("errors=" + errors);
        if (errors > 0) {
            throw job.exit(1);
        }
    }

    private Multiplication attach(Job job) {
        try {
            return new Multiplication(job, n, tile);
        } catch (AttachException e) {
            throw CommandLineOfJob.refuse(job, NAME, "--n " + n + ": " + e.getMessage());
        }
    }

    private static void checkRange(Job job, String option, int value, int most) {
        if (value < 1 || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are 1.." + most);
        }
    }
}
