package org.pgas.faults.work;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

import org.pgas.faults.jobs.JobPlan;

/**
 * What a job does while something happens to it. Those of this package go on until they are ended; the examples end by
 * themselves.
 */
public enum Workload {
    /** The barrier, and a look at where the others are. */
    BARRIERS("org.pgas.faults.work.Barriers", true),
    /** A barrier that does not complete, asleep, while rank 0 computes. */
    BLOCKED("org.pgas.faults.work.Phases", true, "BLOCKED"),
    /** Contending for a mutex and holding it, asleep while they wait. */
    MUTEX("org.pgas.faults.work.Phases", true, "MUTEX"),
    /** Writing to a queue, a stream and records under locks, and reading there, asleep while they wait. */
    QUEUES("org.pgas.faults.work.Phases", true, "QUEUES"),
    /** Putting to everybody. */
    PUTS("org.pgas.faults.work.Phases", true, "PUTS"),
    /** A loop that never calls the library. */
    COMPUTING("org.pgas.faults.work.Phases", true, "COMPUTING"),
    /** Attaching, and leaving the job at once. */
    LEAVING("org.pgas.faults.work.Phases", false, "LEAVING"),
    /** Counting k-mers by atomic operations in the table of the example. */
    KMERS("org.pgas.faults.work.Kmers", true, "ATOMICS"),
    /** Counting k-mers by messages to their owners, as in the example. */
    KMERS_AM("org.pgas.faults.work.Kmers", true, "MESSAGES"),
    /** The example that searches an unbalanced tree, of some minutes. */
    UTS("org.pgas.examples.E06Uts", false, "--depth", "15"),
    /** The example of heat on a plate, of some hours. */
    HEAT("org.pgas.examples.E02Heat2d", false, "--rows", "200", "--cols", "200", "--steps", "2000000000"),
    /** Messages of all kinds from all to all. */
    MESSAGES("org.pgas.faults.work.Messages", true),
    /** Collectives of all ranks and of a part of them. */
    COLLECTIVES("org.pgas.faults.work.CollectiveCalls", true),
    /** Locks, queues and counters. */
    LOCKS("org.pgas.faults.work.Locks", true),
    /** A heap that all ranks share. */
    ALLOCATIONS("org.pgas.faults.work.Allocations", true),
    /** MPI windows. */
    WINDOWS("org.pgas.faults.work.Windows", true),
    /** Remote procedure calls. */
    CALLS("org.pgas.faults.work.Calls", true),
    /** Distributed arrays and strided transfers. */
    SECTIONS("org.pgas.faults.work.Sections", true),
    /** An aggregator. */
    ITEMS("org.pgas.faults.work.Items", true),
    /** Segments and endpoints that come and go. */
    SEGMENTS("org.pgas.faults.work.Endings", true, "stay"),
    /** A FILE segment with the name {@link #file}. */
    JOURNAL("org.pgas.faults.work.Journal", true, "write");

    /** Each rank of a program of this package prints a line that ends so when its loop begins. */
    public static final String READY = "ready";

    private static final String FILE = "-file";

    private final String program;
    private final boolean endless;
    private final String[] arguments;

    Workload(String program, boolean endless, String... arguments) {
        this.program = program;
        this.endless = endless;
        this.arguments = arguments;
    }

    /** A job that does this. */
    public JobPlan plan(Path directory, int ranks) {
        Stream<String> more = this == JOURNAL ? Stream.of(file(directory).toString()) : Stream.of();
        return JobPlan.of(directory, ranks, program,
                Stream.concat(Stream.of(arguments), more).toArray(String[]::new));
    }

    /** The file that {@link #JOURNAL} writes: beside the directory of the job's files, and left behind. */
    public static Path file(Path directory) {
        return directory.resolveSibling(directory.getFileName() + FILE);
    }

    /**
     * A job of one rank, in the same directory, that looks at that file and says in a line what it found: see
     * {@link Journal}.
     */
    public static JobPlan look(Path directory) {
        return JobPlan.of(directory, 1, JOURNAL.program, "look", file(directory).toString());
    }

    /** Whether it goes on until it is ended, and says {@link #READY}. */
    public boolean endless() {
        return endless;
    }

    /** Its name for people. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
