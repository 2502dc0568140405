package org.pgas.compare.scaling;

/** What a rank does to a cache line: it writes it, or it waits until the line has been written a number of times. */
sealed interface Step {
    /** Number of the line; lines of all ranks are numbered together. */
    int line();

    /** One more write of the line, for which the rank must have the line alone. */
    record Write(int line) implements Step {}

    /** Reads the line until it has been written {@code times} times since the beginning. */
    record Await(int line, int times) implements Step {}
}
