package org.pgas.rank;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;

/**
 * What a program does that is legal, or that nobody can refuse, and that it hardly means. Each kind is off, a warning
 * of the logger {@code org.pgas}, or an error: the end of the job, or, of what is found when the job is left, an
 * exception of close.
 *
 * <p>Any thread.
 */
public final class Warnings {
    /** What becomes of one kind. */
    enum Mode {
        OFF,
        WARN,
        PANIC;

        /** The one that a setting names, in any case; null is WARN. */
        static Mode of(String text) {
            return text == null ? WARN : valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /** The logger's name. Read through {@link System.Logger} alone, so that programs decide where it goes. */
    public static final String LOGGER = "org.pgas";

    private static final List<Setting> KINDS = List.of(Setting.WARN_WAIT, Setting.WARN_COLLECTIVES,
            Setting.WARN_EVENTS, Setting.WARN_FAR);

    private final JobEnd jobEnd;
    private final Map<Setting, Mode> modes = new EnumMap<>(Setting.class);
    private final long longWaitNanos;

    public Warnings(Settings settings, Conduit conduit) {
        jobEnd = conduit.end();
        for (Setting kind : KINDS) {
            modes.put(kind, Mode.of(settings.text(kind)));
        }
        longWaitNanos = settings.duration(Setting.WARN_WAIT_AFTER, Duration.ofSeconds(30)).toNanos();
    }

    public boolean isOff(Setting kind) {
        return modes.get(kind) == Mode.OFF;
    }

    /** How long a wait may take before it is told of. */
    public long longWaitNanos() {
        return longWaitNanos;
    }

    /** Tells of it, or ends the job, as the setting says. */
    public void raise(Setting kind, String message) {
        switch (modes.get(kind)) {
            case OFF -> {
            }
            case WARN -> log(message + " [" + kind.key() + "]");
            case PANIC -> throw jobEnd.fail(message + " [" + kind.key() + "=panic]");
        }
    }

    /** As {@link #raise}, where the job may be left already: returns the panic as an exception to throw, else null. */
    public PgasException raised(Setting kind, String message) {
        if (modes.get(kind) == Mode.PANIC) {
            return Refusals.OF_NO_RANK.failure(ErrorCode.BAD_ARGUMENT, message + " [" + kind.key() + "=panic]");
        }
        raise(kind, message);
        return null;
    }

    public static void log(String message) {
        System.getLogger(LOGGER).log(System.Logger.Level.WARNING, message);
    }

    public static void error(String message, Throwable thrown) {
        System.getLogger(LOGGER).log(System.Logger.Level.ERROR, message, thrown);
    }
}
