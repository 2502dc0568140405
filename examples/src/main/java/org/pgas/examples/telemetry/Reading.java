package org.pgas.examples.telemetry;

import net.openhft.chronicle.bytes.Bytes;

/** A reading in bytes: a stop-bit number and a double. Readers take what they need of it, and make no object. */
public final class Reading {
    /** A number takes at most ten bytes. */
    public static final int MOST_BYTES = 10 + Double.BYTES;

    private Reading() {}

    public static void write(Bytes<?> out, long number, double celsius) {
        out.writeStopBit(number);
        out.writeDouble(celsius);
    }

    /** Takes a whole reading, and returns its temperature. */
    public static double readCelsius(Bytes<?> in) {
        in.readStopBit();
        return in.readDouble();
    }
}
