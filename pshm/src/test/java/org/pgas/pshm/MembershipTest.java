package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JoinException;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.MessageRings;

class MembershipTest {
    @TempDir
    Path base;

    private record Given(Path directory) implements ConduitSettings {
        @Override
        public Duration joinTimeout() {
            return Duration.ofSeconds(20);
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
            return MessageRings.AUTO;
        }

        @Override
        public long messageRingBytes() {
            return 0;
        }

        @Override
        public Duration messageDeadline() {
            return Duration.ofSeconds(30);
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }
    }

    /** What the ranks got: a conduit, or the exception. */
    private List<Object> join(String... configurations) {
        HostedJob hosted = HostedJob.create(base, "j", configurations.length, Map.of());
        List<CompletableFuture<Object>> ranks = new ArrayList<>();
        for (int rank = 0; rank < configurations.length; rank++) {
            JoinRequest request = new JoinRequest("TEST", 0, hosted.directory(), null, rank, configurations.length,
                    false,
                    configurations[rank]);
            ranks.add(CompletableFuture.supplyAsync(() -> new PshmConduitProvider().join(request, new Given(base)),
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        List<Object> results = new ArrayList<>();
        for (CompletableFuture<Object> rank : ranks) {
            try {
                results.add(rank.join());
            } catch (CompletionException e) {
                results.add(e.getCause());
            }
        }
        hosted.close();
        return results;
    }

    @Test
    @Timeout(30)
    void shouldRefuseOnEveryRankWhenConfigurationsDiffer() {
        for (Object result : join("release 1", "release 1", "release 2")) {
            String message = assertInstanceOf(JoinException.class, result).getMessage();
            assertTrue(message.contains("configuration") && message.contains("'release 1'")
                    && message.contains("'release 2'"), message);
        }
        assertFalse(Files.exists(base.resolve("j")), "the last to leave removes the files");
    }

    @Test
    @Timeout(30)
    void shouldJoinWhenConfigurationsAreTheSame() {
        for (Object result : join("release 1", "release 1")) {
            assertInstanceOf(Conduit.class, result).leave();
        }
        assertFalse(Files.exists(JobDirectory.ofUser(base)));
    }
}
