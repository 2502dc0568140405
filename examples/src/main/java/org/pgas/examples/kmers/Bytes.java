package org.pgas.examples.kmers;

import java.util.Locale;

/** Shows bytes to people where text was expected. */
final class Bytes {
    private Bytes() {}

    static String describe(int value) {
        if (value == '\t') {
            return "a tab";
        }
        String hex = String.format(Locale.ROOT, "byte 0x%02X", value);
        return isPrintable(value) ? "'" + (char) value + "' (" + hex + ")" : hex;
    }

    /** The bytes in hexadecimal and, dots for what has no picture, as text. */
    static String describe(byte[] values) {
        StringBuilder hex = new StringBuilder();
        StringBuilder text = new StringBuilder();
        for (byte value : values) {
            hex.append(String.format(Locale.ROOT, "%02X ", value));
            text.append(isPrintable(value) ? (char) value : '.');
        }
        return hex + "(\"" + text + "\")";
    }

    private static boolean isPrintable(int value) {
        return value >= ' ' && value <= '~';
    }
}
