package org.pgas.compare.peers;

/** What a row measures: some operation, {@code times} times. */
@FunctionalInterface
interface Body {
    void run(long times);

    /** Called on all ranks before each run, before the barrier from which it is timed. */
    default void prepare(long times) {}
}
