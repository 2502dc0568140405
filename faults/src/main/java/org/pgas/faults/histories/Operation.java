package org.pgas.faults.histories;

/**
 * One call that a rank has made. A rank makes one after the other.
 *
 * @param result 0 where there is none
 * @param begin the clock before the call, in nanoseconds
 * @param end the clock behind it; {@link #PENDING} if it has not returned, and then the result is unknown
 * @param alone whether no call of another rank overlaps that may have been in its way: see {@link Overlaps}
 */
record Operation(int rank, Call call, long result, long begin, long end, boolean alone) {
    /** The end of a call that has not returned. */
    static final long PENDING = Long.MAX_VALUE;

    boolean isPending() {
        return end == PENDING;
    }

    /** Whether it can have given that result: one that is unknown can be any. */
    boolean canHaveGiven(long answer) {
        return isPending() || result == answer;
    }

    /** The same when it has not returned. */
    Operation pending() {
        return new Operation(rank, call, 0, begin, PENDING, alone);
    }

    Operation alone(boolean isAlone) {
        return new Operation(rank, call, result, begin, end, isAlone);
    }

    /** For people, with times since {@code origin}. */
    String words(long origin) {
        return String.format(java.util.Locale.ROOT, "rank %d  %-40s %s", rank, call.words()
                + (call.kind().answers() && !isPending() ? " = " + result : ""),
                isPending() ? String.format(java.util.Locale.ROOT, "from %.1f us, under way", micros(begin - origin))
                        : String.format(java.util.Locale.ROOT, "from %.1f to %.1f us", micros(begin - origin),
                                micros(end - origin)));
    }

    private static double micros(long nanos) {
        return nanos / 1_000.0;
    }
}
