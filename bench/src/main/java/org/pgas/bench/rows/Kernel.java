package org.pgas.bench.rows;

/** What a row measures. */
@FunctionalInterface
interface Kernel {
    /** Does it so many times; returns how many operations that were. */
    long run(long times);
}
