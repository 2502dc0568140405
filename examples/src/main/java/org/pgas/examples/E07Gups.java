package org.pgas.examples;

import java.util.Locale;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.examples.gups.RandomTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Updates words at random places of a table that lies in the memory of all ranks, as the RandomAccess benchmark of HPC
 * Challenge does; but since every update is atomic, none may be lost. Doing all of them a second time must bring back
 * the table of the beginning.
 *
 * <pre>
 * $ ./pgas run -n 2 gups
 * [0] table of 8,388,608 words on 2 ranks, 33,554,432 updates
 * [0] 1.619 s, 20.7 million updates per second
 * [0] errors=0
 * </pre>
 */
@Command(name = E07Gups.NAME, description = "Atomic updates at random places of a table that is spread over all "
        + "ranks: giga-updates per second.")
public final class E07Gups {
    static final String NAME = "gups";

    private static final long UPDATES_PER_WORD = 4;
    private static final int LOG2_WORDS = 23;

    @Option(names = "--log2-words", description = "The table has 2 to this power words of 8 bytes, on all ranks "
            + "together (default: 23, which is 64 MiB, or less, at most half of the room)")
    private Integer log2Words;

    @Option(names = "--updates", description = "Updates, of all ranks together (default: 4 for each word)")
    private Long updates;

    @Option(names = "--seed", description = "Where in the stream of random numbers to begin (default: "
            + "${DEFAULT-VALUE})")
    private long seed;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E07Gups() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E07Gups(), arguments, E07Gups::run);
    }

    private void run(Job job) {
        if (log2Words == null) {
            log2Words = RandomTable.fittingLog2Words(job.size(), RoomOfJob.half(job), LOG2_WORDS);
        }
        checkRange(job, "--log2-words", log2Words, 0, RandomTable.MOST_LOG2_WORDS);
        checkRange(job, "--seed", seed, 0, RandomTable.STREAM_LENGTH - 1);
        long count = updates == null ? UPDATES_PER_WORD << log2Words : updates;
        checkRange(job, "--updates", count, 1, RandomTable.STREAM_LENGTH);
        RandomTable table = attach(job);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "table of %,d words on %d ranks, %,d updates%n", table.words(), job.size(),
                    count);
        }
        long nanos = table.update(seed, count);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "%.3f s, %.1f million updates per second%n", nanos / 1e9,
                    count * 1e3 / nanos);
        }
        table.update(seed, count);
        long errors = table.errors();
        if (job.rank() == 0) {
            System.out.println("errors=" + errors);
            if (errors > 0) {
                throw job.exit(1);
            }
        }
    }

    private RandomTable attach(Job job) {
        try {
            return new RandomTable(job, log2Words);
        } catch (AttachException e) {
            throw CommandLineOfJob.refuse(job, NAME, "--log2-words " + log2Words + ": " + e.getMessage());
        }
    }

    private static void checkRange(Job job, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }
}
