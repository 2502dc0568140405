package org.pgas.meter;

/**
 * How long rows are measured.
 *
 * @param repetitions how many runs count
 * @param runNanos how long a run takes
 * @param warmNanos how long a row is warmed up at least: the compiler has the core of the rank that it compiles for,
 *        and until it is done, runs agree with each other too
 */
public record Timing(int repetitions, long runNanos, long warmNanos) {
    /** For a library whose calls take long, and so are compiled late. */
    public Timing warmFor(long nanos) {
        return new Timing(repetitions, runNanos, Math.max(nanos, warmNanos));
    }
}
