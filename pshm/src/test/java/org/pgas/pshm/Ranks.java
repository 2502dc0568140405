package org.pgas.pshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.MessageRings;

/** Ranks that are threads of the test. */
final class Ranks {
    /** Long enough for ranks that join at once; a test that waits for it in vain pays it. */
    private static final Duration JOIN_TIMEOUT = Duration.ofMillis(500);

    private Ranks() {}

    /** An executor with a thread for every task, so that those that wait for each other all run. */
    static void start(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    static Membership join(Path directory, int rank, int size) {
        return join(new JoinRequest("TEST", 0, directory, null, rank, size, false, "configuration"));
    }

    static Membership join(JoinRequest request) {
        return (Membership) new PshmConduitProvider().join(request, settings());
    }

    private static ConduitSettings settings() {
        return settings(MessageRings.AUTO, 0, 30);
    }

    static ConduitSettings settings(MessageRings rings, long ringBytes, int deadlineSeconds) {
        return new ConduitSettings() {
            @Override
            public Path directory() {
                return null;
            }

            @Override
            public Duration joinTimeout() {
                return JOIN_TIMEOUT;
            }

            @Override
            public Duration exitGrace() {
                return Duration.ofMillis(100);
            }

            @Override
            public long roomBytes() {
                return Long.MAX_VALUE;
            }

            @Override
            public MessageRings messageRings() {
                return rings;
            }

            @Override
            public long messageRingBytes() {
                return ringBytes;
            }

            @Override
            public Duration messageDeadline() {
                return Duration.ofSeconds(deadlineSeconds);
            }

            @Override
            public Map<String, String> environment() {
                return Map.of();
            }
        };
    }
}
