package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.transpose.Transposition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Transposes a matrix. Its rows are shared out among the ranks: every rank puts a block of its rows into the memory of
 * every rank, transposed on the way, without a buffer in between.
 *
 * <pre>
 * $ ./pgas run -n 2 transpose
 * [0] 4096 x 2048 on 2 ranks
 * [0] 0.010 s, 7.00 GB/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E10Transpose.NAME, description = "Transposes a matrix over all ranks: an all-to-all of blocks that "
        + "are transposed on the way.")
public final class E10Transpose {
    static final String NAME = "transpose";

    private static final int ROWS = 4096;

    @Option(names = "--rows", description = "Rows of the matrix that is made when no file is given "
            + "(default: 4096, or as many as take half of the room)")
    private Integer rows;

    @Option(names = "--columns", description = "Columns of the matrix that is made (default: ${DEFAULT-VALUE})")
    private int columns = 2048;

    @Option(names = "--seed", description = "Seed of the matrix that is made (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--repeat", description = "How often to transpose; the fastest counts (default: ${DEFAULT-VALUE})")
    private int repeat = 5;

    @Option(names = "--input", paramLabel = "FILE", description = "Matrix Market file of the matrix")
    private Path input;

    @Option(names = "--out", paramLabel = "FILE", description = "Matrix Market file for the transpose, of the same "
            + "format as the input; else array")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E10Transpose() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E10Transpose(), arguments, E10Transpose::run);
    }

    private void run(Job job) {
        checkRange(job, "--columns", columns, Transposition.LARGEST_ORDER);
        if (rows == null) {
            rows = Math.clamp(RoomOfJob.half(job) * job.size() / (2L * Double.BYTES * columns), 1, ROWS);
        }
        checkRange(job, "--rows", rows, Transposition.LARGEST_ORDER);
        checkRange(job, "--repeat", repeat, Integer.MAX_VALUE);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        MatrixMarketHeader header = input == null
                ? MatrixMarketHeader.array(Field.INTEGER, rows, columns)
                : MatrixFilesOfJob.header(job, NAME, "--input", input, Transposition.LARGEST_ORDER,
                        Transposition.LARGEST_ORDER);
        Transposition transposition = attach(job, header);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "%d x %d on %d ranks%n", header.rows(), header.columns(), job.size());
        }
        if (input == null) {
            transposition.fill(seed);
        } else if (job.rank() == 0) {
            load(job, transposition);
        }
        long nanos = Long.MAX_VALUE;
        for (int round = 0; round < repeat; round++) {
            nanos = Math.min(nanos, transposition.run());
        }
        long errors = transposition.errors();
        if (job.rank() == 0) {
            double bytes = (double) Double.BYTES * header.rows() * header.columns();
            System.out.printf(Locale.ROOT, "%.3f s, %.2f GB/s%n", nanos / 1e9, bytes / nanos);
            System.out.println("errors=" + errors);
            if (errors > 0) {
                throw job.exit(1);
            }
            store(job, transposition, header);
        }
        // the transpose lies in all ranks' memory, so all stay until rank 0 has written it
        job.world().barrier();
    }

    private void load(Job job, Transposition transposition) {
        try {
            transposition.load(input);
        } catch (IOException e) {
            throw MatrixFilesOfJob.failed(job, NAME, "--input " + input, e);
        }
    }

    private void store(Job job, Transposition transposition, MatrixMarketHeader header) {
        if (out == null) {
            return;
        }
        try {
            transposition.store(out, header.format(), header.field());
        } catch (IOException e) {
            throw MatrixFilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        System.out.println("transpose written to " + out);
    }

    private Transposition attach(Job job, MatrixMarketHeader header) {
        try {
            return new Transposition(job, header.rows(), header.columns());
        } catch (AttachException e) {
            throw CommandLineOfJob.refuse(job, NAME,
                    header.rows() + " x " + header.columns() + ": " + e.getMessage());
        }
    }

    private static void checkRange(Job job, String option, int value, int most) {
        if (value < 1 || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are 1.." + most);
        }
    }
}
