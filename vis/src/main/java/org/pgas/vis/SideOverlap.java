package org.pgas.vis;

import java.util.Arrays;

import org.pgas.regions.Regions;

/** Finds bytes that a transfer would both read and write, where both sides are in one memory. */
final class SideOverlap {
    /** None, or too many runs to tell. */
    static final long NONE = -1;

    /** So many runs of both sides together are looked at. */
    private static final long MOST_RUNS = 1 << 20;

    private SideOverlap() {}

    /**
     * The first run of {@code source} that has a byte in common with {@code target}, or {@link #NONE}. The runs of the
     * target must not overlap each other.
     *
     * @param distance from the place that the target is relative to, to that of the source
     */
    static long find(Regions source, Regions target, long distance) {
        if (source.low() + distance >= target.high() || source.high() + distance <= target.low()
                || source.runs() + target.runs() > MOST_RUNS) {
            return NONE;
        }
        long[] starts = new long[(int) target.runs()];
        Arrays.setAll(starts, target::offset);
        Arrays.sort(starts);
        long[] ends = new long[starts.length];
        for (int run = 0; run < ends.length; run++) {
            ends[Arrays.binarySearch(starts, target.offset(run))] = target.offset(run) + target.length(run);
        }
        for (long run = 0; run < source.runs(); run++) {
            long start = source.offset(run) + distance;
            if (endBefore(starts, ends, start + source.length(run)) > start) {
                return run;
            }
        }
        return NONE;
    }

    /** Where the last target run that begins before {@code limit} ends. */
    private static long endBefore(long[] starts, long[] ends, long limit) {
        int place = Arrays.binarySearch(starts, limit);
        int last = (place >= 0 ? place : -place - 1) - 1;
        return last < 0 ? Long.MIN_VALUE : ends[last];
    }
}
