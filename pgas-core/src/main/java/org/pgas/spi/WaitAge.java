package org.pgas.spi;

/**
 * How old a wait of a rank was when it was read. Clocks of processes on different hosts have nothing in common, so
 * a rank that hands a wait over tells ages by the clock of its rank, and they are compared with other times by that of
 * the process that has read them. On one host both are the same clock, and the ages are exact; over a network they are
 * such that no wait seems older than it is, and no look more recent.
 *
 * @param number what tells the wait from the others of its rank: its begin by that rank's clock, to be compared with
 *        numbers of the same rank only
 * @param nanos how long it had lasted
 * @param lookedNanos how long before was its latest look, at which the rank that is waited for had yet to make a call
 *        for it; {@link #NEVER} when it has not looked
 * @param at {@code System.nanoTime} of this process when that was so
 */
public record WaitAge(long number, long nanos, long lookedNanos, long at) {
    /** The age of a look that never was. */
    public static final long NEVER = Long.MAX_VALUE;

    /** When it began, by the clock of this process. */
    public long begun() {
        return at - nanos;
    }

    /** Whether its latest look was later than a time, by the clock of this process. */
    public boolean hasLookedSince(long time) {
        return at - time > lookedNanos;
    }

    /** Whether it is the same wait of the same rank, read at another time. */
    public boolean isOfSameWait(WaitAge other) {
        return number == other.number;
    }
}
