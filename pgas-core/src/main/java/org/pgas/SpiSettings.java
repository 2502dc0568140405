package org.pgas;

import java.nio.file.Path;
import java.time.Duration;

import org.pgas.spi.ConduitSettings;
import org.pgas.spi.MessageRings;

/** The settings a conduit needs, resolved. */
record SpiSettings(Path directory, Duration joinTimeout, Duration exitGrace, long roomBytes,
        MessageRings messageRings, long messageRingBytes, Duration messageDeadline,
        java.util.Map<String, String> environment)
        implements
            ConduitSettings {
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(1);

    SpiSettings(Settings settings) {
        this(
                settings.path(Setting.DIR),
                settings.duration(Setting.JOIN_TIMEOUT, Duration.ofSeconds(60)),
                shorter(settings.duration(Setting.EXIT_GRACE, LONGEST_GRACE), LONGEST_GRACE),
                settings.bytes(Setting.ROOM, Long.MAX_VALUE),
                settings.messageRings(),
                settings.bytes(Setting.AM_RING, 0),
                settings.duration(Setting.AM_DEADLINE, Duration.ofSeconds(30)),
                settings.environment());
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
