package org.pgas.pshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.MessageRings;

/** Ranks that are threads of the test. */
final class Ranks {
    /** However slow the host is. */
    private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(5);

    /** For those that wait for ranks that never come. */
    private static final Duration SHORT_JOIN_TIMEOUT = Duration.ofMillis(200);

    private Ranks() {}

    /** An executor with a thread for every task, so that those that wait for each other all run. */
    static void start(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    static Membership join(Path directory, int rank, int size) {
        return join(request(directory, rank, size));
    }

    /** Joins all ranks of a job; they wait for each other. */
    static List<Membership> joinAll(Path directory, int size) {
        return joinAll(directory, size, 1);
    }

    /** As {@link #joinAll(Path, int)}, in several neighbourhoods. */
    static List<Membership> joinAll(Path directory, int size, int neighbourhoods) {
        ConduitSettings settings = settings(MessageRings.AUTO, 0, 30, JOIN_TIMEOUT, null, neighbourhoods);
        List<CompletableFuture<Membership>> joining = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            JoinRequest request = request(directory, rank, size);
            joining.add(CompletableFuture.supplyAsync(
                    () -> (Membership) new PshmConduitProvider().join(request, settings), Ranks::start));
        }
        return joining.stream().map(CompletableFuture::join).toList();
    }

    static Membership join(JoinRequest request) {
        return join(request, JOIN_TIMEOUT);
    }

    /** Joins a job without a launcher. Its files go below {@code base}. */
    static Membership join(JoinRequest request, Path base) {
        return (Membership) new PshmConduitProvider().join(request,
                settings(MessageRings.AUTO, 0, 30, JOIN_TIMEOUT, base));
    }

    /** As {@link #join(Path, int, int)}, where the others do not come. */
    static Membership joinInVain(Path directory, int rank, int size) {
        return join(request(directory, rank, size), SHORT_JOIN_TIMEOUT);
    }

    private static JoinRequest request(Path directory, int rank, int size) {
        return new JoinRequest("TEST", 0, directory, null, rank, size, false, "configuration");
    }

    private static Membership join(JoinRequest request, Duration timeout) {
        return (Membership) new PshmConduitProvider().join(request, settings(MessageRings.AUTO, 0, 30, timeout));
    }

    static ConduitSettings settings(MessageRings rings, long ringBytes, int deadlineSeconds) {
        return settings(rings, ringBytes, deadlineSeconds, JOIN_TIMEOUT);
    }

    private static ConduitSettings settings(
            MessageRings rings, long ringBytes, int deadlineSeconds, Duration joinTimeout) {
        return settings(rings, ringBytes, deadlineSeconds, joinTimeout, null);
    }

    private static ConduitSettings settings(
            MessageRings rings, long ringBytes, int deadlineSeconds, Duration joinTimeout, Path base) {
        return settings(rings, ringBytes, deadlineSeconds, joinTimeout, base, 1);
    }

    private static ConduitSettings settings(MessageRings rings, long ringBytes, int deadlineSeconds,
            Duration joinTimeout, Path base, int neighbourhoods) {
        return new ConduitSettings() {
            @Override
            public int neighbourhoods() {
                return neighbourhoods;
            }

            /** Tests damage files by their names. */
            @Override
            public boolean keepsNames() {
                return true;
            }

            @Override
            public Path directory() {
                return base;
            }

            @Override
            public Duration joinTimeout() {
                return joinTimeout;
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
            public boolean checked() {
                return false;
            }

            @Override
            public Map<String, String> environment() {
                return Map.of();
            }
        };
    }
}
