package org.pgas.bench.rows;

/**
 * Takes the results of what is measured, so that the compiler cannot leave out the work that they come from. One for
 * each rank.
 */
final class Sink {
    /** Written by the thread that measures; read by nobody. */
    private volatile long taken;

    void take(long result) {
        taken = result;
    }

    @Override
    public String toString() {
        return Long.toString(taken);
    }
}
