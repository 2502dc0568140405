package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.examples.matmul.Multiplication;
import org.pgas.examples.matmul.Share;
import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Multiplies two matrices whose blocks lie in the memory of all ranks: a work counter deals out products of tiles to whoever is
 * free, who gets the tiles, wherever they are, and accumulates what they yield in the tile of the result. Matrices that are made are
 * small integers, so the result is exact; any result is compared with that of a plain multiply.
 *
 * <pre>
 * $ ./pgas run -n 2 matmul
 * [0] 1024 x 1024 times 1024 x 1024 in tiles of 128 x 128, 512 products of tiles on 2 ranks
 * [0] rank=0 tasks=228 gflops=2.21
 * [0] rank=1 tasks=284 gflops=2.76
 * [0] 0.437 s, 4.91 GFLOP/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E08Matmul.NAME, description = "Multiplies two matrices in tiles over all ranks; ranks draw their work from a counter.")
public final class E08Matmul {
    static final String NAME = "matmul";

    @Option(names = "--n", description = "Rows and columns of the matrices that are made when no files are given (default: ${DEFAULT-VALUE})")
    private int n = 1024;

    @Option(names = "--seed", description = "Seed of the matrices that are made (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--tile", description = "Rows and columns of a tile (default: ${DEFAULT-VALUE})")
    private int tile = 128;

    @ArgGroup(exclusive = false)
    private Factors factors;

    @Option(names = "--out", paramLabel = "FILE", description = "Matrix Market file for the product: coordinate when both factors are, else array")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E08Matmul() {}

    private static final class Factors {
        @Option(names = "--a", paramLabel = "FILE", required = true, description = "Matrix Market file of the left factor")
        private Path left;

        @Option(names = "--b", paramLabel = "FILE", required = true, description = "Matrix Market file of the right factor")
        private Path right;
    }

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
        MatrixMarketHeader left = header(job, "--a", factors == null ? null : factors.left);
        MatrixMarketHeader right = header(job, "--b", factors == null ? null : factors.right);
        if (left.columns() != right.rows()) {
            throw CommandLineOfJob.refuse(job, NAME, "--a has " + left.columns() + " columns, and --b " + right.rows()
                    + " rows: they must be as many");
        }
        Multiplication multiplication = attach(job, left, right);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT,
                    "%d x %d times %d x %d in tiles of %d x %d, %,d products of tiles on %d ranks%n",
                    left.rows(), left.columns(), right.rows(), right.columns(), tile, tile, multiplication.tasks(),
                    job.size());
        }
        if (factors == null) {
            multiplication.fill(seed);
        } else if (job.rank() == 0) {
            load(job, multiplication);
        }
        multiplication.run();
        if (job.rank() == 0) {
            print(job, multiplication);
            store(job, multiplication, left, right);
        }
        // the product lies in all ranks' memory, so all stay until rank 0 has written it
        job.world().barrier();
    }

    private MatrixMarketHeader header(Job job, String option, Path file) {
        return file == null
                ? MatrixMarketHeader.array(Field.INTEGER, n, n)
                : MatrixFilesOfJob.header(job, NAME, option, file, Multiplication.LARGEST_ORDER,
                        Multiplication.LARGEST_ORDER);
    }

    private void load(Job job, Multiplication multiplication) {
        try {
            multiplication.load(factors.left, factors.right);
        } catch (IOException e) {
            throw MatrixFilesOfJob.failed(job, NAME, "--a " + factors.left + " --b " + factors.right, e);
        }
    }

    private void store(Job job, Multiplication multiplication, MatrixMarketHeader left, MatrixMarketHeader right) {
        if (out == null) {
            return;
        }
        boolean sparse = left.format() == Format.COORDINATE && right.format() == Format.COORDINATE;
        boolean real = left.field() == Field.REAL || right.field() == Field.REAL;
        try {
            multiplication.store(out, sparse ? Format.COORDINATE : Format.ARRAY, real ? Field.REAL : Field.INTEGER);
        } catch (IOException e) {
            throw MatrixFilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        System.out.println("product written to " + out);
    }

    private void print(Job job, Multiplication multiplication) {
        long errors = 0;
        long flops = 0;
        for (Share share : multiplication.shares()) {
            System.out.printf(Locale.ROOT, "rank=%d tasks=%d gflops=%.2f%n", share.rank(), share.tasks(),
                    (double) share.flops() / share.nanos());
            errors += share.wrongNumbers();
            flops += share.flops();
        }
        long nanos = multiplication.elapsedNanos();
        System.out.printf(Locale.ROOT, "%.3f s, %.2f GFLOP/s%n", nanos / 1e9, (double) flops / nanos);
        System.out.println("errors=" + errors);
        if (errors > 0) {
            throw job.exit(1);
        }
    }

    private Multiplication attach(Job job, MatrixMarketHeader left, MatrixMarketHeader right) {
        try {
            return new Multiplication(job, left.rows(), left.columns(), right.columns(), tile);
        } catch (AttachException e) {
            String what = factors == null ? "--n " + n : "--a " + factors.left + " --b " + factors.right;
            throw CommandLineOfJob.refuse(job, NAME, what + ": " + e.getMessage());
        }
    }

    private static void checkRange(Job job, String option, int value, int most) {
        if (value < 1 || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are 1.." + most);
        }
    }
}
