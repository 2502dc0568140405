package org.pgas.examples.kmers;

import java.util.Locale;

/** Shows bytes to people who expected text. */
final class Bytes {
    private Bytes() {}

    static String describe(final int value) {
        if (value == '\t') {
            return "a tab";
        }
        final String hex = String.format(Locale.ROOT, "byte 0x%02X", value);
        return isPrintable(value) ? "'" + (char) value + "' (" + hex + ")" : hex;
    }

    /** The bytes in hexadecimal and, dots for what has no picture, as text. */
    static String describe(final byte[] values) {
        final StringBuilder hex = new StringBuilder();
        final StringBuilder text = new StringBuilder();
        for (final byte value : values) {
            hex.append(String.format(Locale.ROOT, "%02X ", value));
            text.append(isPrintable(value) ? (char) value : '.');
        }
        return hex + "(\"" + text + "\")";
    }

    private static boolean isPrintable(final int value) {
        return value >= ' ' && value <= '~';
    }
}
