package org.pgas.bench.rows;

import java.util.List;

/**
 * How long rows are measured. The same on all ranks of a job.
 *
 * @param runNanos of one sample
 * @param samples of a row in one job
 * @param warmNanos of shortest warm-up of a row
 * @param longestWarmNanos after which a row is measured however unsteady it is
 * @param singles operations that are timed one by one, for percentiles
 * @param fewSizes whether only a few sizes are measured
 */
public record Timing(long runNanos, int samples, long warmNanos, long longestWarmNanos, int singles, boolean fewSizes) {
    /** For figures to keep: about half a second a row. */
    public static final Timing FULL = new Timing(20_000_000, 5, 200_000_000, 1_000_000_000, 20_000, false);

    /** For a first look: about a third of a second a row. What is compiled late may not have been compiled by then. */
    public static final Timing QUICK = new Timing(4_000_000, 3, 200_000_000, 500_000_000, 1_000, true);

    /** The sizes to measure: all, or the first, the middle and the last one. */
    List<Integer> sizes(Integer... all) {
        return fewSizes && all.length > 3 ? List.of(all[0], all[all.length / 2], all[all.length - 1]) : List.of(all);
    }
}
