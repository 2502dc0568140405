package org.pgas.examples;

import java.util.Locale;

import org.pgas.Job;
import org.pgas.examples.eigen.InverseIteration;
import org.pgas.examples.eigen.RandomGraph;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A program of MPI that was moved here: the smallest eigenvalue of a random sparse matrix, dealt to ranks by rows and
 * columns, by inverse iteration with conjugate gradients; with a communicator for each row and each column of ranks.
 *
 * <pre>
 * $ ./pgas run -n 4 mpi-cg
 * [0] 2,000 rows, 25,938 entries on 2 x 2 ranks
 * [0]   1  residual 7.58e-11  eigenvalue 1.100437748946
 * ...
 * </pre>
 */
@Command(name = E23MpiCg.NAME, description = "The smallest eigenvalue of a random sparse matrix by conjugate "
        + "gradients, as a program of MPI has it: rows and columns of ranks as communicators.")
public final class E23MpiCg {
    static final String NAME = "mpi-cg";

    private static final int MOST_ROWS = 1 << 20;
    private static final int MOST_DEGREE = 64;

    /** Rank 0 has the whole matrix in the end, besides its block. */
    private static final int MOST_EDGES = 1 << 22;

    private static final int MOST_OUTER = 1000;

    /** The smaller the shift, the more do roundings change the estimate. */
    private static final double LEAST_SHIFT = 0.01;

    private static final double MOST_SHIFT = 100;

    /** How far an estimate, relative to one of a single rank, and an element of the vector may be: sums are rounded. */
    private static final double ROUNDING = 1e-10;

    @Option(names = "--rows", description = "Rows of the matrix, at least 2 and one for each rank (default: "
            + "${DEFAULT-VALUE})")
    private int rows = 2000;

    @Option(names = "--degree", description = "Entries that are drawn for each row (default: ${DEFAULT-VALUE})")
    private int degree = 6;

    @Option(names = "--shift", description = "The smallest eigenvalue (default: ${DEFAULT-VALUE})")
    private double shift = 1;

    @Option(names = "--outer", description = "Systems to solve, each for an estimate (default: ${DEFAULT-VALUE})")
    private int outer = 10;

    @Option(names = "--iterations", description = "Iterations of conjugate gradients in each (default: "
            + "${DEFAULT-VALUE})")
    private int iterations = 25;

    @Option(names = "--seed", description = "Seed of the matrix (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E23MpiCg() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E23MpiCg(), arguments, E23MpiCg::run);
    }

    private void run(Job job) {
        checkOptions(job);

        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        RandomGraph graph = new RandomGraph(rows, degree, shift, seed);
        InverseIteration solver = new InverseIteration(world, graph);
        long entries = solver.entries();
        if (world.rank() == 0) {
            System.out.printf(Locale.ROOT, "%,d rows, %,d entries on %s ranks%n", rows, entries, solver.grid());
        }

        world.collectives().barrier();
        double start = Mpi.wtime();
        double[] estimates = new double[outer];
        for (int i = 0; i < outer; i++) {
            double residual = solver.solve(iterations);
            estimates[i] = solver.improve();
            if (world.rank() == 0) {
                System.out.printf(Locale.ROOT, "%3d  residual %.2e  eigenvalue %.12f%n", i + 1, residual,
                        estimates[i]);
            }
        }
        world.collectives().barrier();
        double seconds = Mpi.wtime() - start;

        double[] vector = solver.gather();
        solver.free();
        if (world.rank() == 0) {
            System.out.printf(Locale.ROOT, "%.3f s for %,d iterations%n", seconds, outer * iterations);
            verify(mpi, graph, estimates, vector);
        }
        mpi.finish();
    }

    private void checkOptions(Job job) {
        checkRange(job, "--rows", rows, Math.max(2, job.size()), MOST_ROWS);
        checkRange(job, "--degree", degree, 1, MOST_DEGREE);
        if (rows * degree > MOST_EDGES) {
            throw CommandLineOfJob.refuse(job, NAME, "--rows " + rows + " --degree " + degree + ": legal is a product "
                    + "of " + MOST_EDGES + " at most, as rank 0 has the whole matrix in the end");
        }
        if (!(shift >= LEAST_SHIFT && shift <= MOST_SHIFT)) {
            throw CommandLineOfJob.refuse(job, NAME,
                    "--shift " + shift + ": legal are " + LEAST_SHIFT + ".." + MOST_SHIFT);
        }
        checkRange(job, "--outer", outer, 1, MOST_OUTER);
        checkRange(job, "--iterations", iterations, 1, MOST_OUTER);
    }

    /** The same on MPI_COMM_SELF; and the whole matrix times the vector, without any block. */
    private void verify(Mpi mpi, RandomGraph graph, double[] estimates, double[] vector) {
        InverseIteration alone = new InverseIteration(mpi.self(), graph);
        int errors = 0;
        for (double estimate : estimates) {
            alone.solve(iterations);
            double expected = alone.improve();
            errors += Math.abs(estimate - expected) <= ROUNDING * expected ? 0 : 1;
        }
        double[] expected = alone.gather();
        for (int i = 0; i < rows; i++) {
            errors += Math.abs(vector[i] - expected[i]) <= ROUNDING ? 0 : 1;
        }
        alone.free();
        System.out.printf(Locale.ROOT, "eigenvalue %.9f of %s, its vector %.1e from one, errors=%d%n",
                estimates[outer - 1], shift, graph.distance(vector, estimates[outer - 1]), errors);
        if (errors > 0) {
            throw mpi.abort(Outcome.FAILURE);
        }
    }

    private static void checkRange(Job job, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }
}
