package org.pgas.faults.work;

import java.nio.file.Path;

import org.pgas.faults.jobs.JobPlan;

/** What a job does while something happens to it. Those of this package go on until they are ended; the examples end by themselves. */
public enum Workload {
    /** The barrier, and nothing else. */
    BARRIERS("org.pgas.faults.work.Barriers", true);

    /** Each rank of a program of this package prints a line that ends so when its loop begins. */
    public static final String READY = "ready";

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
        return JobPlan.of(directory, ranks, program, arguments);
    }

    /** Whether it goes on until it is ended, and says {@link #READY}. */
    public boolean endless() {
        return endless;
    }
}
