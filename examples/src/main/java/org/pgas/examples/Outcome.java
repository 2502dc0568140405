package org.pgas.examples;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/** Whether all ranks have done what they had to do. If some have not, the lowest of them says why, and the job ends. */
final class Outcome {
    static final int FAILURE = 1;
    static final int USAGE_ERROR = 2;

    private static final Reduction LEAST = Reduction.of(DataType.I64, Opcode.MIN);

    private Outcome() {}

    /**
     * Collective. Returns when no rank has a problem; {@code problem} is this rank's, or null. Ends the job with
     * {@code code} otherwise.
     */
    static void check(Job job, String program, int code, String problem) {
        long failed = Collectives.of(job.world()).reduceToAll(problem == null ? job.size() : job.rank(), LEAST);
        if (failed == job.rank()) {
            System.err.println(program + ": " + problem);
            throw job.exit(code);
        }
        if (failed < job.size()) {
            job.world().barrier();
            throw new AssertionError("rank " + failed + " ends the job instead of arriving");
        }
    }
}
