package org.pgas.join;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.MessageRings;

/** The settings a conduit needs, resolved. */
public record SpiSettings(Path directory, Duration joinTimeout, Duration exitGrace, boolean endsForAnyThread,
        long roomBytes,
        MessageRings messageRings, long messageRingBytes, Duration messageDeadline, boolean checked,
        java.util.Map<String, String> environment)
        implements
            ConduitSettings {
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(1);
    private static final Duration LEAST_JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** The start of a JVM takes a core for half a second to a second; others may want it too. */
    private static final Duration JOIN_TIMEOUT_OF_A_RANK = Duration.ofSeconds(3);

    /** @param ranks of the job */
    public SpiSettings(Settings settings, int ranks) {
        this(
                settings.path(Setting.DIR),
                settings.duration(Setting.JOIN_TIMEOUT,
                        defaultJoinTimeout(ranks, Runtime.getRuntime().availableProcessors())),
                shorter(settings.duration(Setting.EXIT_GRACE, LONGEST_GRACE), LONGEST_GRACE),
                settings.isOn(Setting.UNCAUGHT_ALL, false),
                settings.bytes(Setting.ROOM, Long.MAX_VALUE),
                rings(settings.text(Setting.AM_RINGS)),
                settings.bytes(Setting.AM_RING, 0),
                settings.duration(Setting.AM_DEADLINE, Duration.ofSeconds(30)),
                settings.isOn(Setting.CHECKS, false),
                settings.environment());
    }

    /** What {@link Setting#JOIN_TIMEOUT} says of its default. */
    public static Duration defaultJoinTimeout(int ranks, int cores) {
        Duration allOfACore = JOIN_TIMEOUT_OF_A_RANK.multipliedBy(Math.ceilDiv(ranks, cores));
        return allOfACore.compareTo(LEAST_JOIN_TIMEOUT) > 0 ? allOfACore : LEAST_JOIN_TIMEOUT;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static MessageRings rings(String text) {
        return text == null ? MessageRings.AUTO : MessageRings.valueOf(text.toUpperCase(Locale.ROOT));
    }
}
