package org.pgas.bench;

import java.util.Locale;

import org.pgas.bench.rows.Unit;

/** Numbers as people read them. */
final class Figures {
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final double THOUSAND = 1000;

    private Figures() {}

    /** "8 B", "64 KiB", "65528 B", "23.5 GiB": powers of 1024; what is below a mebibyte is exact. */
    static String bytes(long bytes) {
        if (bytes < 1 << 20 && bytes % 1024 != 0) {
            return bytes + " B";
        }
        int power = 0;
        double value = bytes;
        while (value >= 1024 && power + 1 < BINARY.length) {
            value /= 1024;
            power++;
        }
        return (value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value))
                + " " + BINARY[power];
    }

    /** With three digits and a unit: "1.23 µs", "12.3 GB/s", "45.6 M/s". */
    static String of(double value, Unit unit) {
        return switch (unit) {
            case NANOSECONDS -> nanos(value);
            case MEGABYTES -> value >= THOUSAND
                    ? digits(value / THOUSAND) + " GB/s"
                    : value < 1 ? digits(value * THOUSAND) + " kB/s" : digits(value) + " MB/s";
            case MILLIONS -> value < 1 ? digits(value * THOUSAND) + " k/s" : digits(value) + " M/s";
        };
    }

    static String nanos(double nanos) {
        double value = nanos;
        int power = 0;
        // what would be rounded to 1000 belongs to the next unit
        while (value >= THOUSAND - 0.5 && power + 1 < TIMES.length) {
            value /= THOUSAND;
            power++;
        }
        return digits(value) + " " + TIMES[power];
    }

    /** Three of them, or all before the point, or as many as there are to the third behind it. */
    static String digits(double value) {
        double size = Math.abs(value);
        String format = size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : size >= 0.0995 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
