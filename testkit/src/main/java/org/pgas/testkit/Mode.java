package org.pgas.testkit;

/** What the ranks of a {@link RankTest} are. */
public enum Mode {
    /** Threads of the JVM that runs the tests: quick, easy to debug, and the same transport. */
    THREADS("threads"),
    /** JVMs of their own, as in a real job. */
    PROCESSES("processes");

    private final String text;

    Mode(String text) {
        this.text = text;
    }

    /** In lower case, as in display names. */
    @Override
    public String toString() {
        return text;
    }
}
