package org.pgas.compare.scaling;

/**
 * What a rank does to a cache line: it writes it, waits until the line has been written a number of times, or looks
 * whether it has been.
 */
sealed interface Step {
    /** Number of the line; lines of all ranks are numbered together. */
    int line();

    /** One more write of the line, for which the rank must have the line alone. */
    record Write(int line) implements Step {}

    /** Reads the line until it has been written {@code times} times since the beginning. */
    record Await(int line, int times) implements Step {}

    /** Reads the line once, and passes over the next steps if it has been written fewer times than that. */
    record Look(int line, int times, int passedOver) implements Step {}

    /** Counts on in the line, and passes over the next steps unless that was the last of so many. */
    record Count(int line, int all, int passedOver) implements Step {}

    /** Writes the line, or passes over the next steps if it has been written so many times already. */
    record Raise(int line, int times, int passedOver) implements Step {}
}
