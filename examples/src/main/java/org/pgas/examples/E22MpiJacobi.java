package org.pgas.examples;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.heat2d.HeatImage;
import org.pgas.examples.membrane.Block;
import org.pgas.examples.membrane.Exchange;
import org.pgas.examples.membrane.Halo;
import org.pgas.examples.membrane.Membrane;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Buffers;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.CommCollectives;
import org.pgas.mpi.comm.Mpi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A program of MPI that was moved here: a membrane under a load by Jacobi's method, on a grid of ranks that exchange
 * the borders of their blocks by messages, until the largest change of all is small.
 *
 * <pre>
 * $ ./pgas run -n 4 mpi-jacobi
 * [0] 64 x 64 points on 2 x 2 ranks, borders by NONBLOCKING
 * [0] 6,100 steps, largest change 9.990e-07
 * ...
 * [0] 8.544e-04 from the known shape, errors=0
 * </pre>
 */
@Command(name = E22MpiJacobi.NAME, description = "A membrane under a load by Jacobi's method, as a program of MPI "
        + "has it: borders of blocks by messages.")
public final class E22MpiJacobi {
    static final String NAME = "mpi-jacobi";

    /** Rank 0 computes the whole membrane alone in the end. */
    private static final int MOST_POINTS = 1 << 22;

    private static final int LARGEST = 1 << 20;

    @Option(names = "--rows", description = "Rows of free points (default: ${DEFAULT-VALUE})")
    private int rows = 64;

    @Option(names = "--columns", description = "Columns of free points (default: ${DEFAULT-VALUE})")
    private int columns = 64;

    @Option(names = "--steps", description = "Steps after which to stop at the latest (default: ${DEFAULT-VALUE})")
    private int steps = 10_000;

    @Option(names = "--tolerance", description = "Largest change of a point in the last step (default: "
            + "${DEFAULT-VALUE})")
    private double tolerance = 1e-6;

    @Option(names = "--exchange", description = "Calls by which borders go: ${COMPLETION-CANDIDATES} (default: "
            + "${DEFAULT-VALUE})")
    private Exchange exchange = Exchange.NONBLOCKING;

    @Option(names = "--out", paramLabel = "FILE", description = "PNG file for a picture of the membrane")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E22MpiJacobi() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E22MpiJacobi(), arguments, E22MpiJacobi::run);
    }

    private void run(Job job) {
        checkOptions(job);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        RankGrid grid = grid(job);

        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        CommCollectives all = world.collectives();
        int rank = world.rank();
        Membrane membrane = new Membrane(rows, columns);
        Block block = new Block(membrane, grid.first(rank, 0), grid.first(rank, 1), grid.count(rank, 0),
                grid.count(rank, 1));
        Halo halo = new Halo(world, grid, block, exchange);
        if (rank == 0) {
            System.out.println(rows + " x " + columns + " points on " + grid + " ranks, borders by " + exchange);
        }

        all.barrier();
        double start = Mpi.wtime();
        double[] change = {Double.POSITIVE_INFINITY};
        Buffer largest = Buffer.of(MemorySegment.ofArray(change), 1, Datatype.DOUBLE);
        int step = 0;
        while (step < steps && change[0] > tolerance) {
            halo.exchange();
            change[0] = block.relax();
            all.allreduce(Buffer.IN_PLACE, largest, Op.MAX);
            step++;
        }
        double seconds = longest(world, Mpi.wtime() - start);

        double[] field = gather(world, grid, block);
        halo.free();
        if (rank == 0) {
            System.out.printf(Locale.ROOT, "%,d steps, largest change %.3e%n", step, change[0]);
            System.out.printf(Locale.ROOT, "%.3f s, %.1f million points a second%n", seconds,
                    1e-6 * rows * columns * step / seconds);
            verify(mpi, membrane, field, step, change[0]);
            write(job, field);
        }
        mpi.finish();
    }

    private void checkOptions(Job job) {
        checkRange(job, "--rows", rows, 1, LARGEST);
        checkRange(job, "--columns", columns, 1, LARGEST);
        checkRange(job, "--steps", steps, 1, Integer.MAX_VALUE);
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw CommandLineOfJob.refuse(job, NAME,
                    "--tolerance " + tolerance + ": legal are 0 and what is above it and below 1");
        }
        if ((long) rows * columns > MOST_POINTS) {
            throw CommandLineOfJob.refuse(job, NAME, "--rows " + rows + " --columns " + columns + ": legal are "
                    + MOST_POINTS + " points, as rank 0 computes the whole membrane in the end");
        }
    }

    /** Such as MPI_Dims_create and MPI_Cart_create would make. */
    private RankGrid grid(Job job) {
        try {
            return RankGrid.of(job.size(), rows, columns);
        } catch (IllegalArgumentException e) {
            throw CommandLineOfJob.refuse(job, NAME, "--rows " + rows + " --columns " + columns + ": "
                    + e.getMessage());
        }
    }

    /** The time of the rank that took longest; at rank 0. */
    private static double longest(Comm world, double seconds) {
        double[] own = {seconds};
        double[] longest = new double[1];
        world.collectives().reduce(Buffer.of(MemorySegment.ofArray(own), 1, Datatype.DOUBLE),
                Buffer.of(MemorySegment.ofArray(longest), 1, Datatype.DOUBLE), Op.MAX, 0);
        return longest[0];
    }

    /**
     * The whole membrane row by row, at rank 0; null elsewhere. A rank sends its block without the frame, by a
     * datatype; blocks come one behind the other.
     */
    private double[] gather(Comm world, RankGrid grid, Block block) {
        int[] sizes = {block.rows() + 2, block.columns() + 2};
        int[] subsizes = {block.rows(), block.columns()};
        int[] starts = {1, 1};
        Datatype inner = Datatype.subarray(sizes, subsizes, starts, Datatype.DOUBLE).commit();
        Buffer send = Buffer.of(MemorySegment.ofArray(block.field(block.current())), 1, inner);
        double[] field = null;
        if (world.rank() == 0) {
            int[] counts = new int[world.size()];
            int[] displacements = new int[world.size()];
            int behind = 0;
            for (int rank = 0; rank < counts.length; rank++) {
                counts[rank] = grid.count(rank, 0) * grid.count(rank, 1);
                displacements[rank] = behind;
                behind += counts[rank];
            }
            double[] blocks = new double[behind];
            world.collectives().gatherv(send,
                    Buffers.of(MemorySegment.ofArray(blocks), counts, displacements, Datatype.DOUBLE), 0);
            field = place(grid, blocks, displacements);
        } else {
            world.collectives().gatherv(send, null, 0);
        }
        inner.free();
        return field;
    }

    private double[] place(RankGrid grid, double[] blocks, int[] displacements) {
        double[] field = new double[rows * columns];
        for (int rank = 0; rank < displacements.length; rank++) {
            int width = grid.count(rank, 1);
            for (int row = 0; row < grid.count(rank, 0); row++) {
                System.arraycopy(blocks, displacements[rank] + row * width, field,
                        (grid.first(rank, 0) + row) * columns + grid.first(rank, 1), width);
            }
        }
        return field;
    }

    /** Compares with one block that is the whole membrane: the same operations on the same numbers, the same bits. */
    private void verify(Mpi mpi, Membrane membrane, double[] field, int taken, double change) {
        Block whole = new Block(membrane, 0, 0, rows, columns);
        double last = 0;
        for (int step = 0; step < taken; step++) {
            last = whole.relax();
        }
        int errors = last == change ? 0 : 1;
        double distance = 0;
        double[] expected = whole.field(whole.current());
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double found = field[row * columns + column];
                errors += found == expected[whole.at(row + 1, column + 1)] ? 0 : 1;
                distance = Math.max(distance, Math.abs(found - membrane.shape(row, column)));
            }
        }
        System.out.printf(Locale.ROOT, "%.3e from the known shape, errors=%d%n", distance, errors);
        if (errors > 0) {
            throw mpi.abort(Outcome.FAILURE);
        }
    }

    private void write(Job job, double[] field) {
        if (out == null) {
            return;
        }
        try {
            new HeatImage(0, 1).write(out, rows, columns,
                    (row, into) -> System.arraycopy(field, row * columns, into, 0, columns));
        } catch (IOException e) {
            throw FilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        System.out.println("membrane written to " + out);
    }

    private static void checkRange(Job job, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }
}
