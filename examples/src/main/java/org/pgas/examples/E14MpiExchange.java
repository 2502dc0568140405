package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.pgas.Job;
import org.pgas.examples.exchange.ExchangeChart;
import org.pgas.examples.exchange.ExchangeTables;
import org.pgas.examples.exchange.NoRoomException;
import org.pgas.examples.exchange.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The benchmark of Traeff, Ritzdorf and Hempel's paper of 2000 on MPI-2's one-sided communication, on windows of
 * {@code org.pgas.mpi} and messages of {@code org.pgas.mpi.comm}: each rank exchanges a block with each of its
 * neighbours, by puts or gets, with fences, with post, start, complete and await, with locks, or by messages; measured
 * as four tables, and checked.
 *
 * <p>An epoch's time is that of the slowest rank, from behind a barrier that is not counted; short epochs are timed in
 * batches. The fastest of the epochs is reported, as in the paper, and the median in brackets.
 *
 * <pre>
 * $ ./pgas run -n 8 mpi-exchange
 * [0] mpi-exchange: 8 ranks, 25 epochs; each the slowest rank's time, short ones the mean of batches of 50 us or more
 * [0]
 * [0] Table 1: synchronisation alone; us, fastest epoch (median)
 * ...
 * </pre>
 */
@Command(name = E14MpiExchange.NAME, description = "Exchanges blocks with neighbours through windows and by "
        + "messages, and prints the tables of the MPI/SX paper.")
public final class E14MpiExchange {
    static final String NAME = "mpi-exchange";

    private static final int LEAST_BYTES = 1 << 10;
    private static final int MOST_BYTES = 64 << 20;
    private static final int LAST_TABLE = 4;

    @Option(names = "--tables", split = ",", paramLabel = "TABLE", description = "Which of 1,2,3,4 to measure "
            + "(default: ${DEFAULT-VALUE})")
    private Set<Integer> tables = new TreeSet<>(Set.of(1, 2, 3, 4));

    @Option(names = "--neighbours", description = "Neighbours in table 3 (default: as many as ranks)")
    private Integer neighbours;

    @Option(names = "--max-bytes", description = "Largest block (default: ${DEFAULT-VALUE})")
    private int maxBytes = 4 << 20;

    @Option(names = "--epochs", description = "Epochs to measure of each kind (default: ${DEFAULT-VALUE})")
    private int epochs = 25;

    @Option(names = "--warmup", description = "Epochs before them, for a third of a second at most (default: "
            + "${DEFAULT-VALUE})")
    private int warmUp = 20_000;

    @Option(names = "--csv", paramLabel = "FILE", description = "File for a line of each measurement")
    private Path csv;

    @Option(names = "--svg", paramLabel = "DIRECTORY", description = "Directory for figures of tables 2 and 3")
    private Path svg;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E14MpiExchange() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E14MpiExchange(), arguments, E14MpiExchange::run);
    }

    private void run(Job job) {
        for (int table : tables) {
            checkRange(job, "--tables", table, 1, LAST_TABLE);
        }
        if (neighbours != null) {
            checkRange(job, "--neighbours", neighbours, 1, job.size());
        }
        checkRange(job, "--max-bytes", maxBytes, LEAST_BYTES, MOST_BYTES);
        checkRange(job, "--epochs", epochs, 1, Integer.MAX_VALUE);
        checkRange(job, "--warmup", warmUp, 0, Integer.MAX_VALUE);
        FilesOfJob.checkOutput(job, NAME, "--csv", csv);
        FilesOfJob.checkOutputDirectory(job, NAME, "--svg", svg);
        Report report = open(job);
        report.say(NAME + ": " + job.size() + (job.size() == 1 ? " rank, " : " ranks, ") + epochs
                + " epochs; each the slowest rank's time, short ones the mean of batches of 50 us or more");
        ExchangeTables measured = new ExchangeTables(job, report, epochs, warmUp, maxBytes);
        try {
            measure(job, measured);
        } catch (NoRoomException e) {
            // all ranks are here
            Outcome.check(job, NAME, Outcome.FAILURE, e.lack() == null ? null
                    : e.lack() + "; smaller blocks (--max-bytes), fewer neighbours or ranks need less");
            throw e;
        }
        measured.finish();
        finish(job, report);
        job.world().barrier();
    }

    private void measure(Job job, ExchangeTables measured) {
        if (tables.contains(1)) {
            measured.synchronisation();
        }
        int most = neighbours == null ? job.size() : neighbours;
        if (tables.stream().anyMatch(table -> table > 1)) {
            measured.attach(tables.contains(3) ? most : 1);
        }
        if (tables.contains(2)) {
            measured.contiguous(2, 1, true);
        }
        if (tables.contains(3)) {
            measured.contiguous(3, most, false);
        }
        if (tables.contains(4)) {
            measured.withGaps();
        }
    }

    private Report open(Job job) {
        Report report = Report.silent();
        String problem = null;
        if (job.rank() == 0) {
            try {
                report = Report.to(System.out, csv);
            } catch (IOException e) {
                problem = "--csv " + csv + ": " + FilesOfJob.describe(e);
            }
        }
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
        return report;
    }

    private void finish(Job job, Report report) {
        if (job.rank() != 0) {
            return;
        }
        try {
            report.close();
            if (svg != null) {
                for (Path file : ExchangeChart.draw(report, svg)) {
                    report.say("written: " + file);
                }
            }
        } catch (IOException e) {
            throw FilesOfJob.failed(job, NAME, "--csv " + csv + " --svg " + svg, e);
        }
    }

    private static void checkRange(Job job, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }
}
