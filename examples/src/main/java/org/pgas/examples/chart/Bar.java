package org.pgas.examples.chart;

/** A horizontal bar of block characters, to an eighth of a column. */
public final class Bar {
    private static final String[] EIGHTHS = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

    private Bar() {}

    /** A bar of {@code width} columns for {@code max}; to scale, but no value above 0 is without one. */
    public static String of(long value, long max, int width) {
        if (value == 0) {
            return "";
        }
        int eighths = Math.max(1, (int) Math.round(8.0 * width * value / max));
        return "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
    }
}
