package org.pgas.compare.peers;

/**
 * How long rows are measured.
 *
 * @param repetitions how many runs count
 * @param runNanos how long a run takes
 * @param warmNanos how long a row is warmed up at least
 */
record Timing(int repetitions, long runNanos, long warmNanos) {
    /** For a library whose calls take long, and so are compiled late. */
    Timing warmFor(long nanos) {
        return new Timing(repetitions, runNanos, Math.max(nanos, warmNanos));
    }
}
