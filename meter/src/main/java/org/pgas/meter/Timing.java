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
    /** More ranks than this may share a core. */
    private static final int FEW_RANKS = 4;

    /** What each of more ranks adds to the warm-up. */
    private static final long WARM_NANOS_OF_RANK = 500_000_000L;

    /** For a library with calls that take long, and so are compiled late. */
    public Timing warmFor(long nanos) {
        return new Timing(repetitions, runNanos, Math.max(nanos, warmNanos));
    }

    /**
     * For so many ranks. Compilers of many share the cores with them: until they are done, single operations take
     * milliseconds.
     */
    public Timing warmForRanks(int ranks) {
        return ranks > FEW_RANKS ? warmFor(ranks * WARM_NANOS_OF_RANK) : this;
    }
}
