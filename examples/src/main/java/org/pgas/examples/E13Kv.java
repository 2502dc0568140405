package org.pgas.examples;

import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.kv.KeyValueStore;
import org.pgas.examples.kv.StoreRepair;
import org.pgas.examples.kv.StoreSegment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A key-value store in a file that lies in the memory of all ranks: records in a heap, linked in by one store each, so that a kill at
 * any moment loses no put that had returned and leaves no half of one. The next start finds that the file was not closed, and repairs it.
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
@Command(name = E13Kv.NAME, description = "A key-value store in a file that survives a kill of all ranks at any moment.", subcommands = {
    KvAction.Put.class,
    KvAction.Get.class, KvAction.All.class, KvAction.Delete.class, KvAction.Fill.class, KvAction.Check.class})
public final class E13Kv {
    static final String NAME = "kv";

    private static final long MIB = 1 << 20;
    private static final long MOST_MIB = 1 << 22;

    @Option(names = "--file", paramLabel = "FILE", required = true, description = "The file; the first use makes it")
    private Path file;

    @Option(names = "--size", paramLabel = "MIB", description = "Size of a file that is made, in MiB; it does not grow (default: ${DEFAULT-VALUE})")
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
                throw CommandLineOfJob.refuse(job, NAME, "say what to do: put, get, list, delete, fill or check");
            }
            CommandLineOfJob.orRefuse(job, program, () -> program.run(job, action));
        }
    }

    private void run(Job job, KvAction action) {
        if (size < 1 || size > MOST_MIB) {
            throw CommandLineOfJob.refuse(job, NAME, "--size " + size + ": legal are 1.." + MOST_MIB);
        }
        action.check(job);
        StoreSegment segment = open(job);
        KeyValueStore store = KeyValueStore.open(job);
        String problem = action.run(job, store);
        store.close();
        // nobody is in the file any more when it is closed, also if the action has failed
        StoreSegment.close(job, segment);
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
    }

    /** Opens the file by rank 0, for all. */
    private StoreSegment open(Job job) {
        StoreSegment segment = null;
        String problem = null;
        if (job.rank() == 0) {
            try {
                segment = StoreSegment.open(job, file, Math.max(size * MIB, KeyValueStore.leastBytes(job)));
            } catch (PgasException e) {
                problem = "--file " + file + ": " + e.getMessage();
            }
        }
        Outcome.check(job, NAME, Outcome.USAGE_ERROR, problem);
        StoreSegment.publish(job, segment);
        if (job.rank() == 0) {
            problem = prepare(job, segment);
        }
        Outcome.check(job, NAME, Outcome.FAILURE, problem);
        return segment;
    }

    private String prepare(Job job, StoreSegment segment) {
        try {
            StoreRepair repair = KeyValueStore.prepare(job, segment);
            if (repair != null) {
                System.out.println(
                        "the file was not closed: " + repair.entries() + " entries are whole, " + repair.freed()
                                + " blocks were freed");
            }
            return null;
        } catch (PgasException | IllegalStateException e) {
            return "--file " + file + ": " + e.getMessage();
        }
    }
}
