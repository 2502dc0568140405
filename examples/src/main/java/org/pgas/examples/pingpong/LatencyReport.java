package org.pgas.examples.pingpong;

import java.util.Locale;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.pgas.examples.chart.Bar;

/** Shows recorded nanoseconds as percentiles and as a picture for a terminal. */
public final class LatencyReport {
    /** Rows between the least value and percentile 99; what is above is in one more. */
    private static final int ROWS = 12;

    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final int BAR_COLUMNS = 40;

    private LatencyReport() {}

    /** One line: least, percentiles, largest, in microseconds. */
    public static String percentiles(Histogram nanos) {
        StringBuilder line = new StringBuilder("us: min ").append(micros(nanos.getMinValue()));
        for (double percentile : PERCENTILES) {
            line.append("  p")
                    .append(percentile == Math.rint(percentile) ? Integer.toString((int) percentile) : percentile)
                    .append(' ').append(micros(nanos.getValueAtPercentile(percentile)));
        }
        return line.append("  max ").append(micros(nanos.getMaxValue())).append('\n').toString();
    }

    /**
     * Lines from the least value to percentile 99, of which each reaches as many times further than the one before, and
     * one for the rest; each with its count and a bar.
     */
    public static String picture(Histogram nanos) {
        long[] ends = ends(nanos);
        long[] counts = counts(nanos, ends);
        long most = 0;
        for (long count : counts) {
            most = Math.max(most, count);
        }
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row <= ROWS; row++) {
            String label = row < ROWS ? "to " + micros(ends[row]) : "above";
            lines.append(String.format(Locale.ROOT, "%14s us  %,11d  %s", label, counts[row],
                    Bar.of(counts[row], most, BAR_COLUMNS)).stripTrailing()).append('\n');
        }
        return lines.toString();
    }

    /** Each row's end, which is not in it. */
    private static long[] ends(Histogram nanos) {
        long least = Math.max(1, nanos.getMinValue());
        double factor = Math.pow((nanos.getValueAtPercentile(99) + 1.0) / least, 1.0 / ROWS);
        long[] ends = new long[ROWS];
        long end = least;
        for (int row = 0; row < ROWS; row++) {
            end = Math.max(end + 1, Math.round(least * Math.pow(factor, row + 1)));
            ends[row] = end;
        }
        return ends;
    }

    private static long[] counts(Histogram nanos, long[] ends) {
        long[] counts = new long[ROWS + 1];
        for (HistogramIterationValue value : nanos.recordedValues()) {
            int row = 0;
            while (row < ROWS && value.getValueIteratedTo() >= ends[row]) {
                row++;
            }
            counts[row] += value.getCountAtValueIteratedTo();
        }
        return counts;
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e3);
    }
}
