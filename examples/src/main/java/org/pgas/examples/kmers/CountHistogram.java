package org.pgas.examples.kmers;

import java.util.Locale;

import org.pgas.examples.chart.Bar;

/**
 * How many distinct k-mers occur once, twice, and so on, as bins to add up and as a picture for a terminal.
 *
 * <p>Bins are plain longs, so the histograms of several ranks add up element by element.
 */
public final class CountHistogram {
    /** Bins 0 to 9 are for 1 to 10 occurrences, the others for more, by powers of ten. */
    public static final int BINS = 19;

    private static final int SINGLE_BINS = 10;
    private static final String LABEL_HEAD = "occurrences";
    private static final String COUNT_HEAD = "distinct k-mers";

    private CountHistogram() {}

    /** The bin of a k-mer that occurs {@code occurrences} times, 1 or more. */
    public static int bin(long occurrences) {
        if (occurrences < 1) {
            throw new IllegalArgumentException("occurrences is " + occurrences + ", legal is 1 or more");
        }
        if (occurrences <= SINGLE_BINS) {
            return (int) occurrences - 1;
        }
        int bin = SINGLE_BINS;
        for (long end = 100; occurrences > end && bin < BINS - 1; end *= 10) {
            bin++;
        }
        return bin;
    }

    /**
     * Draws bins in lines of exactly {@code width} columns, 60 or more. Bars are to scale, but no bin with k-mers is
     * without one; empty bins behind the last k-mer are left out.
     */
    public static String render(long[] bins, int width) {
        long all = sum(bins);
        if (all == 0) {
            return "no k-mers\n";
        }
        int labelWidth = Math.max(LABEL_HEAD.length(), label(lastBin(bins)).length());
        int countWidth = Math.max(COUNT_HEAD.length(), grouped(all).length());
        String format = "%" + labelWidth + "s  %" + countWidth + "s  %8s  ";
        int barWidth = Math.max(1, width - labelWidth - countWidth - 14);
        StringBuilder out = new StringBuilder();
        line(out, String.format(Locale.ROOT, format, LABEL_HEAD, COUNT_HEAD, "share"), "", barWidth);
        for (int bin = 0; bin <= lastBin(bins); bin++) {
            String share = String.format(Locale.ROOT, "%.2f %%", 100.0 * bins[bin] / all);
            String head = String.format(Locale.ROOT, format, label(bin), grouped(bins[bin]), share);
            line(out, head, Bar.of(bins[bin], max(bins), barWidth), barWidth);
        }
        return out.toString();
    }

    private static void line(StringBuilder out, String head, String bar, int barWidth) {
        out.append(head).append(bar).repeat(' ', barWidth - bar.length()).append('\n');
    }

    private static String label(int bin) {
        if (bin < SINGLE_BINS) {
            return Integer.toString(bin + 1);
        }
        long power = (long) Math.pow(10, bin - SINGLE_BINS + 1);
        return bin == BINS - 1 ? "over " + grouped(power) : "to " + grouped(10 * power);
    }

    private static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static int lastBin(long[] bins) {
        int last = bins.length - 1;
        while (bins[last] == 0) {
            last--;
        }
        return last;
    }

    private static long sum(long[] bins) {
        long sum = 0;
        for (long bin : bins) {
            sum += bin;
        }
        return sum;
    }

    private static long max(long[] bins) {
        long max = 0;
        for (long bin : bins) {
            max = Math.max(max, bin);
        }
        return max;
    }
}
