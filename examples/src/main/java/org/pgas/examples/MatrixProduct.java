package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.matmul.Multiplication;
import org.pgas.examples.matmul.Operands;
import org.pgas.examples.matmul.Share;
import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/**
 * The options of the programs that multiply matrices, and what these programs do alike, wherever the matrices lie: read
 * or make the factors, multiply, check, print and write.
 */
final class MatrixProduct {
    @Option(names = "--n", description = "Rows and columns of the matrices that are made when no files are given "
            + "(default: ${DEFAULT-VALUE})")
    private int n = 1024;

    @Option(names = "--seed", description = "Seed of the matrices that are made (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--tile", description = "Rows and columns of a tile (default: ${DEFAULT-VALUE})")
    private int tile = 128;

    @ArgGroup(exclusive = false)
    private Factors factors;

    @Option(names = "--out", paramLabel = "FILE", description = "Matrix Market file for the product: coordinate when "
            + "both factors are, else array")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private String name;

    private static final class Factors {
        @Option(names = "--a", paramLabel = "FILE", required = true, description = "Matrix Market file of the left "
                + "factor")
        private Path left;

        @Option(names = "--b", paramLabel = "FILE", required = true, description = "Matrix Market file of the right "
                + "factor")
        private Path right;
    }

    /** Runs the whole program with these options. Collective. */
    void run(Job job, String program, Operands.Maker maker) {
        name = program;
        checkRange(job, "--n", n, Multiplication.LARGEST_ORDER);
        checkRange(job, "--tile", tile, Multiplication.LARGEST_SIDE);
        FilesOfJob.checkOutput(job, name, "--out", out);
        MatrixMarketHeader left = header(job, "--a", factors == null ? null : factors.left);
        MatrixMarketHeader right = header(job, "--b", factors == null ? null : factors.right);
        if (left.columns() != right.rows()) {
            throw CommandLineOfJob.refuse(job, name, "--a has " + left.columns() + " columns, and --b " + right.rows()
                    + " rows: they must be as many");
        }
        Multiplication multiplication = make(job, maker, left, right);
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
        multiplication.release();
    }

    private MatrixMarketHeader header(Job job, String option, Path file) {
        return file == null
                ? MatrixMarketHeader.array(Field.INTEGER, n, n)
                : MatrixFilesOfJob.header(job, name, option, file, Multiplication.LARGEST_ORDER,
                        Multiplication.LARGEST_ORDER);
    }

    private void load(Job job, Multiplication multiplication) {
        try {
            multiplication.load(factors.left, factors.right);
        } catch (IOException e) {
            throw MatrixFilesOfJob.failed(job, name, "--a " + factors.left + " --b " + factors.right, e);
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
            throw MatrixFilesOfJob.failed(job, name, "--out " + out, e);
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

    private Multiplication make(Job job, Operands.Maker maker, MatrixMarketHeader left, MatrixMarketHeader right) {
        try {
            return new Multiplication(job, maker, left.rows(), left.columns(), right.columns(), tile);
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE) {
                throw e;
            }
            String what = factors == null ? "--n " + n : "--a " + factors.left + " --b " + factors.right;
            throw CommandLineOfJob.refuse(job, name, what + ": " + e.getMessage());
        }
    }

    private void checkRange(Job job, String option, int value, int most) {
        if (value < 1 || value > most) {
            throw CommandLineOfJob.refuse(job, name, option + " " + value + ": legal are 1.." + most);
        }
    }
}
