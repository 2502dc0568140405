package org.pgas.faults.soak;

import java.util.Arrays;
import java.util.Locale;

/**
 * A number measured after each round, and whether it stays what it is once the first third of the rounds, the warm-up,
 * is over.
 *
 * @param name of what is measured
 * @param values by round
 * @param hours by round: when it was measured, by the clock on the wall
 */
record Series(String name, double[] values, double[] hours) {
    /** Slopes are of pairs of points; so there are not to be many. */
    private static final int MOST_POINTS = 300;

    /** Fewer rounds say nothing. */
    static final int FEWEST_ROUNDS = 30;

    private double[] third(int which) {
        int length = values.length / 3;
        return Arrays.copyOfRange(values, which * length, which == 2 ? values.length : (which + 1) * length);
    }

    static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double most(double[] numbers) {
        return Arrays.stream(numbers).max().orElseThrow();
    }

    /**
     * The median of the slopes between any two points after the warm-up (Theil and Sen), per hour: outliers do not move
     * it.
     */
    double slopePerHour() {
        double[] points = condensed(values);
        double[] times = condensed(hours);
        double[] slopes = new double[points.length * (points.length - 1) / 2];
        int count = 0;
        for (int i = 0; i < points.length; i++) {
            for (int j = i + 1; j < points.length; j++) {
                slopes[count++] = (points[j] - points[i]) / (times[j] - times[i]);
            }
        }
        return median(slopes);
    }

    /** Those after the warm-up, as medians of neighbours. */
    private static double[] condensed(double[] all) {
        double[] numbers = Arrays.copyOfRange(all, all.length / 3, all.length);
        int group = Math.ceilDiv(numbers.length, MOST_POINTS);
        double[] points = new double[numbers.length / group];
        Arrays.setAll(points, i -> median(Arrays.copyOfRange(numbers, i * group, (i + 1) * group)));
        return points;
    }

    /**
     * What tells that it grows; "" when it is flat: its slope is at most {@code perHour}, or makes no more than
     * {@code noise} of the time that was watched; and it is never more than {@code noise} and a tenth above what it was
     * in the middle third.
     */
    String growth(double noise, double perHour) {
        double slope = slopePerHour();
        double watched = slope * (hours[hours.length - 1] - hours[hours.length / 3]);
        double middle = most(third(1));
        double last = most(third(2));
        if (slope > perHour && watched > noise) {
            return String.format(Locale.ROOT, "grows by %,.0f an hour (more than %,.0f): %s", slope, perHour, this);
        }
        return last > middle + noise + middle / 10
                ? String.format(Locale.ROOT, "was at most %,.0f in the middle third, and %,.0f in the last: %s", middle,
                        last, this)
                : "";
    }

    /** What tells that it takes longer in the end; "" if the median of the last third is within the band. */
    String drift(double factor, double slack) {
        double middle = median(third(1));
        double last = median(third(2));
        return last > factor * middle + slack
                ? String.format(Locale.ROOT, "median of %,.0f in the middle third, %,.0f in the last: %s", middle, last,
                        this)
                : "";
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT,
                "%s: medians of thirds %,.0f, %,.0f, %,.0f; slope after the first %,.0f an hour",
                name, median(third(0)), median(third(1)), median(third(2)), slopePerHour());
    }
}
