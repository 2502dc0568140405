package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.JobEndedException;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.MappedSegment;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageRings;
import org.pgas.spi.MessageTransport;

class MembershipTest {
    @TempDir
    Path base;

    private record Given(Path directory, long messageRingBytes, Duration messageDeadline) implements ConduitSettings {
        @Override
        public Duration joinTimeout() {
            return Duration.ofMinutes(5);
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
        public boolean checked() {
            return false;
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }
    }

    /** What the ranks got: a conduit, or the exception. */
    private List<Object> join(String... configurations) {
        return join(configurations, new long[configurations.length]);
    }

    private List<Object> join(String[] configurations, long... ringBytes) {
        HostedJob hosted = HostedJob.create(base, "j", configurations.length, Map.of());
        List<CompletableFuture<Object>> ranks = new ArrayList<>();
        for (int rank = 0; rank < configurations.length; rank++) {
            JoinRequest request = new JoinRequest("TEST", 0, hosted.directory(), null, rank, configurations.length,
                    false,
                    configurations[rank]);
            Given settings = new Given(base, ringBytes[rank], Duration.ofMillis(300));
            ranks.add(CompletableFuture.supplyAsync(() -> new PshmConduitProvider().join(request, settings),
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
    void shouldRefuseOnEveryRankWhenConfigurationsDiffer() {
        for (Object result : join("release 1", "release 1", "release 2")) {
            String message = assertInstanceOf(JoinException.class, result).getMessage();
            assertTrue(message.contains("configuration") && message.contains("'release 1'")
                    && message.contains("'release 2'"), message);
        }
        assertFalse(Files.exists(base.resolve("j")), "the last to leave removes the files");
    }

    /** Such as two lists of hosts that have other ranks on the last of many. */
    @Test
    void shouldRefuseOnEveryRankWhenConfigurationsDifferFarBehindTheEndOfTheirField() {
        String hosts = "release 1, pgas.hosts=" + "1,".repeat(500);
        for (Object result : join(hosts + "1,2", hosts + "1,2", hosts + "2,1")) {
            String message = assertInstanceOf(JoinException.class, result).getMessage();
            assertTrue(message.contains("rank 0 has '" + hosts.substring(0, 40)) && message.contains("(checksum ")
                    && message.contains("and rank 2 has '" + hosts.substring(0, 40)), message);
        }
        assertFalse(Files.exists(base.resolve("j")), "the last to leave removes the files");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 500})
    void shouldJoinWhenConfigurationsAreTheSame(int times) {
        String configuration = "release 1".repeat(times);
        for (Object result : join(configuration, configuration)) {
            assertInstanceOf(Conduit.class, result).member().leave();
        }
        assertFalse(Files.exists(JobDirectory.ofUser(base)));
    }

    /** Names go where files are memory; elsewhere each look of a watcher is at what has one. */
    @Test
    void shouldTellOfAnAreaThatIsCutWhereNamesStay() throws IOException {
        assumeFalse(Files.getFileStore(base).type().equals("tmpfs"), "names go here");
        List<Object> ranks = join("release 1", "release 1");
        Conduit first = assertInstanceOf(Conduit.class, ranks.getFirst());
        Path directory = JobDirectory.ofUser(base).resolve("j");
        awaitLooks(directory);
        Path area = directory.resolve(AreaFile.NAME);
        try (FileChannel file = FileChannel.open(area, StandardOpenOption.WRITE)) {
            file.truncate(Files.size(area) - 24);
        }
        awaitLooks(directory);
        String message = assertThrows(JobEndedException.class, first.end()::checkRunning).getMessage();
        assertTrue(message.contains("the file " + area + " was truncated by another process"), message);
        ranks.forEach(rank -> ((Conduit) rank).member().leave());
    }

    /** Until each watcher has begun two looks, and so has ended one, or the job has ended. */
    private static void awaitLooks(Path directory) {
        for (int rank = 0; rank < 2; rank++) {
            for (int look = 0; look < 2; look++) {
                // it grows until the next look begins
                long age = -1;
                JobView view = JobView.look(directory);
                while (view.ending() == null && view.ranks().get(rank).heartbeatMillis() >= age) {
                    age = view.ranks().get(rank).heartbeatMillis();
                    LockSupport.parkNanos(1_000_000);
                    view = JobView.look(directory);
                }
            }
        }
    }

    @Test
    void shouldEndTheJobWhenRingsDifferAndSayHow() {
        List<Object> results = join(new String[]{"release 1", "release 1"}, 8 << 10, 16 << 10);
        String message = assertInstanceOf(JoinException.class, results.get(1)).getMessage();
        assertTrue(message.contains("pgas.am.ring") && message.contains("rank 0 has 8192")
                && message.contains("rank 1 has 16384"), message);
        if (results.get(0) instanceof Conduit first) {
            String ending = assertThrows(JobEndedException.class, first.end()::checkRunning).getMessage();
            assertTrue(ending.contains("rank 0 has 8192"), ending);
            first.member().leave();
        } else {
            assertInstanceOf(JobEndedException.class, results.get(0));
        }
    }

    @Test
    void shouldRefuseOnEveryRankWhenRankZeroCannotMakeItsRings() {
        List<Object> results = join(new String[]{"release 1", "release 1"}, 5000, 8 << 10);
        assertTrue(assertInstanceOf(JoinException.class, results.get(0)).getMessage().contains("pgas.am.ring=5000"));
        assertInstanceOf(PgasException.class, results.get(1));
    }

    @Test
    void shouldExchangeMessagesAndForgetThemWhenItLeaves() {
        List<Object> results = join("release 1", "release 1");
        MessageTransport first = assertInstanceOf(Conduit.class, results.get(0)).messages();
        Conduit second = assertInstanceOf(Conduit.class, results.get(1));
        int head = MessageHead.of(MessageHead.SHORT, 130, 1);
        assertTrue(first.requestOutbox().sendShort(1, head, 7, 0));
        MessageRanks.Received received = new MessageRanks.Received();
        assertEquals(1, second.messages().requestInbox().receive(received, 10));
        assertEquals(List.of(7), received.messages.getFirst().arguments());
        assertTrue(first.requestOutbox().sendShort(1, head, 7, 0));
        second.member().leave();
        assertFalse(second.messages().requestInbox().hasMessages());
        assertTrue(first.requestOutbox().sendShort(1, head, 7, 0), "nobody is hurt");
        ((Conduit) results.get(0)).member().leave();
    }

    @Test
    void shouldShareTheAreaAndReserveNothingAfterItHasLeft() {
        List<Object> results = join("release 1", "release 1");
        Conduit first = assertInstanceOf(Conduit.class, results.get(0));
        Conduit second = assertInstanceOf(Conduit.class, results.get(1));
        long at = AreaParts.RESERVED_BYTES;
        second.area().reserve(at, second.attached().pageBytes());
        SharedMemory.putLong(first.area().address(1) + at, 42);
        assertEquals(42, SharedMemory.getLong(second.area().address(1) + at));
        second.member().leave();
        assertEquals(0, SharedMemory.getLong(second.area().address(1) + at));
        assertThrows(PgasException.class, () -> second.area().reserve(at, second.attached().pageBytes()));
        assertEquals(42, SharedMemory.getLong(first.area().address(1) + at));
        first.member().leave();
    }

    @Test
    void shouldShareSegmentsAndCloseFilesWhenItLeaves() {
        Path file = base.resolve("data");
        List<Object> results = join("release 1", "release 1");
        Conduit first = assertInstanceOf(Conduit.class, results.get(0));
        Conduit second = assertInstanceOf(Conduit.class, results.get(1));
        MappedSegment own = first.segments().create(1, 4096);
        MappedSegment kept = first.segments().createFile(file, 4096);
        SharedMemory.putLong(second.segments().map(0, 1, 4096).address(), 6);
        MappedSegment seen = second.segments().mapFile(file, 4096);
        SharedMemory.putLong(seen.address(), 7);
        assertEquals(6, SharedMemory.getLong(own.address()));
        assertEquals(7, SharedMemory.getLong(kept.address()));
        seen.close();
        first.member().leave();
        assertThrows(PgasException.class, () -> first.segments().create(2, 4096));
        MappedSegment again = second.segments().openFile(file, 4096, false);
        assertEquals(7, SharedMemory.getLong(again.address()));
        second.member().leave();
        assertFalse(Files.exists(JobDirectory.ofUser(base)));
    }

    /** Two that leave at once with each other's files mapped do not wait for each other. */
    @Test
    void shouldCloseTheFilesOfTwoThatHaveMappedEachOthersAndLeaveAtOnce() {
        List<Object> results = join("release 1", "release 1");
        List<Path> files = List.of(base.resolve("first"), base.resolve("second"));
        for (int rank = 0; rank < 2; rank++) {
            assertInstanceOf(Conduit.class, results.get(rank)).segments().createFile(files.get(rank), 4096);
        }
        List<CompletableFuture<Void>> leaving = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            ((Conduit) results.get(rank)).segments().mapFile(files.get(1 - rank), 4096);
        }
        for (Object conduit : results) {
            leaving.add(CompletableFuture.runAsync(() -> ((Conduit) conduit).member().leave(), Ranks::start));
        }
        leaving.forEach(CompletableFuture::join);
        Conduit next = assertInstanceOf(Conduit.class, join("release 1").getFirst());
        for (Path file : files) {
            next.segments().openFile(file, 4096, false).close();
        }
        next.member().leave();
    }

    /** Whatever a task of the watch throws: the others go on, and so does the watch. */
    @Test
    void shouldGoOnWithTheTicksWhenOneTaskEndsByAnError() throws InterruptedException {
        Conduit alone = assertInstanceOf(Conduit.class, join("release 1").getFirst());
        CountDownLatch before = new CountDownLatch(3);
        CountDownLatch after = new CountDownLatch(3);
        alone.member().everyTick(() -> {
            before.countDown();
            throw new AssertionError("of a test");
        });
        alone.member().everyTick(after::countDown);
        before.await();
        after.await();
        alone.member().leave();
    }

    @Test
    void shouldNotCallAFileClosedThatWasOpenWhenTheJobFailed() {
        Path file = base.resolve("data");
        List<Object> results = join("release 1", "release 1");
        Conduit first = assertInstanceOf(Conduit.class, results.get(0));
        Conduit second = assertInstanceOf(Conduit.class, results.get(1));
        first.segments().createFile(file, 4096);
        assertThrows(JobEndedException.class, () -> second.end().fail("a test's failure"));
        first.member().leave();
        second.member().leave();
        Conduit next = assertInstanceOf(Conduit.class, join("release 1").getFirst());
        Refused.with(PgasException.class, () -> next.segments().openFile(file, 4096, false),
                "whose job or device has failed");
        next.segments().openFile(file, 4096, true).close();
        next.member().leave();
    }

    @Test
    void shouldEndTheJobWhenAClaimStaysOpen() {
        List<Object> results = join("release 1", "release 1");
        Conduit first = assertInstanceOf(Conduit.class, results.get(0));
        Conduit second = assertInstanceOf(Conduit.class, results.get(1));
        assertTrue(first.messages().replyOutbox().claim(1, 0, 10) != 0);
        JobEndedException ended = assertThrows(JobEndedException.class, () -> {
            while (true) {
                second.end().checkRunning();
                LockSupport.parkNanos(1_000_000);
            }
        });
        assertEquals(1, ended.exitCode());
        assertTrue(ended.getMessage().contains("the reply ring from rank 0")
                && ended.getMessage().contains("pgas.am.deadline"), ended.getMessage());
        first.member().leave();
        second.member().leave();
    }

    /** Ranks in one JVM: the one that finds the damage throws, the others learn of it. */
    @Test
    void shouldEndTheJobWhenARingIsDamaged() {
        List<Object> results = join("release 1", "release 1");
        Conduit first = assertInstanceOf(Conduit.class, results.get(0));
        Conduit second = assertInstanceOf(Conduit.class, results.get(1));
        long claim = first.messages().requestOutbox().claim(1, 0, 10);
        long payload = first.messages().requestOutbox().payload(1, claim);
        SharedMemory.putInt(payload - MessageRecord.arguments(MessageHead.MEDIUM) - 8, 4711);
        JobEndedException found = assertThrows(JobEndedException.class,
                () -> second.messages().requestInbox().receive(new MessageRanks.Received(), 1));
        JobEndedException learned = assertThrows(JobEndedException.class, first.end()::checkRunning);
        for (JobEndedException each : List.of(found, learned)) {
            assertTrue(
                    each.getMessage().contains("rank 1: messages: the request ring from rank 0 has a damaged record"),
                    each.getMessage());
        }
        first.member().leave();
        second.member().leave();
    }

    @Test
    void shouldSayOfAPeerWhatItWaitsFor() {
        List<Object> ranks = join("same", "same");
        Conduit peer = assertInstanceOf(Conduit.class, ranks.get(1));
        Conduit looking = assertInstanceOf(Conduit.class, ranks.get(0));
        assertFalse(looking.diagnosis().describe(1).contains("waits"), looking.diagnosis().describe(1));
        long part = peer.shown().countersAddress();
        SharedMemory.putInt(part + CounterLayout.WAIT_RANK, 4);
        SharedMemory.putInt(part + CounterLayout.WAIT_RANKS, 3);
        SharedMemory.putInt(part + CounterLayout.WAIT_TEXT_BYTES, 1);
        SharedMemory.putByte(part + CounterLayout.WAIT_TEXT, (byte) 'x');
        SharedMemory.putLongRelease(part + CounterLayout.WAIT_SINCE, System.nanoTime() - 3_600_000_000_000L);
        String text = looking.diagnosis().describe(1);
        assertTrue(text.matches("rank 1, joined, pid \\d+.*, waits 36\\d\\d\\.\\d s for rank 4 and 2 more: x"), text);
        peer.member().leave();
        assertFalse(looking.diagnosis().describe(1).contains("waits"), looking.diagnosis().describe(1));
        looking.member().leave();
    }
}
