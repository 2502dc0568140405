package org.pgas.compare.programs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A program, or a set of them, that measures rows with one or more libraries. */
public interface Program {
    /** For people: "Open MPI". */
    String title();

    /** The identifiers of the libraries it measures. */
    List<String> libraries();

    /**
     * Compiles what has to be compiled, and finds out whether it can be started here.
     *
     * @return why it cannot, with the remedy; empty when it can
     */
    Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException;

    /** Exact version, of a program that is prepared; "" where there is none to tell. */
    String version();

    /** Whether there is anything that it measures with so many ranks: most measure with any even number up to 64. */
    default boolean takes(int ranks) {
        return ranks % 2 == 0 && ranks <= 64;
    }

    /** The processes to start side by side for so many ranks. */
    List<Start> starts(int ranks, Selection selection);

    /** The processes of an empty job; none where that is not measured. */
    List<Start> hello(int ranks, Selection selection);

    /** Whether the first empty job may have to build what it starts. */
    default boolean mayBuild() {
        return false;
    }

    /** The line by the comparison's names. */
    default Line named(Line line) {
        return line;
    }
}
