package org.pgas;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.pgas.spi.Conduit;

/**
 * What a program does that is legal, or that nobody can refuse, and that it hardly means. Each kind is off, a warning of the logger
 * {@code org.pgas}, or an error: the end of the job, or, of what is found when the job is left, an exception of close.
 *
 * <p>Any thread.
 */
final class Warnings {
    /** What becomes of one kind. */
    enum Mode {
        OFF,
        WARN,
        PANIC
    }

    /** The logger's name. Read through {@link System.Logger} alone, so that programs decide where it goes. */
    static final String LOGGER = "org.pgas";

    private static final List<Setting> KINDS = List.of(Setting.WARN_WAIT, Setting.WARN_COLLECTIVES,
            Setting.WARN_EVENTS);

    private final Conduit conduit;
    private final Map<Setting, Mode> modes = new EnumMap<>(Setting.class);
    private final long longWaitNanos;

    Warnings(Settings settings, Conduit conduit) {
        this.conduit = conduit;
        for (Setting kind : KINDS) {
            modes.put(kind, settings.warning(kind));
        }
        longWaitNanos = settings.duration(Setting.WARN_WAIT_AFTER, Duration.ofSeconds(30)).toNanos();
    }

    boolean isOff(Setting kind) {
        return modes.get(kind) == Mode.OFF;
    }

    /** How long a wait may take before it is told of. */
    long longWaitNanos() {
        return longWaitNanos;
    }

    /** Tells of it, or ends the job, as the setting says. */
    void raise(Setting kind, String message) {
        switch (modes.get(kind)) {
            case OFF -> {
            }
            case WARN -> log(message + " [" + kind.key() + "]");
            case PANIC -> throw conduit.fail(message + " [" + kind.key() + "=panic]");
        }
    }

    /** As {@link #raise}, where the job may be left already: the panic is an exception to throw, and otherwise the result is null. */
    PgasException raised(Setting kind, String message) {
        if (modes.get(kind) == Mode.PANIC) {
            return new PgasException(ErrorCode.BAD_ARGUMENT, message + " [" + kind.key() + "=panic]");
        }
        raise(kind, message);
        return null;
    }

    static void log(String message) {
        System.getLogger(LOGGER).log(System.Logger.Level.WARNING, message);
    }

    static void error(String message, Throwable thrown) {
        System.getLogger(LOGGER).log(System.Logger.Level.ERROR, message, thrown);
    }
}
