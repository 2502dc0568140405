package org.pgas.faults.soak;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Team;

/**
 * The operations of one module, with the model that they are checked against. Made by the main strand of every rank, in
 * the same order.
 */
abstract class Operations {
    private final Stage stage;
    private final String name;
    private final LongAdder operations = new LongAdder();

    Operations(Stage stage, String name) {
        this.stage = stage;
        this.name = name;
    }

    /** As a line of the report names it. */
    final String name() {
        return name;
    }

    final Stage stage() {
        return stage;
    }

    final Job job() {
        return stage.job();
    }

    final Team world() {
        return stage.world();
    }

    final Rma rma() {
        return stage.world().rma();
    }

    final void count() {
        operations.increment();
    }

    /** Operations since this was asked last. */
    final long counted() {
        return operations.sumThenReset();
    }

    /** Whether strands may call {@link #burst}. */
    boolean isOneSided() {
        return true;
    }

    /** Some operations, complete on return; by any strand, at any time within a round, beside all others. */
    void burst(Strand strand) throws Exception {
        throw new UnsupportedOperationException(name);
    }

    /** Whether main strands may call {@link #together}. */
    boolean isCollective() {
        return false;
    }

    /** Some operations of all main strands, which have the same {@code shared} choices; beside bursts. */
    void together(SplittableRandom shared, Strand main) throws Exception {
        throw new UnsupportedOperationException(name);
    }

    /** Changes a byte behind the model's back, for the test of the comparison. */
    void damage(Strand main) {
        throw new UnsupportedOperationException(name);
    }

    /** Compares everything with the model; collective, by the main strand, while nobody does anything. */
    void verify(Strand main) {}

    /** Ends what was made; collective. */
    void close() {}
}
