package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.life.Picture;
import org.pgas.examples.life.SharedLife;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Conway's Game of Life on a UPC shared array: threads fetch their neighbours' border rows while they compute their
 * inner ones.
 *
 * <pre>
 * $ ./pgas run -n 2 upc-life
 * [0] 1024 x 1024 cells on 2 threads, 100 generations
 * [0] 0.309 s, 338.9 million cells a second
 * [0] 116341 cells live, errors=0
 * </pre>
 */
@Command(name = E18UpcLife.NAME, description = "The Game of Life on a UPC shared array in blocks of rows, with rows "
        + "of neighbours fetched by handles.")
public final class E18UpcLife {
    static final String NAME = "upc-life";

    private static final int LARGEST = 1 << 15;

    /** Every thread draws or reads the whole board, and thread 0 computes it alone in the end: a byte for each cell. */
    private static final int MOST_CELLS = 1 << 26;

    @Option(names = "--rows", description = "Rows of the board that is made when no file is given (default: "
            + "${DEFAULT-VALUE})")
    private int rows = 1024;

    @Option(names = "--columns", description = "Columns of the board that is made (default: ${DEFAULT-VALUE})")
    private int columns = 1024;

    @Option(names = "--generations", description = "How often to apply the rule (default: ${DEFAULT-VALUE})")
    private int generations = 100;

    @Option(names = "--seed", description = "Seed of the board that is made (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--input", paramLabel = "FILE", description = "Picture of the board: a line for each row, of # "
            + "and .")
    private Path input;

    @Option(names = "--out", paramLabel = "FILE", description = "Picture to write")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E18UpcLife() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E18UpcLife(), arguments, E18UpcLife::run);
    }

    private void run(Job job) {
        checkRange(job, "--rows", rows, 1, LARGEST);
        checkRange(job, "--columns", columns, 1, LARGEST);
        checkRange(job, "--generations", generations, 0, Integer.MAX_VALUE);
        if ((long) rows * columns > MOST_CELLS) {
            throw CommandLineOfJob.refuse(job, NAME, "--rows " + rows + " --columns " + columns + ": legal are "
                    + MOST_CELLS + " cells, as every thread draws the whole board");
        }
        FilesOfJob.checkInput(job, NAME, "--input", input);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        Picture start = start(job);
        SharedLife life = make(job, start);
        if (job.rank() == 0) {
            System.out.println(start.rows() + " x " + start.columns() + " cells on " + job.size() + " threads, "
                    + generations + " generations");
        }
        long began = System.nanoTime();
        for (int generation = 0; generation < generations; generation++) {
            life.step();
        }
        long nanos = System.nanoTime() - began;
        finish(job, start, life, nanos);
    }

    /** Every thread reads the file, and keeps its rows. */
    private Picture start(Job job) {
        if (input == null) {
            return Picture.random(rows, columns, seed);
        }
        try {
            return Picture.read(input);
        } catch (IOException e) {
            throw CommandLineOfJob.refuse(job, NAME, "--input " + input + ": " + FilesOfJob.describe(e));
        }
    }

    private static SharedLife make(Job job, Picture start) {
        try {
            return new SharedLife(job, start);
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE) {
                throw e;
            }
            throw CommandLineOfJob.refuse(job, NAME, start.rows() + " x " + start.columns() + ": " + e.getMessage());
        }
    }

    private void finish(Job job, Picture start, SharedLife life, long nanos) {
        SharedLife.Outcome outcome;
        try {
            outcome = life.finish(out);
        } catch (IOException e) {
            throw FilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        if (job.rank() == 0) {
            double cells = (double) start.rows() * start.columns() * generations;
            System.out.printf(Locale.ROOT, "%.3f s, %.1f million cells a second%n", nanos / 1e9, 1e3 * cells / nanos);
            System.out.println(outcome.living() + " cells live, errors=" + outcome.errors());
            if (outcome.errors() > 0) {
                throw job.exit(1);
            }
            if (out != null) {
                System.out.println("picture written to " + out);
            }
        }
    }

    private static void checkRange(Job job, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }
}
