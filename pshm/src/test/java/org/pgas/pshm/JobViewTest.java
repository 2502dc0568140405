package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Counter;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.MessageHead;

class JobViewTest {
    private static final int SIZE = 2;
    private static final int SIGSTOP = 19;

    private final Seed seed = new Seed();

    @TempDir
    Path base;

    private HostedJob hosted() {
        return HostedJob.create(base, "j", SIZE, Map.of());
    }

    private static ControlFile unhosted(Path base, ProcessIdentity launcher) {
        Path directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, SIZE, launcher);
        CountersFile.create(directory, SIZE);
        MessageRanks.create(directory, MessageRanks.config(SIZE, true, 8 << 10));
        return ControlFile.open(directory, SIZE);
    }

    private static void claim(ControlFile control, int rank, ProcessIdentity process) {
        control.enter(rank, process, false);
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.STATE), RankView.State.JOINED.ordinal());
    }

    @Test
    void aRunningJobIsSeenAsItsRanksSayOfThemselves() {
        try (HostedJob job = hosted()) {
            assertEquals(JobView.State.JOINING, JobView.look(job.directory()).state());
            List<Membership> ranks = Ranks.joinAll(job.directory(), SIZE);
            ranks.get(1).shown().activity(Activity.WORLD_BARRIER);
            JobView view = JobView.look(job.directory());
            while (view.ranks().get(1).heartbeatMillis() < 0) {
                // its watcher has not looked around yet
                Thread.onSpinWait();
                view = JobView.look(job.directory());
            }
            assertEquals(JobView.State.RUNNING, view.state());
            assertEquals("j", view.name());
            assertEquals(SIZE, view.count(RankView.State.JOINED));
            assertEquals(ProcessHandle.current().pid(), view.launcherPid());
            assertTrue(view.launcherAlive());
            assertNull(view.ending());
            assertEquals(List.of(), view.remarks());
            assertTrue(view.bytes() > 1 << 20 && view.bytes() < 100 << 20, "bytes " + view.bytes());
            RankStatus last = view.ranks().get(1);
            assertEquals(new RankView(RankView.State.JOINED, ProcessHandle.current().pid(), 0, "waiting in a barrier",
                    false), last.view());
            assertEquals(1, view.neighbourhoods());
            assertEquals("rank 1", view.describe(1));
            assertTrue(last.alive(), last::toString);
            assertEquals(Counter.values().length, last.counters().size());
            assertTrue(view.isOfSameJob(JobView.look(job.directory())));
            job.end(3, "enough");
            JobView ended = JobView.look(job.directory());
            assertEquals(JobView.State.ENDING, ended.state());
            assertEquals(new Ending(3, -1, "enough"), ended.ending());
            ranks.forEach(Membership::leave);
            assertThrows(JoinException.class, () -> JobView.look(job.directory()));
        }
    }

    @Test
    void countsAreSummedOverAllThreadsOfARankAndWaitsAreWhole() {
        ControlFile control = unhosted(base, ProcessIdentity.current());
        claim(control, 1, ProcessIdentity.current());
        CountersFile counters = CountersFile.join(control.directory(), 1, SIZE);
        long part = counters.part(1);
        long at = CounterLayout.COUNTS + 8L * Counter.GETS.ordinal();
        for (int block = 0; block < CounterLayout.BLOCK_COUNT; block++) {
            SharedMemory.putLong(part + CounterLayout.block(block) + at, 1L << block);
        }
        byte[] text = "barrier 7".getBytes();
        SharedMemory.copyIn(MemorySegment.ofArray(text), 0, part + CounterLayout.WAIT_TEXT, text.length);
        SharedMemory.putInt(part + CounterLayout.WAIT_TEXT_BYTES, text.length);
        SharedMemory.putInt(part + CounterLayout.WAIT_ACTIVITY, Activity.SENDING.ordinal());
        SharedMemory.putInt(part + CounterLayout.WAIT_RANK, 0);
        SharedMemory.putInt(part + CounterLayout.WAIT_RANKS, 1);
        SharedMemory.putLong(part + CounterLayout.WAIT_SINCE, System.nanoTime());
        JobView view = JobView.look(control.directory());
        assertEquals((1L << CounterLayout.BLOCK_COUNT) - 1, view.ranks().get(1).counters().get(Counter.GETS));
        assertEquals(0, view.ranks().get(1).counters().get(Counter.PUTS));
        assertEquals(Map.of(), view.ranks().get(0).counters(), "it has not joined, and its part has no room");
        WaitView wait = view.ranks().get(1).waiting();
        assertEquals(new WaitView("waiting for room for a message", "barrier 7", wait.nanos(), 0, 1), wait);
        SharedMemory.putInt(part + CounterLayout.WAIT_SEQUENCE, 1);
        assertNull(JobView.look(control.directory()).ranks().get(1).waiting(), "half written for ever");
        counters.abandon();
        control.abandon();
    }

    @Test
    void ringsAreSeenToFillAndToEmpty() {
        AmConfig config = MessageRanks.config(SIZE, true, 32 << 10);
        MessageRanks ranks = new MessageRanks(base, config, true);
        for (int rank = 0; rank < SIZE; rank++) {
            claim(ranks.control, rank, ProcessIdentity.current());
        }
        assertEquals(new RingFill(1, 0, 8 << 10, 0), requests(ranks, 1));
        MessageRanks.Message message = MessageRanks.Message.random(new Random(1), 0,
                MessageHead.MEDIUM, 2, 100);
        assertTrue(message.send(ranks.rank(0).requestOutbox(), 1));
        Lane lane = ranks.requestLane(1, 0);
        long one = lane.tailAcquire();
        assertEquals(new RingFill(1, one, 8 << 10, (int) (100 * one / (8 << 10))), requests(ranks, 1));
        assertEquals(0, requests(ranks, 0).bytes());
        while (message.send(ranks.rank(0).requestOutbox(), 1)) {
            assertTrue(requests(ranks, 1).fullest() <= 100);
        }
        assertTrue(requests(ranks, 1).fullest() > 90, requests(ranks, 1)::toString);
        // as a stray write would have it
        SharedMemory.putLong(lane.headAddress(), Long.MIN_VALUE);
        assertEquals(0, requests(ranks, 1).fullest() % 100);
        ranks.close();
    }

    private static RingFill requests(MessageRanks ranks, int rank) {
        return JobView.look(ranks.directory).ranks().get(rank).requests();
    }

    /** Where memory is full, it could not be had, and the process that looks would die of it. */
    @Test
    void aLookAtRanksThatHaveNotJoinedOrAreElsewhereTakesNoMemory() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isDirectory(memory), "there is no /dev/shm");
        Path there = Files.createTempDirectory(memory, "pgas-look");
        Path directory = JobDirectory.create(there, "j");
        try {
            int size = 6;
            ControlFile.create(directory, size, ProcessIdentity.current());
            CountersFile.create(directory, size);
            Path file = directory.resolve(AmFile.NAME);
            AmFile.create(file, MessageRanks.config(size, true, 8 << 10), new int[]{0, 1});
            ControlFile control = ControlFile.open(directory, size);
            claim(control, 0, ProcessIdentity.current());
            control.enter(2, ProcessIdentity.current(), false);
            SharedMemory.putIntRelease(control.slot(4, ControlLayout.STATE), RankView.State.JOINED.ordinal());
            long before = Posix.allocatedBytes(file.toString());
            JobView view = JobView.look(directory);
            assertEquals(before, Posix.allocatedBytes(file.toString()));
            assertEquals(size - 1, view.ranks().getFirst().requests().rings());
            for (RankStatus each : view.ranks().subList(1, size)) {
                assertEquals(RingFill.NONE, each.requests(), each::toString);
                assertEquals(RingFill.NONE, each.replies(), each::toString);
            }
            control.abandon();
        } finally {
            JobDirectory.remove(directory, null);
            Files.delete(there);
        }
    }

    @Test
    void allThatIsMappedForALookIsMappedWithoutTheRightToWrite() throws IOException {
        Path directory = unhosted(base, ProcessIdentity.current()).directory();
        Path other = JobDirectory.create(base, "other");
        for (String file : new String[]{JobDirectory.CONTROL, AmFile.NAME, CountersFile.NAME}) {
            Files.copy(directory.resolve(file), other.resolve(file));
        }
        try (Arena arena = Arena.ofConfined()) {
            ControlFile.look(other, arena);
            RingsView.look(other, 0, SIZE, arena);
            CountersView.look(other, SIZE, arena);
            List<String> mapped = Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.contains(other.toString())).toList();
            assertEquals(3, mapped.size(), mapped::toString);
            assertTrue(mapped.stream().allMatch(line -> line.split(" ")[1].equals("r--s")), mapped::toString);
            MemorySegment control = ReadOnlyMapping.of(other.resolve(JobDirectory.CONTROL), 128, arena);
            assertThrows(IllegalArgumentException.class, () -> control.set(ValueLayout.JAVA_INT, 0, 1));
        }
        assertFalse(Files.readString(Path.of("/proc/self/maps")).contains(other.toString()), "nothing stays mapped");
    }

    @Test
    void aLookChangesNoByteOfAnyFile() throws IOException {
        Path directory = unhosted(base, ProcessIdentity.current()).directory();
        List<byte[]> before = contents(directory);
        JobView first = JobView.look(directory);
        List<byte[]> after = contents(directory);
        for (int i = 0; i < before.size(); i++) {
            assertTrue(Arrays.equals(before.get(i), after.get(i)), "file " + i);
        }
        assertEquals(first.bytes(), JobView.look(directory).bytes(), "a look takes no memory");
    }

    private static List<byte[]> contents(Path directory) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (Path file : JobDirectory.list(directory).stream().sorted().toList()) {
            contents.add(Files.readAllBytes(file));
        }
        return contents;
    }

    @Test
    void ranksThatAreWatchedLoseNoMessage() {
        MessageRanks ranks = new MessageRanks(base, MessageRanks.config(SIZE, true, 8 << 10), true);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> looks = CompletableFuture.supplyAsync(() -> {
            int count = 0;
            for (; !done.get() || count == 0; count++) {
                RingFill fill = requests(ranks, 1);
                assertTrue(fill.fullest() >= 0 && fill.fullest() <= 100, fill::toString);
            }
            return count;
        }, Ranks::start);
        int most = 50_000;
        int received = 0;
        MessageRanks.Received all = new MessageRanks.Received();
        MessageRanks.Message message = MessageRanks.Message.random(seed.random(), 0, MessageHead.SHORT, 1, 0);
        for (int sent = 0; received < most;) {
            sent += sent < most && message.send(ranks.rank(0).requestOutbox(), 1) ? 1 : 0;
            received += ranks.rank(1).requestInbox().receive(all, 100);
        }
        done.set(true);
        assertTrue(looks.join() > 0);
        assertEquals(most, all.messages.size());
        assertTrue(all.messages.stream().allMatch(message::equals), seed::toString);
        ranks.close();
    }

    @Test
    void aJobWithoutCountersIsShownWithWhatThereIs() throws IOException {
        ControlFile control = unhosted(base, ProcessIdentity.current());
        claim(control, 0, ProcessIdentity.current());
        claim(control, 1, ProcessIdentity.current());
        Files.delete(control.directory().resolve(CountersFile.NAME));
        JobView view = JobView.look(control.directory());
        assertEquals(JobView.State.RUNNING, view.state());
        assertEquals(Map.of(), view.ranks().get(0).counters());
        assertEquals(1, view.ranks().get(0).requests().rings());
        assertEquals(1, view.remarks().size());
        assertTrue(view.remarks().getFirst().contains("no file of counters"), view.remarks()::toString);
        control.abandon();
    }

    @Test
    void aStoppedProcessIsSeenAndAJobWhoseProcessesAreAllGoneIsAbandoned() throws IOException {
        try (OtherProcess other = OtherProcess.sleeping()) {
            ControlFile control = unhosted(base, ProcessIdentity.NONE);
            claim(control, 0, other.identity());
            JobView running = JobView.look(control.directory());
            assertEquals(JobView.State.JOINING, running.state());
            assertEquals(0, running.launcherPid());
            assertTrue(running.ranks().get(0).alive());
            Posix.kill(other.identity().pid(), SIGSTOP);
            while (!OtherProcess.stat(other.identity().pid())[0].equals("T")) {
                Thread.onSpinWait();
            }
            assertEquals('T', JobView.look(control.directory()).ranks().get(0).kernelState());
            other.kill();
            JobView gone = JobView.look(control.directory());
            assertEquals(JobView.State.ABANDONED, gone.state());
            assertFalse(gone.ranks().get(0).alive());
            control.abandon();
        }
    }

    /** Whatever the bytes are: a view, or an error for people. */
    @Test
    void garbageInAnyFileIsAViewOrAnErrorForPeople() throws IOException {
        Random random = seed.random();
        Path directory = unhosted(base, ProcessIdentity.current()).directory();
        String[] names = {JobDirectory.CONTROL, AmFile.NAME, CountersFile.NAME};
        int refused = 0;
        int remarked = 0;
        for (int round = 0; round < 90; round++) {
            Path file = directory.resolve(names[round % names.length]);
            byte[] good = Files.readAllBytes(file);
            byte[] bad = switch (random.nextInt(4)) {
                case 0 -> random(random, random.nextInt(6000));
                case 1 -> random(random, good.length);
                case 2 -> Arrays.copyOf(good, random.nextInt(good.length));
                default -> flipped(random, good);
            };
            replace(file, bad);
            try {
                JobView view = JobView.look(directory);
                remarked += view.remarks().size();
                assertEquals(SIZE, view.size(), seed::toString);
            } catch (PgasException e) {
                refused++;
                assertNotNull(e.getMessage(), seed::toString);
                assertTrue(e.getMessage().contains(directory.toString()), () -> seed + ": " + e.getMessage());
            }
            replace(file, good);
        }
        assertTrue(refused > 0 && remarked > 0, () -> seed + ": nothing was refused");
        assertEquals(List.of(), JobView.look(directory).remarks());
    }

    private static byte[] random(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return content;
    }

    private static byte[] flipped(Random random, byte[] good) {
        byte[] content = good.clone();
        for (int i = random.nextInt(64); i >= 0; i--) {
            content[random.nextInt(Math.min(content.length, 2560))] = (byte) random.nextInt();
        }
        return content;
    }

    /** By a new file, since what was opened before stays mapped. */
    private static void replace(Path file, byte[] content) throws IOException {
        Files.delete(file);
        Files.write(file, content);
    }

    @Test
    void filesThatVanishAreTruncatedOrComeBackUnderALookAreAViewOrAnErrorForPeople() throws IOException {
        Path directory = JobDirectory.create(base, "j");
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<int[]> looks = CompletableFuture.supplyAsync(() -> {
            int[] views = new int[2];
            while (!done.get()) {
                try {
                    assertEquals(SIZE, JobView.look(directory).size());
                    views[0]++;
                } catch (PgasException e) {
                    views[1]++;
                }
            }
            return views;
        }, Ranks::start);
        for (int round = 0; round < 60 && !looks.isDone(); round++) {
            ControlFile.create(directory, SIZE, ProcessIdentity.current());
            CountersFile.create(directory, SIZE);
            MessageRanks.create(directory, MessageRanks.config(SIZE, true, 8 << 10));
            for (Path file : JobDirectory.list(directory)) {
                if (round % 2 == 0) {
                    truncate(file);
                }
                Files.delete(file);
            }
        }
        done.set(true);
        int[] views = looks.join();
        assertTrue(views[1] > 0, () -> views[0] + " views, " + views[1] + " errors");
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }
}
