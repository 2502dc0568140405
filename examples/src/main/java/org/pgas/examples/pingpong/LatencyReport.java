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

    /** Lines of equal steps from the least value to percentile 99, and one for the rest, each with its count and a bar. */
    public static String picture(Histogram nanos) {
        long least = nanos.getMinValue();
        long step = Math.max(1, Math.ceilDiv(nanos.getValueAtPercentile(99) - least + 1, ROWS));
        long[] counts = counts(nanos, least, step);
        long most = 0;
        for (long count : counts) {
            most = Math.max(most, count);
        }
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row <= ROWS; row++) {
            String label = row < ROWS ? "to " + micros(least + (row + 1) * step) : "above";
            lines.append(String.format(Locale.ROOT, "%14s us  %,11d  %s", label, counts[row],
                    Bar.of(counts[row], most, BAR_COLUMNS)).stripTrailing()).append('\n');
        }
        return lines.toString();
    }

    private static long[] counts(Histogram nanos, long least, long step) {
        long[] counts = new long[ROWS + 1];
        for (HistogramIterationValue value : nanos.recordedValues()) {
            long row = Math.max(0, value.getValueIteratedTo() - least) / step;
            counts[(int) Math.min(row, ROWS)] += value.getCountAtValueIteratedTo();
        }
        return counts;
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e3);
    }
}
