package org.pgas.hosts.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * What every wire keeps. Ranks are threads of this JVM; the timeout is a net for laws that fail by waiting for ever.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
public abstract class WireLaws {
    /** No sender gets rid of more where nobody takes anything in. */
    private static final long BOUND = 16 << 20;

    private static final MemorySegment NONE = MemorySegment.NULL;
    private static final int HOSTILES = 96;

    @TempDir
    private Path directory;

    private final List<Wire> wires = new ArrayList<>();
    private volatile boolean isOver;

    /** The wire under test. */
    protected abstract WireProvider provider();

    /** Connects to a wire of rank {@code target} as that rank of that job, and greets. */
    protected abstract RawPeer raw(Wire wire, int target, WireSettings as);

    protected final Path directory() {
        return directory;
    }

    protected final WireSettings settings(int rank, int size, boolean checked) {
        return settings(rank, size, checked, 7);
    }

    /** As a rank of another job, where {@code job} is another number than 7. */
    protected final WireSettings settings(int rank, int size, boolean checked, int job) {
        byte[] bytes = new byte[WireSettings.JOB_BYTES];
        Arrays.fill(bytes, (byte) job);
        return new WireSettings(directory, bytes, rank, size, checked, "127.0.0.1", isPlain());
    }

    /** Whether the wire is not to encrypt. */
    protected boolean isPlain() {
        return false;
    }

    /** How many bytes a frame that is sent and received may allocate, in the mean: none. */
    protected long allocatedByAFrame() {
        return 0;
    }

    /**
     * Wires of the first ranks of a job, connected with each other: each has sent a reply to each, and taken in all of
     * them.
     */
    protected final Wire[] open(int count, int size, boolean checked) {
        Wire[] opened = new Wire[count];
        for (int rank = 0; rank < count; rank++) {
            opened[rank] = open(settings(rank, size, checked));
        }
        for (int rank = 0; rank < count; rank++) {
            for (int peer = 0; peer < count; peer++) {
                if (peer != rank) {
                    opened[rank].connect(peer, opened[peer].address());
                }
            }
        }
        Seen seen = new Seen();
        Runnable[] polls = Arrays.stream(opened).<Runnable>map(wire -> () -> wire.poll(seen, 100))
                .toArray(Runnable[]::new);
        for (int rank = 0; rank < count; rank++) {
            for (int peer = 0; peer < count; peer++) {
                if (peer != rank) {
                    Wire wire = opened[rank];
                    int to = peer;
                    until(() -> send(wire, to, Channel.REPLIES, 0), polls);
                }
            }
        }
        until(() -> seen.of(Channel.REPLIES).size() == count * (count - 1), polls);
        return opened;
    }

    /** A wire that is connected with nobody. */
    protected final Wire open(WireSettings settings) {
        Wire wire = provider().open(settings);
        wires.add(wire);
        return wire;
    }

    @AfterEach
    void closeAll() {
        isOver = true;
        wires.forEach(Wire::close);
    }

    private static boolean send(Wire wire, int peer, Channel channel, long number) {
        return wire.send(peer, channel, new long[]{number}, 1, NONE, 0, 0);
    }

    /** Repeats what makes it true until it is. */
    protected static void until(BooleanSupplier condition, Runnable... steps) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("waits for ever");
            }
            for (Runnable step : steps) {
                step.run();
            }
            Thread.yield();
        }
    }

    private static void pollUntil(Wire wire, FrameReceiver receiver, BooleanSupplier condition) {
        until(condition, () -> wire.poll(receiver, 100));
    }

    /** The sender polls too: what the system could not take at once waits for that. */
    private static void pollBothUntil(Wire[] pair, FrameReceiver receiver, BooleanSupplier condition) {
        Seen nothing = new Seen();
        until(condition, () -> pair[1].poll(receiver, 100), () -> pair[0].poll(nothing, 100));
    }

    private static List<Long> numbers(long end) {
        return LongStream.range(0, end).boxed().toList();
    }

    @Test
    void aPieceIsAFrameOfWholeCacheLines() {
        Wire wire = open(settings(0, 2, false));
        assertTrue(wire.pieceData() > 0 && wire.pieceData() <= wire.maxData() && wire.pieceData() % 64 == 0,
                () -> wire.pieceData() + " of " + wire.maxData());
    }

    /** That frames go to and fro between two wires. */
    protected static void assertTheyTalk(Wire one, int rank, Wire other, int otherRank) {
        Seen seen = new Seen();
        Seen seenBack = new Seen();
        until(() -> send(one, otherRank, Channel.REQUESTS, 4711), () -> one.poll(seenBack, 1),
                () -> other.poll(seen, 1));
        pollUntil(other, seen, () -> seen.of(Channel.REQUESTS).contains(4711L));
        assertEquals(rank, seen.source());
        until(() -> send(other, rank, Channel.REPLIES, 4712), () -> other.poll(seen, 1));
        pollUntil(one, seenBack, () -> seenBack.of(Channel.REPLIES).contains(4712L));
    }

    @ParameterizedTest
    @CsvSource({"2, true, 1500", "3, false, 500", "4, true, 150", "7, false, 30"})
    void everyFrameArrivesOnceWholeAndInOrder(int size, boolean checked, int frames) throws InterruptedException {
        new Traffic(open(size, size, checked), frames).run();
    }

    @Test
    void memoryThatCannotBeUsedIsRefusedAndNothingOfItIsSent() {
        Wire[] pair = open(2, 2, false);
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(pair[0].maxData());
        closed.close();
        MemorySegment[] others = new MemorySegment[1];
        CompletableFuture.runAsync(() -> others[0] = Arena.ofConfined().allocate(pair[0].maxData())).join();
        MemorySegment fine = Arena.ofAuto().allocate(pair[0].maxData());
        Seen seen = new Seen();
        for (int number = 0; number < 20; number++) {
            int count = number + 1;
            for (int bytes : new int[]{8, pair[0].maxData()}) {
                long[] head = {1000};
                assertThrows(IllegalStateException.class,
                        () -> pair[0].send(1, Channel.REQUESTS, head, 1, gone, 0, bytes));
                assertThrows(WrongThreadException.class,
                        () -> pair[0].send(1, Channel.REQUESTS, head, 1, others[0], 0, bytes));
                assertThrows(IndexOutOfBoundsException.class,
                        () -> pair[0].send(1, Channel.REQUESTS, head, 1, fine, fine.byteSize() - bytes + 8, bytes));
            }
            long[] head = {number};
            until(() -> pair[0].send(1, Channel.REQUESTS, head, 1, fine, 0, (int) fine.byteSize()),
                    () -> pair[1].poll(seen, 100), () -> pair[0].poll(seen, 100));
            pollBothUntil(pair, seen, () -> seen.of(Channel.REQUESTS).size() == count);
        }
        assertEquals(numbers(20), seen.of(Channel.REQUESTS));
    }

    @Test
    void repliesDrainWhileRequestsAreFullAndRefused() {
        Wire[] pair = open(2, 2, true);
        Seen seen = new Seen();
        seen.refuse(true);
        byte[] data = new byte[pair[0].maxData()];
        long requests = fill(pair[0], 1, Channel.REQUESTS, data, () -> pair[1].poll(seen, 100));
        Seen nothing = new Seen();
        for (long i = 0; i < 200; i++) {
            long number = i;
            until(() -> pair[0].send(1, Channel.REPLIES, new long[]{number}, 1, MemorySegment.ofArray(data), 0,
                    data.length), () -> pair[1].poll(seen, 100), () -> pair[0].poll(nothing, 100));
        }
        pollBothUntil(pair, seen, () -> seen.of(Channel.REPLIES).size() == 200);
        assertEquals(numbers(200), seen.of(Channel.REPLIES));
        assertEquals(List.of(), seen.of(Channel.REQUESTS));
        assertFalse(send(pair[0], 1, Channel.REQUESTS, data));
        assertTrue(pair[1].counted(WireCounter.REFUSALS) > 0);
        seen.refuse(false);
        pollBothUntil(pair, seen, () -> seen.of(Channel.REQUESTS).size() >= requests);
        assertEquals(numbers(requests), seen.of(Channel.REQUESTS));
        until(() -> send(pair[0], 1, Channel.REQUESTS, data), () -> pair[0].poll(nothing, 100));
    }

    @Test
    void roomIsWhatIsLeftOfAChannelComesBackAndIsNoneOfALostPeer() {
        Wire[] pair = open(2, 2, true);
        byte[] data = new byte[pair[0].maxData()];
        int whole = pair[0].room(1, Channel.REQUESTS);
        int replies = pair[0].room(1, Channel.REPLIES);
        assertTrue(whole > data.length, () -> whole + " bytes");
        assertTrue(send(pair[0], 1, Channel.REQUESTS, data));
        int left = pair[0].room(1, Channel.REQUESTS);
        assertTrue(left >= 0 && left <= whole - data.length, () -> left + " bytes of " + whole);
        assertEquals(replies, pair[0].room(1, Channel.REPLIES));
        while (send(pair[0], 1, Channel.REQUESTS, data)) {
            continue;
        }
        assertTrue(pair[0].room(1, Channel.REQUESTS) < left);
        Seen seen = new Seen();
        pollBothUntil(pair, seen, () -> pair[0].room(1, Channel.REQUESTS) > data.length);
        pair[1].close();
        until(() -> pair[0].lost(1) != null, () -> pair[0].poll(seen, 100));
        assertEquals(0, pair[0].room(1, Channel.REPLIES));
    }

    private static boolean send(Wire wire, int peer, Channel channel, byte[] data) {
        return wire.send(peer, channel, new long[1], 1, MemorySegment.ofArray(data), 0, data.length);
    }

    /** Sends numbered frames until there has been no room for long; how many. */
    private static long fill(Wire wire, int peer, Channel channel, byte[] data, Runnable step) {
        long sent = 0;
        MemorySegment memory = Arena.ofAuto().allocate(data.length, Long.BYTES).copyFrom(MemorySegment.ofArray(data));
        Seen nothing = new Seen();
        for (int refused = 0; refused < 300;) {
            if (wire.send(peer, channel, new long[]{sent}, 1, memory, 0, data.length)) {
                sent++;
                refused = 0;
                assertTrue(sent * data.length <= BOUND, "no end of what it takes");
            } else {
                refused++;
                step.run();
                wire.poll(nothing, 1);
            }
        }
        assertTrue(sent > 0);
        return sent;
    }

    @Test
    void whoIsNotPolledTakesABoundedNumberOfBytesAndWhatWasNotTakenNeverComes() {
        Wire[] pair = open(2, 2, false);
        long bytes = 0;
        for (Channel channel : Channel.values()) {
            Seen seen = new Seen();
            byte[] data = new byte[1000];
            long without = pair[0].counted(WireCounter.WITHOUT_ROOM);
            long sent = fill(pair[0], 1, channel, data, () -> {});
            assertEquals(300, pair[0].counted(WireCounter.WITHOUT_ROOM) - without);
            pollBothUntil(pair, seen, () -> seen.of(channel).size() >= sent);
            pair[1].poll(seen, 100);
            assertEquals(numbers(sent), seen.of(channel));
            bytes += sent * data.length;
            assertEquals(bytes, pair[1].counted(WireCounter.BYTES_RECEIVED));
        }
        assertEquals(pair[0].counted(WireCounter.FRAMES_SENT), pair[1].counted(WireCounter.FRAMES_RECEIVED));
        assertEquals(pair[0].counted(WireCounter.BYTES_SENT), pair[1].counted(WireCounter.BYTES_RECEIVED));
    }

    @Test
    void aFrameOfAnySizeFindsRoomWhenAllIsTakenIn() {
        Wire[] pair = open(2, 2, true);
        SplittableRandom random = new SplittableRandom(3);
        Seen seen = new Seen();
        Seen nothing = new Seen();
        for (int round = 0; round < 300; round++) {
            int longs = random.nextInt(Wire.MAX_HEAD + 1);
            byte[] data = new byte[random.nextInt(3) == 0 ? pair[0].maxData() : random.nextInt(50)];
            until(() -> pair[0].send(1, Channel.REQUESTS, new long[longs], longs, MemorySegment.ofArray(data), 0,
                    data.length), () -> pair[1].poll(seen, 1), () -> pair[0].poll(nothing, 1));
        }
        pollBothUntil(pair, seen, () -> seen.of(Channel.REQUESTS).size() == 300);
    }

    @Test
    void aPollHandsOverNoMoreThanItsLimit() {
        Wire[] pair = open(2, 2, true);
        for (int i = 0; i < 20; i++) {
            assertTrue(send(pair[0], 1, Channel.REQUESTS, i));
        }
        Seen seen = new Seen();
        until(() -> seen.of(Channel.REQUESTS).size() == 20, () -> {
            int before = seen.of(Channel.REQUESTS).size();
            int handed = pair[1].poll(seen, 3);
            assertEquals(handed, seen.of(Channel.REQUESTS).size() - before);
            assertTrue(handed <= 3);
            assertTrue(handed < 3 || !pair[1].arm(), "whoever sleeps now leaves frames lying");
        });
        assertEquals(numbers(20), seen.of(Channel.REQUESTS));
    }

    @Test
    void aReceiverThatThrowsHasTakenTheFrame() {
        Wire[] pair = open(2, 2, true);
        for (int i = 0; i < 6; i++) {
            assertTrue(send(pair[0], 1, Channel.REQUESTS, i));
        }
        Seen seen = new Seen();
        FrameReceiver throwing = (source, channel, head, longs, data, bytes) -> {
            seen.received(source, channel, head, longs, data, bytes);
            throw new IllegalStateException("of the receiver");
        };
        for (int round = 0; round < 3; round++) {
            int frames = round + 1;
            pollUntil(pair[1], (source, channel, head, longs, data, bytes) -> false,
                    () -> pair[1].counted(WireCounter.REFUSALS) >= frames);
            assertThrows(IllegalStateException.class, () -> pair[1].poll(throwing, 1));
            assertFalse(pair[1].arm(), "nobody knows what is left behind an exception");
        }
        pollBothUntil(pair, seen, () -> seen.of(Channel.REQUESTS).size() >= 6);
        assertEquals(numbers(6), seen.of(Channel.REQUESTS));
    }

    @Test
    void whatIsKeptBackGoesOutByPollsWholeAndInOrder() {
        Wire[] pair = open(2, 2, true);
        Seen seen = new Seen();
        for (Wire wire : pair) {
            wire.pollsSoon(true);
        }
        for (long i = 0; i < 5000; i++) {
            long number = i;
            until(() -> send(pair[0], 1, Channel.REQUESTS, number), () -> pair[1].poll(seen, 100),
                    () -> pair[0].poll(seen, 100));
        }
        pollBothUntil(pair, seen, () -> seen.of(Channel.REQUESTS).size() >= 5000);
        assertEquals(numbers(5000), seen.of(Channel.REQUESTS));
    }

    @Test
    void whatIsKeptBackGoesOutWhenNobodyPollsSoonAndAfterThatNothingIs() {
        Wire[] pair = open(2, 2, true);
        Seen seen = new Seen();
        for (int round = 0; round < 200; round++) {
            long first = 4L * round;
            pair[0].pollsSoon(true);
            for (long i = first; i < first + 3; i++) {
                assertTrue(send(pair[0], 1, Channel.REQUESTS, i));
            }
            pair[0].pollsSoon(false);
            pollUntil(pair[1], seen, () -> seen.of(Channel.REQUESTS).size() >= first + 3);
            assertTrue(send(pair[0], 1, Channel.REQUESTS, first + 3));
            pollUntil(pair[1], seen, () -> seen.of(Channel.REQUESTS).size() >= first + 4);
        }
        assertEquals(numbers(800), seen.of(Channel.REQUESTS));
    }

    @Test
    void aWakeIsNeverMissed() throws InterruptedException {
        Wire[] pair = open(2, 2, false);
        AtomicInteger turn = new AtomicInteger();
        onTwoThreads(self -> {
            for (int round = self; round < 6000; round += 2) {
                while (turn.get() != round && !isGivenUp()) {
                    if (pair[self].arm() && turn.get() != round) {
                        pair[self].sleep(Long.MAX_VALUE);
                    }
                }
                turn.set(round + 1);
                pair[1 - self].wake();
            }
        });
        assertEquals(6000, turn.get());
    }

    @Test
    void aFrameWakesASleeper() throws InterruptedException {
        Wire[] pair = open(2, 2, false);
        Seen[] seen = {new Seen(), new Seen()};
        onTwoThreads(self -> {
            for (int round = 0; round < 3000; round++) {
                int wanted = round + self;
                while (seen[self].of(Channel.REPLIES).size() < wanted && !isGivenUp()) {
                    if (pair[self].poll(seen[self], 10) == 0 && pair[self].arm()) {
                        pair[self].sleep(Long.MAX_VALUE);
                    }
                }
                assertTrue(send(pair[self], 1 - self, Channel.REPLIES, round));
            }
        });
        assertEquals(numbers(3000), seen[1].of(Channel.REPLIES));
    }

    /**
     * Nothing comes back from a peer that refuses: that there is room in the system again is all that a sleeper can be
     * woken by.
     */
    @Test
    void whatTheSystemCouldNotTakeAtOnceGoesOutAlthoughItsRankSleeps() throws InterruptedException {
        Wire[] pair = open(2, 2, false);
        fill(pair[0], 1, Channel.REQUESTS, new byte[100], () -> {});
        assertTrue(send(pair[0], 1, Channel.REPLIES, 0));
        Seen seen = new Seen();
        seen.refuse(true);
        AtomicInteger done = new AtomicInteger();
        onTwoThreads(self -> {
            if (self == 0) {
                pollUntil(pair[1], seen, () -> seen.of(Channel.REPLIES).size() == 1);
                done.set(1);
                pair[0].wake();
                return;
            }
            Seen nothing = new Seen();
            while (done.get() == 0 && !isGivenUp()) {
                if (pair[0].arm() && done.get() == 0) {
                    pair[0].sleep(Long.MAX_VALUE);
                }
                pair[0].poll(nothing, 10);
            }
        });
    }

    /** Whether the time of this test is over. */
    private boolean isGivenUp() {
        return isOver || Thread.currentThread().isInterrupted();
    }

    /** What a thread of each of two ranks does. */
    private interface Body {
        void run(int self);
    }

    private static void onTwoThreads(Body body) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            try {
                body.run(1);
            } catch (Throwable e) {
                failures.add(e);
            }
        });
        body.run(0);
        other.join();
        assertEquals(List.of(), failures);
    }

    @Test
    void aSleepEndsWithItsTimeWithAnInterruptAndWithTheWire() {
        Wire wire = open(settings(0, 2, false));
        assertTrue(wire.arm());
        wire.sleep(1);
        Thread.currentThread().interrupt();
        wire.sleep(1_000);
        assertTrue(Thread.interrupted());
        wire.close();
        wire.sleep(Long.MAX_VALUE);
    }

    @Test
    void aPeerThatClosesIsLostWhenWhatItSentIsTakenIn() {
        Wire[] three = open(3, 3, true);
        for (int i = 0; i < 3; i++) {
            assertTrue(send(three[2], 0, Channel.REQUESTS, i));
            assertTrue(send(three[2], 0, Channel.REPLIES, i));
        }
        three[2].close();
        Seen seen = new Seen();
        seen.refuse(true);
        pollUntil(three[0], seen, () -> seen.of(Channel.REPLIES).size() == 3);
        for (int i = 0; i < 10; i++) {
            three[0].poll(seen, 100);
            assertNull(three[0].lost(2));
        }
        seen.refuse(false);
        pollUntil(three[0], seen, () -> three[0].lost(2) != null);
        assertEquals(numbers(3), seen.of(Channel.REQUESTS));
        assertEquals(numbers(3), seen.of(Channel.REPLIES));
        assertLost(Loss.Cause.CLOSED, "rank 2", three[0], 2);
        assertTheyTalk(three[0], 0, three[1], 1);
        pollUntil(three[1], seen, () -> three[1].lost(2) != null);
        assertLost(Loss.Cause.CLOSED, "rank 2", three[1], 2);
        assertLost(Loss.Cause.CLOSED, "", three[2], 0);
    }

    private static void assertLost(Loss.Cause cause, String text, Wire wire, int peer) {
        Loss loss = wire.lost(peer);
        assertNotNull(loss);
        assertEquals(cause, loss.cause(), loss::text);
        assertTrue(loss.text().contains(text), loss::text);
        for (Channel channel : Channel.values()) {
            assertFalse(send(wire, peer, channel, 1));
        }
        assertEquals(loss, wire.lost(peer));
    }

    @Test
    void aPeerThatIsCutOffInTheMiddleOfAFrameIsLostAndTheFrameNeverComes() {
        Wire[] pair = open(2, 4, true);
        Seen seen = new Seen();
        try (RawPeer middle = raw(pair[0], 0, settings(2, 4, true));
                RawPeer end = raw(pair[0], 0, settings(3, 4, true))) {
            assertTrue(middle.write(middle.frame(Channel.REQUESTS, 0, 1, 100)));
            assertTrue(middle.write(Arrays.copyOf(middle.frame(Channel.REQUESTS, 1, 1, 100), 50)));
            assertTrue(end.write(end.frame(Channel.REQUESTS, 0, 1, 0)));
            pollUntil(pair[0], seen, () -> seen.of(Channel.REQUESTS).size() == 2);
        }
        pollUntil(pair[0], seen, () -> pair[0].lost(2) != null && pair[0].lost(3) != null);
        assertLost(Loss.Cause.BROKEN, "middle of a frame", pair[0], 2);
        assertLost(Loss.Cause.BROKEN, "without a goodbye", pair[0], 3);
        assertEquals(2, seen.of(Channel.REQUESTS).size());
        assertTheyTalk(pair[0], 0, pair[1], 1);
    }

    /**
     * One bit of each frame is not as its sender has sealed it. Some bits of lengths let the reader wait for more: that
     * never comes.
     */
    @Test
    void aFrameThatThisLibraryHasNotWrittenIsNeverHandedOverAndTheOthersGoOn() {
        Wire[] pair = open(2, 2 + HOSTILES, true);
        Seen seen = new Seen();
        SplittableRandom random = new SplittableRandom(11);
        for (int peer = 2; peer < 2 + HOSTILES; peer++) {
            int hostile = peer;
            try (RawPeer raw = raw(pair[0], 0, settings(peer, 2 + HOSTILES, true))) {
                byte[] frame = raw.frame(Channel.REPLIES, 0, 2, 32);
                int bit = random.nextInt(8 * frame.length);
                frame[bit >> 3] ^= (byte) (1 << (bit & 7));
                assertTrue(raw.write(frame));
                raw.write(raw.frame(Channel.REPLIES, 1, 2, 32));
            }
            pollUntil(pair[0], seen, () -> pair[0].lost(hostile) != null);
            assertTrue(Set.of(Loss.Cause.HOSTILE, Loss.Cause.BROKEN).contains(pair[0].lost(peer).cause()));
        }
        assertEquals(List.of(), seen.of(Channel.REPLIES));
        assertTheyTalk(pair[0], 0, pair[1], 1);
    }

    @Test
    void framesOfAnotherRankOrTwiceOrThatAnswerNothingAreHostile() {
        Wire[] pair = open(2, 6, true);
        Seen seen = new Seen();
        try (RawPeer twice = raw(pair[0], 0, settings(2, 6, true));
                RawPeer other = raw(pair[0], 0, settings(3, 6, true));
                RawPeer room = raw(pair[0], 0, settings(4, 6, true));
                RawPeer garbage = raw(pair[0], 0, settings(5, 6, true))) {
            byte[] frame = twice.frame(Channel.REQUESTS, 0, 1, 8);
            assertTrue(twice.write(frame) && twice.write(frame));
            assertTrue(other.write(frame));
            assertTrue(room.write(room.room(0, 0, 1)));
            byte[] random = new byte[300];
            new SplittableRandom(5).nextBytes(random);
            assertTrue(garbage.write(random));
            pollUntil(pair[0], seen, () -> pair[0].lost(2) != null && pair[0].lost(3) != null
                    && pair[0].lost(4) != null && pair[0].lost(5) != null);
        }
        assertEquals(1, seen.of(Channel.REQUESTS).size());
        for (int peer = 2; peer < 6; peer++) {
            assertLost(Loss.Cause.HOSTILE, "rank " + peer, pair[0], peer);
        }
        assertTheyTalk(pair[0], 0, pair[1], 1);
    }

    @Test
    void aPeerThatSendsMoreThanThereIsRoomForIsHostile() throws InterruptedException {
        Wire[] pair = open(2, 3, false);
        Seen seen = new Seen();
        seen.refuse(true);
        try (RawPeer raw = raw(pair[0], 0, settings(2, 3, false))) {
            Thread writer = Thread.ofPlatform().daemon().start(() -> {
                long sent = 0;
                for (int i = 0; sent < BOUND && raw.write(raw.frame(Channel.REQUESTS, i, 1, 8000)); i++) {
                    sent += 8000;
                }
            });
            pollUntil(pair[0], seen, () -> pair[0].lost(2) != null);
            writer.join();
        }
        assertLost(Loss.Cause.HOSTILE, "room", pair[0], 2);
        seen.refuse(false);
        pair[0].poll(seen, 100);
        assertEquals(List.of(), seen.of(Channel.REQUESTS), "nothing comes after lost, nor what was put aside");
        assertTheyTalk(pair[0], 0, pair[1], 1);
    }

    @Test
    void strangersAreTurnedAwayAndHarmNobody() {
        Wire[] pair = open(2, 3, true);
        Seen seen = new Seen();
        RawPeer silent = raw(pair[0], 0, settings(2, 3, true, 8));
        try (silent; RawPeer twice = raw(pair[0], 0, settings(1, 3, true));
                RawPeer unlike = raw(pair[0], 0, settings(2, 3, false));
                RawPeer missent = raw(pair[0], 1, settings(2, 3, true))) {
            for (RawPeer each : List.of(silent, twice, unlike, missent)) {
                each.write(each.frame(Channel.REPLIES, 0, 1, 8));
            }
            pollUntil(pair[0], seen, () -> pair[0].counted(WireCounter.STRANGERS) == 4);
        }
        assertNull(pair[0].lost(2));
        Wire third = open(settings(2, 3, true));
        third.connect(0, pair[0].address());
        assertTheyTalk(third, 2, pair[0], 0);
        assertTheyTalk(pair[0], 0, pair[1], 1);
        assertEquals(List.of(), seen.of(Channel.REPLIES), "nothing of what strangers sent");
    }

    @Test
    void whereNobodyOrSomebodyElseAnswersThePeerIsLost() {
        Wire stranger = open(settings(0, 3, true, 8));
        Wire wire = open(settings(2, 3, true));
        wire.connect(0, stranger.address());
        Seen seen = new Seen();
        until(() -> wire.lost(0) != null, () -> wire.poll(seen, 1), () -> stranger.poll(seen, 1));
        assertLost(Loss.Cause.REFUSED, "rank 0", wire, 0);
        assertNull(stranger.lost(2));
        Wire gone = open(settings(1, 3, true));
        gone.close();
        wire.connect(1, gone.address());
        until(() -> wire.lost(1) != null, () -> wire.poll(seen, 1));
        assertLost(Loss.Cause.REFUSED, "rank 1", wire, 1);
        assertEquals(List.of(), seen.of(Channel.REQUESTS));
    }

    @Test
    void whatIsNotLegalIsRefusedAndNothingIsSent() {
        Wire[] pair = open(2, 2, true);
        Wire wire = pair[0];
        MemorySegment data = MemorySegment.ofArray(new byte[10]);
        Channel channel = Channel.REPLIES;
        long sent = wire.counted(WireCounter.FRAMES_SENT);
        for (Runnable illegal : List.<Runnable>of(
                () -> wire.send(0, channel, new long[0], 0, data, 0, 0),
                () -> wire.send(2, channel, new long[0], 0, data, 0, 0),
                () -> wire.send(-1, channel, new long[0], 0, data, 0, 0),
                () -> wire.send(1, channel, new long[20], Wire.MAX_HEAD + 1, data, 0, 0),
                () -> wire.send(1, channel, new long[0], -1, data, 0, 0),
                () -> wire.send(1, channel, new long[0], 0, data, 0, -1),
                () -> wire.send(1, channel, new long[0], 0, data, 0, wire.maxData() + 1),
                () -> wire.connect(0, wire.address()), () -> wire.poll(new Seen(), 0))) {
            PgasException refused = assertThrows(PgasException.class, illegal::run);
            assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
        }
        assertThrows(IndexOutOfBoundsException.class, () -> wire.send(1, channel, new long[1], 2, data, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> wire.send(1, channel, new long[1], 1, data, 5, 6));
        assertThrows(IndexOutOfBoundsException.class, () -> wire.send(1, channel, new long[1], 1, data, -1, 6));
        assertEquals(sent, wire.counted(WireCounter.FRAMES_SENT));
        assertTheyTalk(pair[0], 0, pair[1], 1);
    }

    @Test
    void aWireOfAnotherNameIsRefusedWithTheNamesThatThereAre() {
        PgasException none = assertThrows(PgasException.class, () -> WireProvider.named("carrier pigeons"));
        assertTrue(none.getMessage().contains(provider().name()), none::getMessage);
        assertEquals(provider().name(), WireProvider.named(provider().name()).name());
    }

    @Test
    void closingLeavesNoFileAndNoThread() {
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        Wire[] three = open(3, 3, true);
        assertTheyTalk(three[0], 0, three[2], 2);
        for (Wire wire : three) {
            wire.close();
            wire.close();
            assertFalse(send(wire, wire == three[0] ? 1 : 0, Channel.REPLIES, 1));
            assertEquals(0, wire.poll(new Seen(), 1));
        }
        assertEquals(List.of(), List.of(directory.toFile().list()));
        Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
        left.removeAll(before);
        assertEquals(Set.of(), left);
    }

    @Test
    void aFrameAllocatesNothing() {
        Wire[] pair = open(2, 2, true);
        long[] counted = new long[1];
        FrameReceiver receiver = (source, channel, head, longs, data, bytes) -> {
            counted[0]++;
            return true;
        };
        MemorySegment data = MemorySegment.ofArray(new byte[4000]);
        long[] head = new long[4];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long used = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            counted[0] = 0;
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 4000; i++) {
                int bytes = i & 3;
                while (!pair[0].send(1, Channel.REQUESTS, head, 4, data, 0, bytes * 1000)) {
                    pair[0].poll(receiver, 10);
                    pair[1].poll(receiver, 10);
                }
                pair[1].poll(receiver, 10);
                pair[0].poll(receiver, 10);
            }
            while (counted[0] < 4000) {
                pair[1].poll(receiver, 10);
            }
            used = Math.min(used, threads.getCurrentThreadAllocatedBytes() - before);
        }
        long least = used;
        assertTrue(least < 4000 * (1 + allocatedByAFrame()), () -> least + " bytes for 4000 frames");
    }
}
