package org.pgas.examples.kv;

import java.util.function.Function;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/** Whether all ranks have done what they had to do. */
final class Agreement {
    private static final Reduction LEAST = Reduction.of(DataType.I64, Opcode.MIN);

    private Agreement() {}

    /** Runs something; answers what it threw, or null. */
    static RuntimeException of(Runnable step) {
        try {
            step.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /**
     * Collective. Returns when no rank has a problem. Otherwise it throws on every rank: what {@code failure} makes of
     * this rank's problem, or of a sentence that names the lowest rank that has one.
     */
    static void check(Team team, RuntimeException problem, Function<RuntimeException, RuntimeException> failure) {
        long failed = Collectives.of(team).reduceToAll(problem == null ? team.size() : team.rank(), LEAST);
        if (problem != null) {
            throw failure.apply(problem);
        }
        if (failed < team.size()) {
            throw failure.apply(new IllegalStateException("rank " + failed + " has failed, and says why"));
        }
    }
}
