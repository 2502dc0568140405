package org.pgas.examples;

import java.io.UncheckedIOException;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.kv.StoreDamagedException;
import org.pgas.examples.kv.StoreFile;
import org.pgas.examples.kv.StoreOptions;
import org.pgas.examples.kv.StoreSyncException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A key-value store in a file that lies in the memory of all ranks: records in a heap, linked in by one store each,
 * so that a kill at
 * any moment loses no put that had returned and leaves no half of one. The next start finds that the file was not
 * closed, and repairs it.
 * What was synced survives a loss of power, too: at the end of each run, and every so many puts by {@code fill --sync}.
 *
 * <pre>
 * $ ./pgas run -n 2 kv --file table put colour blue
 * [0] put colour
 * $ ./pgas run -n 4 kv --file table fill 10000
 * [0] 10000 puts by 4 ranks
 * $ ./pgas run kv --file table get colour
 * [0] blue
 * </pre>
 */
@Command(name = E13Kv.NAME, description = "A key-value store in a file that survives a kill of all ranks at any "
        + "moment, and what is synced a loss of power.",
        subcommands = {
            KvAction.Put.class,
            KvAction.Get.class, KvAction.All.class, KvAction.Delete.class, KvAction.Fill.class, KvAction.Check.class,
            KvAction.Repair.class})
public final class E13Kv {
    static final String NAME = "kv";

    private static final long MIB = 1 << 20;
    private static final long MOST_MIB = 1 << 22;

    @Option(names = "--file", paramLabel = "FILE", required = true, description = "The file; the first use makes it")
    private Path file;

    @Option(names = "--size", paramLabel = "MIB", description = "Size of a file that is made, in MiB; it does not "
            + "grow (default: ${DEFAULT-VALUE})")
    private long size = 64;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E13Kv() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        E13Kv program = new E13Kv();
        try (Job job = CommandLineOfJob.join(program)) {
            Object given = Words.parse(job, program, arguments);
            if (!(given instanceof KvAction action)) {
                throw CommandLineOfJob.refuse(job, NAME,
                        "say what to do: put, get, list, delete, fill, check or repair");
            }
            CommandLineOfJob.orRefuse(job, program, () -> program.run(job, action));
        }
    }

    private void run(Job job, KvAction action) {
        if (size < 1 || size > MOST_MIB) {
            throw CommandLineOfJob.refuse(job, NAME, "--size " + size + ": legal are 1.." + MOST_MIB);
        }
        action.check(job);
        StoreFile opened = open(job, action.isRepairing());
        String problem = action.run(job, opened.store());
        // nobody is in the file any more when it is closed, also if the action has failed
        problem = close(opened, problem);
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
    }

    /** Opens the file by rank 0, for all. */
    private StoreFile open(Job job, boolean isRepairing) {
        StoreOptions options = StoreOptions.of(size * MIB);
        StoreFile opened = null;
        String problem = null;
        int code = Outcome.FAILURE;
        try {
            opened = StoreFile.open(job, file, isRepairing ? options.repairing() : options);
            opened.news().forEach(System.out::println);
        } catch (PgasException e) {
            code = Outcome.USAGE_ERROR;
            problem = "--file " + file + ": " + e.getMessage();
        } catch (StoreDamagedException | StoreSyncException | IllegalStateException | UncheckedIOException e) {
            problem = "--file " + file + ": " + e.getMessage();
        }
        Outcome.check(job, NAME, code, problem);
        return opened;
    }

    private String close(StoreFile opened, String problem) {
        try {
            opened.close();
            return problem;
        } catch (StoreSyncException e) {
            return problem != null ? problem : "--file " + file + ": " + e.getMessage();
        }
    }
}
