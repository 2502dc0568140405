package org.pgas;

/** Numbers of bytes as messages and reports give them; {@link Settings#parseBytes} reads those that people give. */
public final class ByteSize {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    private static final int STEP = 1024;
    private static final int TENTHS = 10;

    private ByteSize() {}

    /**
     * In the largest unit of which there is at least one, powers of 1024 with one digit behind the point: "1023 bytes",
     * "1.5 MiB". Any thread; the same in every locale.
     *
     * @param bytes 0 or more
     */
    public static String text(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        // every rank makes some of these when it joins, and what formats numbers takes longer to load than the rest
        long tenths = Math.round(value * TENTHS);
        return unit == 0 ? bytes + " bytes" : tenths / TENTHS + "." + tenths % TENTHS + " " + UNITS[unit];
    }
}
