package org.pgas.launch;

import java.time.Duration;
import java.util.Locale;

/** Numbers for people, each in a few characters. */
final class Figures {
    private static final String BINARY = "BKMGTPE";
    private static final String DECIMAL = " kMGTPE";

    private Figures() {}

    /** "0B", "999B", "1.5K", "640M": powers of 1024. */
    static String bytes(double bytes) {
        return scaled(bytes, 1024, BINARY);
    }

    /** "0", "999", "1.5k", "640M": powers of 1000. */
    static String count(double count) {
        return scaled(count, 1000, DECIMAL).strip();
    }

    private static String scaled(double value, int base, String units) {
        double rest = value;
        int unit = 0;
        // what would be rounded up to the next unit's 1 is that
        while (rest >= base - 0.5 && unit < units.length() - 1) {
            rest /= base;
            unit++;
        }
        boolean fraction = unit > 0 && rest < 9.95 || unit == 0 && rest != Math.rint(rest) && rest < 9.95;
        return String.format(Locale.ROOT, fraction ? "%.1f" : "%.0f", rest) + units.charAt(unit);
    }

    /** "350 us", "12 ms", "3.2 s", "4m10s", "2h05m", "3d04h". */
    static String time(long nanos) {
        if (nanos < 1_000_000) {
            return nanos / 1000 + " us";
        }
        if (nanos < 1_000_000_000) {
            return nanos / 1_000_000 + " ms";
        }
        if (nanos < 60_000_000_000L) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(nanos / 1e8) / 10);
        }
        Duration time = Duration.ofNanos(nanos);
        if (time.toMinutes() < 60) {
            return String.format(Locale.ROOT, "%dm%02ds", time.toMinutes(), time.toSecondsPart());
        }
        return time.toHours() < 24
                ? String.format(Locale.ROOT, "%dh%02dm", time.toHours(), time.toMinutesPart())
                : String.format(Locale.ROOT, "%dd%02dh", time.toDays(), time.toHoursPart());
    }
}
