package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.WaysRig.Ended;
import org.pgas.hosts.WaysRig.Told;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Loss;
import org.pgas.spi.MessageHead;
import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

/**
 * What comes over the wires of four ranks, 0 and 1 in one neighbourhood, 2 and 3 in another, in any order between
 * pairs.
 */
class WaysTest {
    private static final int SIZE = 4;
    private static final int MAX_DATA = WaysRig.MAX_DATA;

    @TempDir
    private Path directory;

    private WaysRig rig;

    @BeforeEach
    void join() {
        rig = new WaysRig(directory, SIZE, 2, Told.ALL);
    }

    private boolean deliver(int source, int peer) {
        return rig.deliver(source, peer);
    }

    /** As the first rank of a neighbourhood sees it. */
    private long word(int neighbourhood, long offset) {
        return rig.word(2 * neighbourhood, offset);
    }

    private void change(int rank, long offset, long value) {
        rig.change(rank, offset, value);
    }

    /** Of data in the part of rank 0. */
    private void piece(int rank, int peer) {
        rig.changes(rank).copyTo(peer, rig.area(rank).address() + 4096, 8);
    }

    private void message(int rank, int peer) {
        rig.message(rank, peer);
    }

    /** Else what comes to a rank that sends without end would wait for that end. */
    @Test
    void whoSendsManyMessagesPolls() {
        message(0, 2);
        rig.polls(2);
        for (int i = 0; i < 64; i++) {
            rig.ways(2).tried();
        }
        assertTrue(rig.hasMessages(0, 2));
    }

    @Test
    void aChangeIsAppliedOnceByTheFirstReceiver() {
        change(0, 64, 1);
        change(0, 64, 2);
        assertTrue(deliver(0, 2));
        assertEquals(1, word(1, 64));
        assertTrue(deliver(0, 2));
        assertEquals(2, word(1, 64));
        assertTrue(deliver(0, 3));
        assertEquals(2, word(1, 64));
        assertTrue(deliver(0, 3));
        assertEquals(2, word(1, 64));
        change(0, 64, 3);
        assertTrue(deliver(0, 3));
        assertEquals(3, word(1, 64));
    }

    @Test
    void aMessageWaitsForWhatANeighbourOfItsSenderHasChanged() {
        change(0, 64, 1);
        message(1, 3);
        assertFalse(deliver(1, 3));
        assertTrue(deliver(0, 2));
        while (rig.waiting(1, 3) > 0) {
            assertTrue(deliver(1, 3));
        }
        assertEquals(1, word(1, 64));
        assertTrue(rig.hasMessages(1, 3));
        // nothing new was seen: nothing is told
        message(1, 3);
        assertEquals(1, rig.waiting(1, 3));
    }

    @Test
    void aChangeWaitsForWhatItsRankHasSeen() {
        change(0, 64, 1);
        change(1, 128, 7);
        assertFalse(deliver(1, 2));
        assertEquals(0, word(1, 128));
        assertTrue(deliver(0, 3));
        assertTrue(deliver(1, 2));
        assertEquals(7, word(1, 128));
    }

    @Test
    void aPeerMayGiveRoomBackBeforeTheSenderGoesOn() {
        rig.whileSending(() -> assertTrue(rig.ways(0).to(2).room(0).taken(Room.length(0))));
        message(0, 2);
    }

    @Test
    void nobodyWaitsForWhatCameFromItsOwnNeighbourhood() {
        change(2, 64, 1);
        assertTrue(deliver(2, 0));
        change(1, 128, 2);
        assertTrue(deliver(1, 2));
        message(1, 2);
        assertTrue(deliver(1, 2));
    }

    @Test
    void largeCopiesZerosAndPagesComeInOrder() {
        long[] numbers = new long[3 * MAX_DATA / 8];
        Arrays.setAll(numbers, i -> i + 1);
        MemorySegment.copy(numbers, 0, rig.area(0), ValueLayout.JAVA_LONG, 4096, numbers.length);
        rig.changes(0).reserve(4096, 4096);
        rig.changes(0).copy(rig.area(0).address() + 4096, 8L * numbers.length);
        rig.changes(0).copyZeros(rig.area(0).address() + 4096 + 8, 16);
        for (int peer = 2; peer < SIZE; peer++) {
            while (rig.waiting(0, peer) > 0) {
                assertTrue(deliver(0, peer));
            }
        }
        assertEquals(1, rig.reserved());
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(i == 1 || i == 2 ? 0 : i + 1, word(1, 4096 + 8L * i));
        }
    }

    /** What fits is one frame; of what does not, each has what a frame best has. */
    @Test
    void dataForOneNeighbourhoodAreAsManyFramesAsTheWireLikes() {
        int[] bytes = {MAX_DATA, MAX_DATA + 8, 3 * WaysRig.PIECE_DATA};
        int[] frames = {1, 2, 3};
        for (int i = 0; i < bytes.length; i++) {
            long[] numbers = LongStream.range(i, i + bytes[i] / 8).toArray();
            MemorySegment.copy(numbers, 0, rig.area(0), ValueLayout.JAVA_LONG, 4096, numbers.length);
            rig.changes(0).copyTo(2, rig.area(0).address() + 4096, bytes[i]);
            assertEquals(frames[i], rig.waiting(0, 2), bytes[i] + " bytes");
            while (rig.waiting(0, 2) > 0) {
                assertTrue(deliver(0, 2));
            }
            for (int each = 0; each < numbers.length; each++) {
                assertEquals(numbers[each], word(1, 4096 + 8L * each), bytes[i] + " bytes");
            }
        }
    }

    @Test
    void aPieceGoesToOneRankAndAChangeWaitsForIt() {
        rig.area(0).set(ValueLayout.JAVA_LONG, 4096, 5);
        piece(0, 2);
        change(0, 64, 1);
        assertEquals(1, rig.waiting(0, 3));
        assertFalse(deliver(0, 3));
        assertEquals(0, word(1, 64));
        assertTrue(deliver(0, 2));
        assertEquals(5, word(1, 4096));
        assertTrue(deliver(0, 3));
        assertEquals(1, word(1, 64));
        assertTrue(deliver(0, 2));
    }

    @Test
    void piecesToSeveralRanksOfANeighbourhoodComeInOrder() {
        rig.area(0).set(ValueLayout.JAVA_LONG, 4096, 5);
        piece(0, 2);
        rig.area(0).set(ValueLayout.JAVA_LONG, 4096, 6);
        piece(0, 3);
        assertFalse(deliver(0, 3));
        assertTrue(deliver(0, 2));
        assertTrue(deliver(0, 3));
        assertEquals(6, word(1, 4096));
    }

    @Test
    void aPieceWaitsForWhatItsRankHasSeen() {
        change(0, 4096, 1);
        piece(1, 2);
        assertFalse(deliver(1, 2));
        assertTrue(deliver(0, 3));
        // the counts, and the piece
        assertTrue(deliver(1, 2));
        assertTrue(deliver(1, 2));
        assertEquals(1, rig.word(2, 4096));
        // which are told once
        piece(1, 2);
        assertEquals(1, rig.waiting(1, 2));
    }

    @Test
    void aPieceWhoseTurnItIsIsWrittenToItsPlace() {
        Ways ways = rig.ways(2);
        MemorySegment head = Arena.ofAuto().allocate(3 * Long.BYTES, 8);
        for (int number = 1; number <= 2; number++) {
            MemorySegment.copy(new long[]{Frame.PIECE, number, 4096}, 0, head, ValueLayout.JAVA_LONG, 0, 3);
            ByteBuffer place = ways.place(0, Channel.REPLIES, head.address(), 3, 16);
            assertEquals(16, place.remaining());
            place.order(ByteOrder.nativeOrder()).putLong(5).putLong(number);
            assertEquals(number - 1, board(1).pieces(0));
            ways.placed(0, Channel.REPLIES, head.address(), 3, 16);
            assertEquals(number, board(1).pieces(0));
            assertEquals(5, rig.word(2, 4096));
            assertEquals(number, rig.word(2, 4104));
        }
    }

    /** The one before it may be for the same memory. */
    @Test
    void aPieceOutOfTurnOrForNoMemoryOfPiecesHasNoPlace() {
        MemorySegment head = Arena.ofAuto().allocate(4 * Long.BYTES, 8);
        long[][] heads = {{Frame.PIECE, 2, 4096}, {Frame.PIECE, 0, 4096}, {Frame.PIECE, 1, 4097},
            {Frame.PIECE, 1, ~0L}, {Frame.PIECE, 1, Long.MIN_VALUE}, {Frame.PIECE, 1, SIZE * WaysRig.PART_BYTES - 8L}};
        for (long[] each : heads) {
            MemorySegment.copy(each, 0, head, ValueLayout.JAVA_LONG, 0, 3);
            assertNull(rig.ways(2).place(0, Channel.REPLIES, head.address(), 3, 16), () -> Arrays.toString(each));
        }
        MemorySegment.copy(new long[]{Frame.PIECE, 1, 4096}, 0, head, ValueLayout.JAVA_LONG, 0, 3);
        assertNull(rig.ways(2).place(0, Channel.REPLIES, head.address(), 4, 16));
        assertNull(rig.ways(2).place(0, Channel.REPLIES, head.address(), 2, 16));
    }

    @Test
    void aPieceForARankThatLeavesGoesToANeighbourOfIt() {
        rig.give(2, 0, new long[]{Frame.LEAVING}, new byte[0]);
        piece(0, 2);
        assertEquals(0, rig.waiting(0, 2));
        assertEquals(1, rig.waiting(0, 3));
        rig.give(3, 0, new long[]{Frame.LEAVING}, new byte[0]);
        piece(0, 2);
        assertEquals(0, rig.waiting(0, 2));
        assertEquals(1, rig.waiting(0, 3));
        // the change waits for the piece that was sent alone
        change(0, 64, 1);
        assertFalse(deliver(0, 2));
        assertTrue(deliver(0, 3));
        assertTrue(deliver(0, 2));
    }

    @Test
    void aNeighbourGetsNoPiece() {
        piece(0, 1);
        for (int peer = 0; peer < SIZE; peer++) {
            assertEquals(0, rig.waiting(0, peer));
        }
    }

    @Test
    void whatThisLibraryNeverWritesEndsTheJob() {
        byte[] counts = new byte[SIZE * Long.BYTES];
        byte[] words = new byte[(SIZE + 1) * Long.BYTES];
        refused(new long[]{99}, counts);
        refused(new long[]{0}, counts);
        refused(new long[]{Frame.WORDS, 1}, words);
        refused(new long[]{Frame.WORDS, 1, 0, 64}, new byte[8]);
        refused(new long[]{Frame.WORDS, 1, 0, 65}, words);
        refused(new long[]{Frame.WORDS, 1, 0, (long) SIZE * WaysRig.PART_BYTES}, words);
        refused(new long[]{Frame.WORDS, 1, 0, Long.MIN_VALUE}, words);
        refused(new long[]{Frame.PIECE, 1}, words);
        refused(new long[]{Frame.PIECE, 1, 64}, new byte[0]);
        refused(new long[]{Frame.PIECE, 1, 64}, new byte[12]);
        refused(new long[]{Frame.PIECE, 1, 65}, words);
        refused(new long[]{Frame.PIECE, 1, (long) SIZE * WaysRig.PART_BYTES}, words);
        refused(new long[]{Frame.PIECE, 0, 64}, words);
        refused(new long[]{Frame.COUNTS}, new byte[8]);
        refused(new long[]{Frame.MESSAGE, MessageHead.of(MessageHead.SHORT, 1, 3), 0, 0}, counts);
        refused(new long[]{Frame.MESSAGE, 0, 0, 0}, counts);
        refused(new long[]{Frame.MESSAGE}, counts);
        refused(new long[]{Frame.TAKEN, 8, 0, 0}, new byte[0]);
        refused(new long[]{Frame.TAKEN, 0, 0, 8}, new byte[0]);
        refused(new long[]{Frame.message(Frame.NETWORKS), MessageHead.of(MessageHead.SHORT, 1, 0), 0, 0}, counts);
    }

    /** Also what comes on a channel that this library sends nothing on: it would reach rings out of turn. */
    @Test
    void whatComesOnAnotherChannelEndsTheJobAndHasNoPlace() {
        MemorySegment head = Arena.ofAuto().allocate(8 * Long.BYTES, 8);
        head.set(ValueLayout.JAVA_LONG, 0, Frame.message(Frame.REQUESTS));
        head.set(ValueLayout.JAVA_LONG, 8, MessageHead.of(MessageHead.MEDIUM, 200, 0));
        Ways ways = rig.ways(2);
        assertNotNull(ways.place(0, Channel.REPLIES, head.address(), 4, 32 << 10));
        assertNull(ways.place(0, Channel.REQUESTS, head.address(), 4, 32 << 10));
        assertThrows(Ended.class, () -> ways.received(0, Channel.REQUESTS, head.address(), 4, head.address(), 8));
    }

    /** It is refused when it has come; until then nothing of it is believed. */
    @Test
    void aHeadThatIsNotLegalHasNoPlace() {
        MemorySegment head = Arena.ofAuto().allocate(8 * Long.BYTES, 8);
        Ways ways = rig.ways(2);
        ways.landBy((_, _, _, _, _) -> {
            throw new AssertionError("it was believed");
        });
        long[][] heads = {{Frame.message(Frame.REQUESTS), 0}, {Frame.message(Frame.NETWORKS), medium(0)},
            {Frame.message(Frame.REQUESTS), medium(3)}, {Frame.COUNTS, medium(0)}};
        for (long[] each : heads) {
            MemorySegment.copy(each, 0, head, ValueLayout.JAVA_LONG, 0, 2);
            assertNull(ways.place(0, Channel.REPLIES, head.address(), 4, 32 << 10), () -> Arrays.toString(each));
        }
        assertNull(ways.place(0, Channel.REPLIES, head.address(), 1, 32 << 10));
    }

    private static long medium(int arguments) {
        return MessageHead.of(MessageHead.MEDIUM, 200, arguments);
    }

    @Test
    void aMessageWhoseMemoryIsClosedTakesNoRoom() {
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(4096);
        closed.close();
        Way way = rig.ways(0).to(2);
        long before = way.room(Frame.REQUESTS).held();
        synchronized (way) {
            way.head()[1] = medium(0);
            assertThrows(IllegalStateException.class, () -> way.sendMessage(Frame.REQUESTS, 4, gone, 0, 4096));
        }
        assertEquals(before, way.room(Frame.REQUESTS).held());
    }

    private Board board(int neighbourhood) {
        return Board.open(directory, neighbourhood, SIZE);
    }

    private void refused(long[] head, byte[] data) {
        assertThrows(Ended.class, () -> rig.give(0, 2, head, data), () -> Arrays.toString(head));
        // the change was begun
        Board board = board(1);
        if (board.word(0) == 1) {
            board.change(0, 0);
        }
    }

    /** What rank {@code rank} shows of its way to {@code peer}. */
    private long shown(int rank, int peer, WayNumber number) {
        MemorySegment part = Arena.ofAuto().allocate(WayLayout.partBytes(SIZE), 8);
        new ShownWays(rig.ways(rank), part.address()).show();
        for (int each = 0; each < SIZE; each++) {
            boolean isWay = rig.isElsewhere(each, rank);
            assertEquals(isWay ? WaysRig.ROOM : 0, WayLayout.get(part.address(), each, WayNumber.WIRE_ROOM),
                    "rank " + each);
        }
        return WayLayout.get(part.address(), peer, number);
    }

    @Test
    void aWayShowsWhatItHasSentAndWhatThePeerHasNotTaken() {
        message(0, 2);
        assertEquals(1, shown(0, 2, WayNumber.FRAMES_SENT));
        assertEquals(0, shown(0, 3, WayNumber.FRAMES_SENT));
        assertEquals(Room.length(0), shown(0, 2, WayNumber.REQUESTS_HELD));
        assertEquals(Room.RING_BYTES, shown(0, 2, WayNumber.RING_BYTES));
        assertTrue(deliver(0, 2));
        assertEquals(1, shown(2, 0, WayNumber.FRAMES_RECEIVED));
        assertEquals(Room.length(0), shown(2, 0, WayNumber.REQUESTS_WAITING));
        assertEquals(", it has not taken 96 bytes of messages from here", rig.ways(0).to(2).describe());
        assertEquals(", 96 bytes of messages from it wait here for a handler", rig.ways(2).to(0).describe());
        change(0, 64, 1);
        assertEquals((SIZE + 1) * Long.BYTES, shown(0, 3, WayNumber.BYTES_SENT));
    }

    /** Else the sender would show it as not taken until there is much more. */
    @Test
    void whatWasTakenIsToldOnceWhenTheWayIsShown() {
        message(0, 2);
        assertTrue(deliver(0, 2));
        assertEquals(1, rig.handle(0, 2));
        assertEquals(Room.length(0), shown(0, 2, WayNumber.REQUESTS_HELD));
        assertEquals(0, shown(2, 0, WayNumber.REQUESTS_WAITING));
        assertTrue(deliver(2, 0));
        assertEquals(0, shown(0, 2, WayNumber.REQUESTS_HELD));
        assertEquals("", rig.ways(0).to(2).describe());
        assertEquals(0, shown(2, 0, WayNumber.REQUESTS_WAITING));
        assertEquals(0, rig.waiting(2, 0), "told twice");
    }

    /** Takes so many messages of rank 0 as make a quarter of the ring free; whether what tells of that may wait. */
    private boolean toldAhead() {
        int count = Room.RING_BYTES / 4 / Room.length(0) + 1;
        for (int i = 0; i < count; i++) {
            message(0, 2);
            assertTrue(deliver(0, 2));
        }
        assertEquals(count, rig.handle(0, 2));
        boolean isAhead = rig.isNextAhead(2, 0);
        assertTrue(deliver(2, 0));
        assertEquals(0, rig.waiting(2, 0));
        return isAhead;
    }

    /** Where nothing has gone since the word before, that may wait, too, and the peer think that it has no room. */
    @Test
    void whatWasTakenMayWaitWhereAFrameHasGoneSinceItWasToldBefore() {
        message(2, 0);
        assertTrue(deliver(2, 0));
        assertTrue(toldAhead());
        assertFalse(toldAhead());
        assertFalse(toldAhead());
        message(2, 0);
        assertTrue(deliver(2, 0));
        assertTrue(toldAhead());
    }

    @Test
    void aWayShowsWhoseChangesTheNextFrameWaitsFor() {
        change(0, 64, 1);
        message(1, 3);
        assertEquals(0, shown(3, 1, WayNumber.LACKS_RANK));
        assertFalse(deliver(1, 3));
        assertEquals(1, shown(3, 1, WayNumber.LACKS_RANK), "1 and the rank");
        assertEquals(1, shown(3, 1, WayNumber.REFUSED));
        assertEquals(", what it sends waits here for changes of rank 0", rig.ways(3).to(1).describe());
        assertTrue(deliver(0, 3));
        assertTrue(deliver(1, 3));
        assertEquals(0, shown(3, 1, WayNumber.LACKS_RANK));
        assertEquals(1, shown(3, 1, WayNumber.REFUSED));
        assertEquals("", rig.ways(1).to(2).describe());
    }

    @Test
    void aWayShowsThatTheNextFrameWaitsForAPiece() {
        piece(0, 2);
        change(0, 64, 1);
        assertFalse(deliver(0, 3));
        assertEquals(1, shown(3, 0, WayNumber.LACKS_RANK), "1 and the peer");
        assertEquals(", what it sends waits here for data that it has sent to a neighbour",
                rig.ways(3).to(0).describe());
        assertTrue(deliver(0, 2));
        assertTrue(deliver(0, 3));
        assertEquals(0, shown(3, 0, WayNumber.LACKS_RANK));
    }

    @Test
    void aPieceThatWaitsForRoomAndGoesElsewhereWaitsNoMore() {
        rig.isFull(() -> {
            boolean hasWaited = shown(0, 2, WayNumber.WAITED_NANOS) > 0;
            if (hasWaited) {
                rig.isFull(() -> false);
                rig.give(2, 0, new long[]{Frame.LEAVING}, new byte[0]);
            }
            return true;
        });
        piece(0, 2);
        assertEquals(1, rig.waiting(0, 3));
        assertEquals(0, shown(0, 2, WayNumber.WAITED_NANOS));
        assertEquals(0, shown(0, 3, WayNumber.WAITED_NANOS));
        rig.isFull(() -> shown(0, 3, WayNumber.WAITED_NANOS) == 0);
        piece(0, 3);
        assertEquals(2, rig.waiting(0, 3));
        assertEquals(0, shown(0, 3, WayNumber.WAITED_NANOS));
    }

    @Test
    void aWayShowsThatAFrameWaitsForRoom() {
        rig.isFull(() -> true);
        Way way = rig.ways(0).to(2);
        assertFalse(way.send(Frame.HEARD));
        assertEquals(1, shown(0, 2, WayNumber.WITHOUT_ROOM));
        assertEquals(0, shown(0, 2, WayNumber.WAITED_NANOS));
        way.waits();
        assertTrue(shown(0, 2, WayNumber.WAITED_NANOS) > 0);
        assertTrue(way.describe().matches(", a frame to it has waited \\d+\\.\\d s for room"), way.describe());
        way.waitsNoMore();
        assertEquals(0, shown(0, 2, WayNumber.WAITED_NANOS));
        assertEquals(0, shown(0, 2, WayNumber.FRAMES_SENT));
    }

    /** Of a peer that is gone, ranks tell that see processes. */
    @Test
    void aFrameThatWasChangedOnItsWayEndsTheJobAtOnce() {
        rig.lost(2, new Loss(Loss.Cause.BROKEN, "rank 2 ended the connection in the middle of a frame"));
        rig.ways(0).poll();
        rig.lost(2, new Loss(Loss.Cause.HOSTILE, "rank 2 sent a frame with a wrong checksum, index 7"));
        Ended ended = assertThrows(Ended.class, () -> rig.ways(0).poll());
        assertEquals("rank 0: rank 2 sent a frame with a wrong checksum, index 7", ended.getMessage());
    }

    @Test
    void aChangeThatComesTooEarlyEndsTheJob() {
        change(0, 64, 1);
        change(0, 64, 2);
        rig.lose(0, 2);
        assertThrows(Ended.class, () -> deliver(0, 2));
    }

    @Test
    void shouldBePolledByNobodyOnceTheLastPollIsOver() throws InterruptedException {
        CountDownLatch isPolling = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger over = new AtomicInteger();
        rig.whilePolling(() -> {
            begun.getAndAdd(1);
            isPolling.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            over.getAndAdd(1);
        });
        Thread polls = Thread.ofPlatform().start(rig.ways(0)::poll);
        isPolling.await();
        AtomicInteger overAtTheEnd = new AtomicInteger();
        Thread ends = Thread.ofPlatform().start(() -> {
            rig.ways(0).endPolls();
            overAtTheEnd.set(over.get());
        });
        while (ends.getState() != Thread.State.TIMED_WAITING && ends.isAlive()) {
            Thread.onSpinWait();
        }
        mayGoOn.countDown();
        ends.join();
        polls.join();
        assertEquals(1, overAtTheEnd.get());
        rig.ways(0).poll();
        assertEquals(1, begun.get());
    }
}
