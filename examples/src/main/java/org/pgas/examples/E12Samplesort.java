package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.examples.grid.Split;
import org.pgas.examples.samplesort.LineBuffer;
import org.pgas.examples.samplesort.LineFile;
import org.pgas.examples.samplesort.LineWriter;
import org.pgas.examples.samplesort.Merged;
import org.pgas.examples.samplesort.RandomLines;
import org.pgas.examples.samplesort.SampleSort;
import org.pgas.examples.samplesort.Tally;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Sorts lines by their bytes, as {@code LC_ALL=C sort} does: each rank sorts a part, and an all-to-all of blocks of
 * different sizes brings every rank its share of the order. A file is read by all ranks, and written by all.
 *
 * <pre>
 * $ ./pgas run -n 2 samplesort
 * [0] 1,000,000 lines, 24,925,190 bytes on 2 ranks
 * [0] rank=0 lines=508858 bytes=12390195
 * [0] rank=1 lines=491142 bytes=12534995
 * [0] sort 0.462 s, exchange 0.294 s, merge 0.160 s; 27.2 MB/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E12Samplesort.NAME, description = "Sorts lines by their bytes on all ranks.")
public final class E12Samplesort {
    static final String NAME = "samplesort";

    private static final Reduction SUM = Reduction.of(DataType.I64, Opcode.ADD);

    /** Lines are there twice while they are exchanged, and something more for each line. */
    private static final double HEAP_PER_BYTE = 2.5;

    @Option(names = "--input", paramLabel = "FILE", description = "File of lines that end with a newline; the last "
            + "one may lack it")
    private Path input;

    @Option(names = "--out", paramLabel = "FILE", description = "File for the sorted lines, each with a newline; may "
            + "be the input")
    private Path out;

    @Option(names = "--lines", description = "Lines that are made when no file is given (default: ${DEFAULT-VALUE})")
    private int lines = 1_000_000;

    @Option(names = "--seed", description = "Seed of the lines that are made (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E12Samplesort() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E12Samplesort(), arguments, E12Samplesort::run);
    }

    private void run(Job job) {
        if (lines < 0 || lines > RandomLines.MOST) {
            throw CommandLineOfJob.refuse(job, NAME, "--lines " + lines + ": legal are 0.." + RandomLines.MOST);
        }
        FilesOfJob.checkInput(job, NAME, "--input", input);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        Outcome.check(job, NAME, Outcome.USAGE_ERROR,
                out == null || !Files.exists(out) || Files.isRegularFile(out) ? null
                        : "--out " + out + ": it must be a regular file, whose parts can be written");
        Collectives collectives = Collectives.of(job.world());
        SampleSort sort = sort(job, collectives);
        Merged merged = merge(job, sort);
        long errors = errors(collectives, sort, merged);
        print(job, collectives, sort, merged);
        if (job.rank() == 0) {
            System.out.println("errors=" + errors);
            if (errors > 0) {
                throw job.exit(Outcome.FAILURE);
            }
            if (out != null) {
                System.out.println("lines written to " + out);
            }
        }
        job.world().barrier();
    }

    /** The lines are named nowhere else, so that their memory is free when they have been packed. */
    private SampleSort sort(Job job, Collectives collectives) {
        try {
            return new SampleSort(collectives, input == null
                    ? RandomLines.make(seed, new Split(lines, job.size()), job.rank())
                    : read(job, collectives));
        } catch (IOException e) {
            throw CommandLineOfJob.refuse(job, NAME, e.getMessage());
        }
    }

    private LineBuffer read(Job job, Collectives collectives) {
        String problem = null;
        long size = 0;
        if (job.rank() == 0) {
            try {
                size = Files.size(input);
                problem = Files.isRegularFile(input) ? null
                        : "--input " + input + ": it must be a regular file, whose parts can be read";
            } catch (IOException e) {
                problem = "--input " + input + ": " + FilesOfJob.describe(e);
            }
        }
        Outcome.check(job, NAME, Outcome.USAGE_ERROR, problem);
        size = collectives.broadcast(0, size);
        long enough = (long) (HEAP_PER_BYTE * size / job.size());
        if (enough > Runtime.getRuntime().maxMemory()) {
            throw CommandLineOfJob.refuse(job, NAME,
                    "--input " + input + ": a part of " + size / job.size() + " bytes takes a Java heap of "
                            + (enough >> 20) + " MiB, and each rank has " + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB: use more ranks, or give them more by ./pgas run --heap");
        }
        LineBuffer buffer = null;
        try {
            buffer = new LineFile(input, size).read(job.rank(), job.size());
        } catch (IOException e) {
            problem = "--input " + input + ": " + FilesOfJob.describe(e);
        }
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
        return buffer;
    }

    /** All have read their input when one rank empties the output. */
    private Merged merge(Job job, SampleSort sort) {
        String problem = null;
        if (out != null && job.rank() == 0) {
            try {
                LineWriter.prepare(out);
            } catch (IOException e) {
                problem = "--out " + out + ": " + FilesOfJob.describe(e);
            }
        }
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
        Merged merged = null;
        try (LineWriter writer = out == null ? null : new LineWriter(out, sort.offset())) {
            merged = sort.merge(writer);
        } catch (IOException e) {
            problem = "--out " + out + ": " + FilesOfJob.describe(e);
        }
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
        return merged;
    }

    /** Lines out of order, and one more if the lines are not those that there were before. */
    private static long errors(Collectives collectives, SampleSort sort, Merged merged) {
        boolean same = merged.tally().total(collectives).equals(sort.before());
        return collectives.reduceToAll(merged.errors(), SUM) + (same ? 0 : 1);
    }

    private static void print(Job job, Collectives collectives, SampleSort sort, Merged merged) {
        long[] shares = new long[2 * job.size()];
        collectives.allGather(shares, new long[]{merged.tally().lines(), merged.tally().bytes()});
        long[] nanos = sort.nanos();
        collectives.reduceToAll(nanos, nanos, Opcode.MAX);
        if (job.rank() == 0) {
            Tally all = sort.before();
            System.out.printf(Locale.ROOT, "%,d lines, %,d bytes on %d ranks%n", all.lines(), all.bytes(), job.size());
            for (int rank = 0; rank < job.size(); rank++) {
                System.out.println("rank=" + rank + " lines=" + shares[2 * rank] + " bytes=" + shares[2 * rank + 1]);
            }
            System.out.printf(Locale.ROOT, "sort %.3f s, exchange %.3f s, merge %.3f s; %.1f MB/s%n", nanos[0] / 1e9,
                    nanos[1] / 1e9, nanos[2] / 1e9, all.bytes() * 1e3 / (nanos[0] + nanos[1] + nanos[2]));
        }
    }
}
