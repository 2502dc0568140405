package org.pgas.compare;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers as the tables show them. */
final class Figure {
    private Figure() {}

    /** With three digits, or all before the point. */
    static String of(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%.0f", value);
    }

    static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    static String grouped(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** As it is parsed again: all digits, and no marks between them. */
    static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** "8 B", "64 KiB", "16 MiB"; "" for a row that has no size. */
    static String bytes(long bytes) {
        if (bytes == 0) {
            return "";
        }
        return bytes % 1024 != 0
                ? bytes + " B"
                : bytes % (1 << 20) != 0 ? bytes / 1024 + " KiB" : bytes / (1 << 20) + " MiB";
    }
}
