package org.pgas.examples;

import java.util.Arrays;
import java.util.Locale;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.GridDistribution;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Heat in a plate by Jacobi's method on distributed matrices: every rank gets its block and the borders of its
 * neighbours' blocks as one section.
 *
 * <pre>
 * $ ./pgas run -n 4 jacobi
 * [0] 512 x 512 points on 2 x 2 ranks, 200 steps
 * [0] 0.093 s, 563.7 million points a second
 * [0] mean 6.290146, hottest inner point 99.859813, errors=0
 * </pre>
 */
@Command(name = E21Jacobi.NAME, description = "Heat in a plate on distributed matrices, with borders of neighbours "
        + "got as sections.")
public final class E21Jacobi {
    static final String NAME = "jacobi";

    /** Rank 0 computes the whole plate alone in the end. */
    private static final int MOST_POINTS = 1 << 24;

    private static final int LARGEST = 1 << 20;
    private static final double HOT = 100;

    @Option(names = "--rows", description = "Rows of points, the two edges among them (default: ${DEFAULT-VALUE})")
    private int rows = 512;

    @Option(names = "--columns", description = "Columns of points, the two edges among them (default: "
            + "${DEFAULT-VALUE})")
    private int columns = 512;

    @Option(names = "--steps", description = "How many steps to take (default: ${DEFAULT-VALUE})")
    private int steps = 200;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E21Jacobi() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E21Jacobi(), arguments, E21Jacobi::run);
    }

    private void run(Job job) {
        checkRange(job, "--rows", rows, 3, LARGEST);
        checkRange(job, "--columns", columns, 3, LARGEST);
        checkRange(job, "--steps", steps, 0, Integer.MAX_VALUE);
        if ((long) rows * columns > MOST_POINTS) {
            throw CommandLineOfJob.refuse(job, NAME, "--rows " + rows + " --columns " + columns + ": legal are "
                    + MOST_POINTS + " points, as rank 0 computes the whole plate in the end");
        }
        DoubleMatrix now = make(job);
        DoubleMatrix next = now.copy();
        say(job, rows + " x " + columns + " points on " + now.distribution().gridRows() + " x "
                + now.distribution().gridColumns() + " ranks, " + steps + " steps");
        Block block = new Block(now);
        long began = System.nanoTime();
        for (int step = 0; step < steps; step++) {
            block.step(now, next);
            next.barrier();
            DoubleMatrix before = now;
            now = next;
            next = before;
        }
        long nanos = System.nanoTime() - began;
        say(job, String.format(Locale.ROOT, "%.3f s, %.1f million points a second", nanos / 1e9,
                1e3 * rows * columns * steps / Math.max(1, nanos)));
        finish(job, now);
        next.close();
        now.close();
    }

    private static void say(Job job, String line) {
        if (job.rank() == 0) {
            System.out.println(line);
        }
    }

    /** Cold, but for the upper edge. */
    private DoubleMatrix make(Job job) {
        try {
            DoubleMatrix plate = DoubleMatrix.create(job.world(), GridDistribution.block(rows, columns));
            plate.updateLocal((row, _, _) -> row == 0 ? HOT : 0);
            return plate;
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE) {
                throw e;
            }
            throw CommandLineOfJob.refuse(job, NAME, rows + " x " + columns + ": " + e.getMessage());
        }
    }

    /** This rank's inner points, and room for them with the points around them. */
    private static final class Block {
        private final int row;
        private final int column;
        private final int rows;
        private final int columns;
        private final double[] field;
        private final double[] result;

        Block(DoubleMatrix plate) {
            boolean hasAny = plate.localRows() > 0 && plate.localColumns() > 0;
            long firstRow = hasAny ? plate.globalRow(0) : 0;
            long firstColumn = hasAny ? plate.globalColumn(0) : 0;
            row = (int) Math.max(1, firstRow);
            column = (int) Math.max(1, firstColumn);
            rows = (int) Math.max(0, Math.min(plate.rows() - 1, firstRow + plate.localRows()) - row);
            columns = (int) Math.max(0, Math.min(plate.columns() - 1, firstColumn + plate.localColumns()) - column);
            field = new double[(rows + 2) * (columns + 2)];
            result = new double[rows * columns];
        }

        void step(DoubleMatrix now, DoubleMatrix next) {
            if (result.length > 0) {
                now.getSection(row - 1, column - 1, rows + 2, columns + 2, field, columns + 2);
                relax(field, result, rows, columns);
                next.putSection(row, column, rows, columns, result, columns);
            }
        }
    }

    /** Every inner point of {@code field}, of two rows and columns more, becomes the mean of the four around it. */
    private static void relax(double[] field, double[] result, int rows, int columns) {
        int lead = columns + 2;
        for (int i = 0; i < rows; i++) {
            int above = i * lead + 1;
            int here = above + lead;
            int below = here + lead;
            for (int j = 0; j < columns; j++) {
                result[i * columns + j] = 0.25
                        * (field[above + j] + field[here + j - 1] + field[here + j + 1] + field[below + j]);
            }
        }
    }

    private void finish(Job job, DoubleMatrix plate) {
        double mean = plate.sum() / ((double) rows * columns);
        int errors = 0;
        double hottest = 0;
        if (job.rank() == 0) {
            double[] all = new double[rows * columns];
            plate.getSection(0, 0, rows, columns, all, columns);
            double[] alone = alone();
            for (int i = 0; i < all.length; i++) {
                // the same operations on the same numbers: the same bits
                errors += all[i] == alone[i] ? 0 : 1;
                hottest = i < columns ? hottest : Math.max(hottest, all[i]);
            }
        }
        say(job, String.format(Locale.ROOT, "mean %.6f, hottest inner point %.6f, errors=%d", mean, hottest, errors));
        if (errors > 0) {
            throw job.exit(1);
        }
        plate.barrier();
    }

    /** The same plate on one rank. */
    private double[] alone() {
        double[] field = new double[rows * columns];
        Arrays.fill(field, 0, columns, HOT);
        double[] inner = new double[(rows - 2) * (columns - 2)];
        for (int step = 0; step < steps; step++) {
            relax(field, inner, rows - 2, columns - 2);
            for (int i = 0; i < rows - 2; i++) {
                System.arraycopy(inner, i * (columns - 2), field, (i + 1) * columns + 1, columns - 2);
            }
        }
        return field;
    }

    private static void checkRange(Job job, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }
}
