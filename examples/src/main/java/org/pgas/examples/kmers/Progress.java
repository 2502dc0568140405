package org.pgas.examples.kmers;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Lines that show how far a long reading has come, one every two seconds.
 *
 * <p>What takes less than that shows nothing. Whole lines, so that the output of several ranks can be mixed. For one
 * thread.
 */
public final class Progress implements ReadListener {
    /** Columns of every line, so that they stand in columns. */
    public static final int WIDTH = 72;

    private static final long INTERVAL_NANOS = 2_000_000_000L;
    private static final String[] UNITS = {"B ", "kB", "MB", "GB", "TB", "PB", "EB"};

    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final long start;
    private long lastDrawn;
    private boolean drawn;
    private long done;
    private long total = -1;

    /** Draws to {@code out}; {@code nanoTime} is {@link System#nanoTime} or a clock of a test. */
    public Progress(PrintStream out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.lastDrawn = start;
    }

    @Override
    public void read(long newDone, long newTotal) {
        done = newDone;
        total = newTotal;
        long now = nanoTime.getAsLong();
        if (now - lastDrawn >= INTERVAL_NANOS) {
            lastDrawn = now;
            draw(now);
        }
    }

    /** Prints the last state, if ever one was printed. */
    public void finish() {
        if (drawn) {
            draw(nanoTime.getAsLong());
        }
    }

    private void draw(long now) {
        drawn = true;
        out.println(line(done, total, now - start).stripTrailing());
    }

    /** The line for {@code done} of {@code total} bytes after {@code elapsedNanos}; a negative total is unknown. */
    public static String line(long done, long total, long elapsedNanos) {
        double seconds = elapsedNanos / 1e9;
        double rate = seconds > 0 ? done / seconds : 0;
        String speed = bytes(rate) + "/s";
        String text = total < 0
                ? String.format(Locale.ROOT, "%s  %s  %s so far", bytes(done), speed, time(seconds))
                : String.format(Locale.ROOT, "%5.1f %%  %s of %s  %s  %s left", percent(done, total), bytes(done),
                        bytes(total), speed, rate > 0 ? time((total - done) / rate) : "   -:--");
        return String.format(Locale.ROOT, "%-" + WIDTH + "s", text);
    }

    private static double percent(long done, long total) {
        return total == 0 ? 100 : 100.0 * done / total;
    }

    private static String bytes(double count) {
        double value = count;
        int unit = 0;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%5.0f %s" : "%5.1f %s", value, UNITS[unit]);
    }

    private static String time(double seconds) {
        long s = Math.round(seconds);
        String text = s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
        return String.format(Locale.ROOT, "%7s", text);
    }
}
