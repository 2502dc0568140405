package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.coll.Collectives;
import org.pgas.examples.cg.ConjugateGradient;
import org.pgas.examples.cg.IndefiniteException;
import org.pgas.examples.cg.Poisson;
import org.pgas.examples.cg.Solution;
import org.pgas.examples.cg.SparseRows;
import org.pgas.examples.cg.SparseRowsBuilder;
import org.pgas.examples.cg.SymmetryCheck;
import org.pgas.examples.grid.Split;
import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Symmetry;
import org.pgas.examples.matrixmarket.MatrixMarketReader;
import org.pgas.examples.matrixmarket.MatrixMarketWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Solves a sparse system of linear equations by conjugate gradients: a vector that lies in the memory of all ranks and
 * is read there by ranks that need it, and sums that all ranks form together, to the same bits in every run with as
 * many ranks.
 *
 * <pre>
 * $ ./pgas run -n 2 cg
 * [0] 65,536 rows, 326,656 entries on 2 ranks
 * [0] 533 iterations, residual 1.00e-10
 * [0] 0.483 s, 1,103 iterations/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E11Cg.NAME, description = "Solves A x = (1, 1, ...) for a sparse symmetric positive definite matrix "
        + "A, by conjugate gradients on all ranks.")
public final class E11Cg {
    static final String NAME = "cg";

    /** A file with so many entries, of which a symmetric one tells half, finds room in the arrays of a single rank. */
    private static final long MOST_ENTRIES = 1L << 29;

    private static final int LARGEST_ORDER = 1 << 27;

    @Option(names = "--input", paramLabel = "FILE", description = "Matrix Market file of the matrix")
    private Path input;

    @Option(names = "--out", paramLabel = "FILE", description = "Matrix Market file for the solution, an array of "
            + "one column")
    private Path out;

    @Option(names = "--grid", description = "Points along a side of the square of Poisson's equation, which is "
            + "solved when no file is given (default: ${DEFAULT-VALUE})")
    private int grid = 256;

    @Option(names = "--tolerance", description = "How long the residual may be that is left, relative to the "
            + "right-hand side (default: ${DEFAULT-VALUE})")
    private double tolerance = 1e-10;

    @Option(names = "--iterations", description = "Iterations after which to give up (default: ${DEFAULT-VALUE})")
    private int iterations = 10_000;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E11Cg() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E11Cg(), arguments, E11Cg::run);
    }

    private void run(Job job) {
        checkOptions(job);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        int order = input == null ? grid * grid : order(job);
        Split split = new Split(order, job.size());
        SparseRows matrix = input == null ? Poisson.rows(grid, split, job.rank()) : load(job, split);
        ConjugateGradient solver = attach(job, split, matrix);
        long entries = solver.entries();
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "%,d rows, %,d entries on %d ranks%n", order, entries, job.size());
        }
        Solution solution = solve(job, solver);
        if (job.rank() == 0) {
            print(job, solution);
            store(job, solver);
        }
        // the solution lies in all ranks' memory, so all stay until rank 0 has written it
        job.world().barrier();
    }

    private void checkOptions(Job job) {
        if (grid < 1 || grid > Poisson.LARGEST_SIDE) {
            throw CommandLineOfJob.refuse(job, NAME, "--grid " + grid + ": legal are 1.." + Poisson.LARGEST_SIDE);
        }
        if (!(tolerance > 0 && tolerance < 1)) {
            throw CommandLineOfJob.refuse(job, NAME,
                    "--tolerance " + tolerance + ": legal is what is above 0 and below 1");
        }
        if (iterations < 1) {
            throw CommandLineOfJob.refuse(job, NAME,
                    "--iterations " + iterations + ": legal are 1.." + Integer.MAX_VALUE);
        }
    }

    private int order(Job job) {
        MatrixMarketHeader header = MatrixFilesOfJob.header(job, NAME, "--input", input, LARGEST_ORDER, LARGEST_ORDER);
        if (header.rows() != header.columns()) {
            throw CommandLineOfJob.refuse(job, NAME, input + ": the matrix is " + header.rows() + " x "
                    + header.columns() + ": it must have as many rows as columns");
        }
        if (header.symmetry() == Symmetry.SKEW_SYMMETRIC) {
            throw CommandLineOfJob.refuse(job, NAME, input + ": the matrix is skew-symmetric: it must be symmetric");
        }
        if (header.entries() > MOST_ENTRIES) {
            throw CommandLineOfJob.refuse(job, NAME,
                    input + ": the file has " + header.entries() + " entries: legal are 0.."
                            + MOST_ENTRIES);
        }
        return header.rows();
    }

    /** Every rank reads the whole file, and keeps its rows. */
    private SparseRows load(Job job, Split split) {
        SparseRowsBuilder builder = new SparseRowsBuilder(split, job.rank());
        MatrixMarketHeader header = null;
        String problem = null;
        try {
            header = MatrixMarketReader.read(input, builder::add);
        } catch (IOException e) {
            problem = MatrixFilesOfJob.describe("--input " + input, e);
        }
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
        SparseRows matrix = builder.build();
        if (header.symmetry() != Symmetry.SYMMETRIC) {
            checkSymmetry(job, matrix, split.extent());
        }
        return matrix;
    }

    private void checkSymmetry(Job job, SparseRows matrix, int order) {
        int row = SymmetryCheck.firstDifference(Collectives.of(job.world()), matrix, order);
        if (row != SymmetryCheck.NONE) {
            throw CommandLineOfJob.refuse(job, NAME, input + ": the matrix is not symmetric: row " + (row + 1)
                    + " differs from column " + (row + 1));
        }
    }

    private ConjugateGradient attach(Job job, Split split, SparseRows matrix) {
        try {
            return new ConjugateGradient(job, split, matrix);
        } catch (AttachException e) {
            throw CommandLineOfJob.refuse(job, NAME, (input == null ? "--grid " + grid : "--input " + input) + ": "
                    + e.getMessage());
        }
    }

    private Solution solve(Job job, ConjugateGradient solver) {
        try {
            return solver.solve(tolerance, iterations);
        } catch (IndefiniteException e) {
            throw CommandLineOfJob.refuse(job, NAME, (input == null ? "" : input + ": ") + e.getMessage());
        }
    }

    private void print(Job job, Solution solution) {
        System.out.printf(Locale.ROOT, "%,d iterations, residual %.2e%n", solution.iterations(), solution.residual());
        System.out.printf(Locale.ROOT, "%.3f s, %,.0f iterations/s%n", solution.nanos() / 1e9,
                solution.iterations() * 1e9 / solution.nanos());
        if (!solution.converged()) {
            System.err.println(NAME + ": the tolerance " + tolerance + " was not met: give more --iterations than "
                    + iterations + ", or a larger --tolerance");
            throw job.exit(Outcome.FAILURE);
        }
        System.out.println("errors=" + solution.errors());
        if (solution.errors() > 0) {
            throw job.exit(Outcome.FAILURE);
        }
    }

    private void store(Job job, ConjugateGradient solver) {
        if (out == null) {
            return;
        }
        double[] solution = solver.solution();
        try (MatrixMarketWriter writer = new MatrixMarketWriter(out,
                MatrixMarketHeader.array(Field.REAL, solution.length, 1))) {
            for (int row = 0; row < solution.length; row++) {
                writer.entry(row, 0, solution[row]);
            }
        } catch (IOException e) {
            throw MatrixFilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        System.out.println("solution written to " + out);
    }
}
