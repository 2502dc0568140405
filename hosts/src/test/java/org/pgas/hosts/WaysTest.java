package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Wire;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.Topology;
import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

/**
 * What comes over the wires of four ranks, 0 and 1 in one neighbourhood, 2 and 3 in another, in any order between
 * pairs.
 */
class WaysTest {
    private static final int SIZE = 4;
    private static final int PART_BYTES = 64 << 10;
    private static final int MAX_DATA = 8 << 10;

    private record Sent(long[] head, byte[] data) {}

    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended(String text) {
            super(text);
        }
    }

    @TempDir
    private Path directory;

    /** By source and peer. */
    private final Map<Integer, Deque<Sent>> sent = new HashMap<>();

    private final MemorySegment[] areas = new MemorySegment[2];
    private final Changes[] changes = new Changes[SIZE];
    private final Ways[] ways = new Ways[SIZE];
    private final MemorySegment sleepers = Arena.ofAuto().allocate(Long.BYTES);
    private int reserved;
    private Runnable whileSending = () -> {};
    private boolean isFull;
    private int withoutRoom;
    private Runnable whileFull = () -> {};

    private Deque<Sent> frames(int source, int peer) {
        return sent.computeIfAbsent(source * SIZE + peer, absent -> new ArrayDeque<>());
    }

    @BeforeEach
    void join() {
        Topology topology = Topology.ofNeighbourhoods(SIZE, 2);
        for (int neighbourhood = 0; neighbourhood < 2; neighbourhood++) {
            areas[neighbourhood] = Arena.ofAuto().allocate((long) SIZE * PART_BYTES, 8);
            Board.create(directory, neighbourhood, SIZE);
        }
        for (int rank = 0; rank < SIZE; rank++) {
            Board board = Board.open(directory, topology.neighbourhood(rank), SIZE);
            Conduit near = near(rank, areas[topology.neighbourhood(rank)]);
            changes[rank] = new Changes(rank, SIZE, board, near.area(), MAX_DATA);
            ways[rank] = new Ways(near, topology, wire(rank), board, changes[rank]);
            changes[rank].sendBy(ways[rank]);
        }
    }

    private Conduit near(int rank, MemorySegment area) {
        AreaParts parts = new AreaParts() {
            @Override
            public long address(int owner) {
                return area.address() + (long) owner * PART_BYTES;
            }

            @Override
            public long bytes() {
                return PART_BYTES;
            }

            @Override
            public void reserve(long offset, long bytes) {}

            @Override
            public void reserveCopy(int owner, long offset, long bytes) {
                reserved++;
            }
        };
        return fake(Conduit.class, Map.of(
                "member", fake(Member.class, Map.of("rank", rank, "size", SIZE)),
                "end", fake(JobEnd.class, Map.of("hasEnded", false)),
                "bells", fake(Bells.class, Map.of("sleepersAddress", sleepers.address())),
                "area", parts));
    }

    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, (self, method, given) -> {
            if (method.getName().equals("fail")) {
                throw new Ended((String) given[0]);
            }
            return answers.get(method.getName());
        }));
    }

    private Wire wire(int rank) {
        return (Wire) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[]{Wire.class},
                (self, method, given) -> switch (method.getName()) {
                    case "send" -> {
                        MemorySegment data = (MemorySegment) given[4];
                        int bytes = (int) given[6];
                        byte[] copy = bytes == 0 ? new byte[0]
                                : data.asSlice((long) given[5], bytes).toArray(ValueLayout.JAVA_BYTE);
                        if (isFull) {
                            assertTrue(++withoutRoom < 100, "tried without end");
                            whileFull.run();
                            yield false;
                        }
                        frames(rank, (int) given[0])
                                .add(new Sent(Arrays.copyOf((long[]) given[2], (int) given[3]), copy));
                        whileSending.run();
                        yield true;
                    }
                    case "poll" -> 0;
                    case "lost" -> null;
                    case "room" -> 99;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    /** Hands the next frame over; whether it was taken. */
    private boolean deliver(int source, int peer) {
        Sent next = frames(source, peer).element();
        if (give(source, peer, next.head(), next.data())) {
            frames(source, peer).remove();
            return true;
        }
        return false;
    }

    private boolean give(int source, int peer, long[] head, byte[] data) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment heads = arena.allocateFrom(ValueLayout.JAVA_LONG, head);
            MemorySegment bytes = arena.allocate(Math.max(8, data.length), 8);
            MemorySegment.copy(data, 0, bytes, ValueLayout.JAVA_BYTE, 0, data.length);
            return ways[peer].received(source, Channel.REPLIES, heads.address(), head.length, bytes.address(),
                    data.length);
        }
    }

    private long word(int neighbourhood, long offset) {
        return areas[neighbourhood].get(ValueLayout.JAVA_LONG, offset);
    }

    private void change(int rank, long offset, long value) {
        long address = areas[rank / 2].address() + offset;
        changes[rank].beginChange();
        SharedMemory.putLongRelease(address, value);
        changes[rank].endChange(address, Long.BYTES);
    }

    private void message(int rank, int peer) {
        Way way = ways[rank].to(peer);
        synchronized (way) {
            way.head()[1] = MessageHead.of(MessageHead.SHORT, 200, 0);
            assertTrue(way.sendMessage(0, 4, MemorySegment.NULL, 0, 0));
        }
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
        while (!frames(1, 3).isEmpty()) {
            assertTrue(deliver(1, 3));
        }
        assertEquals(1, word(1, 64));
        assertFalse(ways[3].to(1).arrivals(0).isEmpty());
        // nothing new was seen: nothing is told
        message(1, 3);
        assertEquals(1, frames(1, 3).size());
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
        whileSending = () -> assertTrue(ways[0].to(2).room(0).taken(Room.length(0)));
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
        MemorySegment.copy(numbers, 0, areas[0], ValueLayout.JAVA_LONG, 4096, numbers.length);
        changes[0].reserve(4096, 4096);
        changes[0].copy(areas[0].address() + 4096, 8L * numbers.length);
        changes[0].copyZeros(areas[0].address() + 4096 + 8, 16);
        for (int peer = 2; peer < SIZE; peer++) {
            while (!frames(0, peer).isEmpty()) {
                assertTrue(deliver(0, peer));
            }
        }
        assertEquals(1, reserved);
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(i == 1 || i == 2 ? 0 : i + 1, word(1, 4096 + 8L * i));
        }
    }

    @Test
    void aPieceGoesToOneRankAndAChangeWaitsForIt() {
        areas[0].set(ValueLayout.JAVA_LONG, 4096, 5);
        changes[0].copyTo(2, areas[0].address() + 4096, 8);
        change(0, 64, 1);
        assertEquals(1, frames(0, 3).size());
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
        areas[0].set(ValueLayout.JAVA_LONG, 4096, 5);
        changes[0].copyTo(2, areas[0].address() + 4096, 8);
        areas[0].set(ValueLayout.JAVA_LONG, 4096, 6);
        changes[0].copyTo(3, areas[0].address() + 4096, 8);
        assertFalse(deliver(0, 3));
        assertTrue(deliver(0, 2));
        assertTrue(deliver(0, 3));
        assertEquals(6, word(1, 4096));
    }

    @Test
    void aPieceWaitsForWhatItsRankHasSeen() {
        change(0, 4096, 1);
        changes[1].copyTo(2, areas[0].address() + 4096, 8);
        assertFalse(deliver(1, 2));
        assertTrue(deliver(0, 3));
        assertTrue(deliver(1, 2));
    }

    @Test
    void aPieceForARankThatLeavesGoesToANeighbourOfIt() {
        give(2, 0, new long[]{Frame.LEAVING}, new byte[0]);
        changes[0].copyTo(2, areas[0].address() + 4096, 8);
        assertTrue(frames(0, 2).isEmpty());
        assertEquals(1, frames(0, 3).size());
        give(3, 0, new long[]{Frame.LEAVING}, new byte[0]);
        changes[0].copyTo(2, areas[0].address() + 4096, 8);
        assertTrue(frames(0, 2).isEmpty());
        assertEquals(1, frames(0, 3).size());
        // the change waits for the piece that was sent alone
        change(0, 64, 1);
        assertFalse(deliver(0, 2));
        assertTrue(deliver(0, 3));
        assertTrue(deliver(0, 2));
    }

    @Test
    void aNeighbourGetsNoPiece() {
        changes[0].copyTo(1, areas[0].address() + 4096, 8);
        assertTrue(sent.isEmpty());
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
        refused(new long[]{Frame.WORDS, 1, 0, (long) SIZE * PART_BYTES}, words);
        refused(new long[]{Frame.WORDS, 1, 0, Long.MIN_VALUE}, words);
        refused(new long[]{Frame.PIECE, 1}, words);
        refused(new long[]{Frame.PIECE, 1, 64}, new byte[8]);
        refused(new long[]{Frame.PIECE, 1, 65}, words);
        refused(new long[]{Frame.PIECE, 1, (long) SIZE * PART_BYTES}, words);
        refused(new long[]{Frame.PIECE, 0, 64}, words);
        refused(new long[]{Frame.COUNTS}, new byte[8]);
        refused(new long[]{Frame.MESSAGE, MessageHead.of(MessageHead.SHORT, 1, 3), 0, 0}, counts);
        refused(new long[]{Frame.MESSAGE, 0, 0, 0}, counts);
        refused(new long[]{Frame.MESSAGE}, counts);
        refused(new long[]{Frame.TAKEN, 8, 0, 0}, new byte[0]);
        refused(new long[]{Frame.TAKEN, 0, 0, 8}, new byte[0]);
        refused(new long[]{Frame.message(Frame.NETWORKS), MessageHead.of(MessageHead.SHORT, 1, 0), 0, 0}, counts);
    }

    private void refused(long[] head, byte[] data) {
        assertThrows(Ended.class, () -> give(0, 2, head, data), () -> Arrays.toString(head));
        // the change was begun
        Board board = Board.open(directory, 1, SIZE);
        if (board.word(0) == 1) {
            board.change(0, 0);
        }
    }

    /** What rank {@code rank} shows of its way to {@code peer}. */
    private long shown(int rank, int peer, WayNumber number) {
        MemorySegment part = Arena.ofAuto().allocate(WayLayout.partBytes(SIZE), 8);
        new ShownWays(ways[rank], part.address()).show();
        for (int each = 0; each < SIZE; each++) {
            boolean isWay = each / 2 != rank / 2;
            assertEquals(isWay ? 99 : 0, WayLayout.get(part.address(), each, WayNumber.WIRE_ROOM), "rank " + each);
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
        assertEquals(", it has not taken 96 bytes of messages from here", ways[0].to(2).describe());
        assertEquals(", 96 bytes of messages from it wait here for a handler", ways[2].to(0).describe());
        change(0, 64, 1);
        assertEquals((SIZE + 1) * Long.BYTES, shown(0, 3, WayNumber.BYTES_SENT));
    }

    /** Else the sender would show it as not taken until there is much more. */
    @Test
    void whatWasTakenIsToldOnceWhenTheWayIsShown() {
        message(0, 2);
        assertTrue(deliver(0, 2));
        assertEquals(1, ways[2].to(0).arrivals(0).receive(fake(MessageInbox.Receiver.class, Map.of()), 10));
        assertEquals(Room.length(0), shown(0, 2, WayNumber.REQUESTS_HELD));
        assertEquals(0, shown(2, 0, WayNumber.REQUESTS_WAITING));
        assertTrue(deliver(2, 0));
        assertEquals(0, shown(0, 2, WayNumber.REQUESTS_HELD));
        assertEquals("", ways[0].to(2).describe());
        assertEquals(0, shown(2, 0, WayNumber.REQUESTS_WAITING));
        assertTrue(frames(2, 0).isEmpty(), "told twice");
    }

    @Test
    void aWayShowsWhoseChangesTheNextFrameWaitsFor() {
        change(0, 64, 1);
        message(1, 3);
        assertEquals(0, shown(3, 1, WayNumber.LACKS_RANK));
        assertFalse(deliver(1, 3));
        assertEquals(1, shown(3, 1, WayNumber.LACKS_RANK), "1 and the rank");
        assertEquals(1, shown(3, 1, WayNumber.REFUSED));
        assertEquals(", what it sends waits here for changes of rank 0", ways[3].to(1).describe());
        assertTrue(deliver(0, 3));
        assertTrue(deliver(1, 3));
        assertEquals(0, shown(3, 1, WayNumber.LACKS_RANK));
        assertEquals(1, shown(3, 1, WayNumber.REFUSED));
        assertEquals("", ways[1].to(2).describe());
    }

    @Test
    void aWayShowsThatTheNextFrameWaitsForAPiece() {
        changes[0].copyTo(2, areas[0].address() + 4096, 8);
        change(0, 64, 1);
        assertFalse(deliver(0, 3));
        assertEquals(1, shown(3, 0, WayNumber.LACKS_RANK), "1 and the peer");
        assertEquals(", what it sends waits here for data that it has sent to a neighbour", ways[3].to(0).describe());
        assertTrue(deliver(0, 2));
        assertTrue(deliver(0, 3));
        assertEquals(0, shown(3, 0, WayNumber.LACKS_RANK));
    }

    @Test
    void aPieceThatWaitsForRoomAndGoesElsewhereWaitsNoMore() {
        isFull = true;
        whileFull = () -> {
            if (shown(0, 2, WayNumber.WAITED_NANOS) > 0) {
                isFull = false;
                give(2, 0, new long[]{Frame.LEAVING}, new byte[0]);
            }
        };
        changes[0].copyTo(2, areas[0].address() + 4096, 8);
        assertEquals(1, frames(0, 3).size());
        assertEquals(0, shown(0, 2, WayNumber.WAITED_NANOS));
        assertEquals(0, shown(0, 3, WayNumber.WAITED_NANOS));
        isFull = true;
        whileFull = () -> isFull = shown(0, 3, WayNumber.WAITED_NANOS) == 0;
        changes[0].copyTo(3, areas[0].address() + 4096, 8);
        assertEquals(2, frames(0, 3).size());
        assertEquals(0, shown(0, 3, WayNumber.WAITED_NANOS));
    }

    @Test
    void aWayShowsThatAFrameWaitsForRoom() {
        isFull = true;
        Way way = ways[0].to(2);
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

    @Test
    void aChangeThatComesTooEarlyEndsTheJob() {
        change(0, 64, 1);
        change(0, 64, 2);
        frames(0, 2).remove();
        assertThrows(Ended.class, () -> deliver(0, 2));
    }
}
