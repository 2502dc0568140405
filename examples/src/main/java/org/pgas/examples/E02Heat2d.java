package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.examples.heat2d.HeatImage;
import org.pgas.examples.heat2d.HeatSolver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Heat spreads over a plate. Its rows are shared out among the ranks; each step, neighbours exchange their border rows.
 *
 * <pre>
 * $ ./pgas run -n 2 heat2d --rows 200 --cols 300 --steps 400
 * [0] plate of 200 x 300 cells on 2 ranks, 400 steps
 * [0] largest change in the last step: 0.0570
 * [0] field written to heat2d.png
 * </pre>
 */
@Command(name = "heat2d", description = "A 2-D heat equation with halo exchange; the field is written as a PNG "
        + "picture.")
public final class E02Heat2d {
    private static final double HOT = 100;
    private static final double COLD = 0;

    @Option(names = "--rows", description = "Rows of the plate, edges included (default: ${DEFAULT-VALUE})")
    private int rows = 256;

    @Option(names = "--cols", description = "Columns of the plate, edges included (default: ${DEFAULT-VALUE})")
    private int cols = 256;

    @Option(names = "--steps", description = "Steps to take (default: ${DEFAULT-VALUE})")
    private int steps = 500;

    @Option(names = "--alpha", description = "Share of a difference that flows in a step, at most 0.25 (default: "
            + "${DEFAULT-VALUE})")
    private double alpha = 0.2;

    @Option(names = "--out", description = "Picture to write (default: ${DEFAULT-VALUE})")
    private Path out = Path.of("heat2d.png");

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E02Heat2d() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E02Heat2d(), arguments, E02Heat2d::run);
    }

    private void run(Job job) {
        if (steps < 0) {
            throw CommandLineOfJob.refuse(job, "heat2d", "--steps " + steps + ": legal are 0 and more");
        }
        FilesOfJob.checkOutput(job, "heat2d", "--out", out);
        HeatSolver solver;
        try {
            solver = new HeatSolver(job, rows, cols, alpha, HOT, COLD);
        } catch (IllegalArgumentException e) {
            throw CommandLineOfJob.refuse(job, "heat2d", e.getMessage());
        }
        if (job.rank() == 0) {
            System.out.println(
                    "plate of " + rows + " x " + cols + " cells on " + job.size() + " ranks, " + steps + " steps");
        }
        double change = 0;
        for (int step = 0; step < steps; step++) {
            change = solver.step();
        }
        double largest = solver.largest(change);
        solver.publish();
        if (job.rank() == 0) {
            System.out.printf(java.util.Locale.ROOT, "largest change in the last step: %.4f%n", largest);
            write(job, solver);
        }
        // the field lives in all ranks' memory, so all stay until rank 0 has read it
        job.world().barrier();
    }

    private void write(Job job, HeatSolver solver) {
        try {
            new HeatImage(COLD, HOT).write(out, rows, cols, solver::readRow);
        } catch (IOException e) {
            throw FilesOfJob.failed(job, "heat2d", "--out " + out, e);
        }
        System.out.println("field written to " + out);
    }
}
