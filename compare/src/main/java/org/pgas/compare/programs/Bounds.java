package org.pgas.compare.programs;

import java.time.Duration;

import org.pgas.meter.Timing;

/**
 * How long programs may take before they are ended: one that hangs must not hold up the others. What ends well takes a
 * small part of it.
 *
 * @param start of a job of few ranks that only starts and ends
 * @param build of whatever runs the script {@code pgas}, which may have to build first
 * @param least of a program that measures, besides its rows
 */
public record Bounds(Duration start, Duration build, Duration least) {
    /** Of a comparison. */
    public static final Bounds USUAL = new Bounds(Duration.ofSeconds(60), Duration.ofMinutes(20),
            Duration.ofMinutes(3));

    /** So many ranks start within the time of any job. */
    private static final int SMALL_JOB = 8;

    /** The most sizes that a row is measured at. */
    private static final int SIZES = 10;

    /** So many times what runs and warm-up are to take: before runs that count, some find out how long one takes. */
    private static final int FACTOR = 5;

    /** Of an empty job of so many ranks. */
    public Duration ofJob(int ranks) {
        return start.plusSeconds(2L * Math.max(0, ranks - SMALL_JOB));
    }

    /** Of a program of so many ranks that measures these rows, which have names; those it has not it leaves out. */
    public Duration ofRows(Selection selection, int ranks) {
        Timing timing = selection.timing().warmForRanks(ranks);
        long millis = (timing.repetitions() * timing.runNanos() + timing.warmNanos()) / 1_000_000;
        return least.plusMillis(FACTOR * SIZES * millis * selection.rows().size());
    }
}
