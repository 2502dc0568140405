package org.pgas.examples.exchange;

import java.util.Arrays;
import java.util.Locale;

/**
 * How long epochs took, in microseconds.
 *
 * @param fastest what the paper reports
 * @param median the middle one, or the mean of the two middle ones
 * @param batch epochs between two looks at the clock: with more than one, a time is the mean of a batch
 */
public record EpochTimes(double fastest, double median, int batch) {
    /** Of batches that took so many nanoseconds. */
    public static EpochTimes of(long[] nanos, int batch) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("no epochs");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        double middle = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
        return new EpochTimes(sorted[0] / 1e3 / batch, middle / 1e3 / batch, batch);
    }

    /** Such as "0.52 (0.61)": fastest and median. */
    @Override
    public String toString() {
        return digits(fastest) + " (" + digits(median) + ")";
    }

    private static String digits(double micros) {
        return String.format(Locale.ROOT, micros < 9.995 ? "%.2f" : micros < 99.95 ? "%.1f" : "%.0f", micros);
    }
}
