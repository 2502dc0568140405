package org.pgas.testkit;

import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Something that can run a {@link Body}, as its starter sees it. No method blocks for long. */
sealed interface Rank permits ThreadRank, ProcessRank {
    /** Runs the body; calls {@code whenDone} once, by another thread, however it ends. */
    void start(Assignment assignment, Consumer<Outcome> whenDone);

    /** What the body has printed so far, where that is known. */
    String output();

    /** Stack traces, for people. Completes late or never if the rank is in a bad way. */
    Future<String> dump();

    /** Stops the body by force; says what that took. */
    String stop();
}
