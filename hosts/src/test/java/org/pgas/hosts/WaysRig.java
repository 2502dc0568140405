package org.pgas.hosts;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Loss;
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

/**
 * The ways of all ranks of a job in one thread. What they send lies there until the test hands it over, in any order
 * between pairs.
 */
final class WaysRig {
    static final int PART_BYTES = 64 << 10;
    static final int MAX_DATA = 8 << 10;
    static final int PIECE_DATA = 7 << 10;

    /** Of the wire, to each peer. */
    static final int ROOM = 128 << 10;

    /** What ranks say of that which they had seen; a twin says less. */
    enum Told {
        ALL, NOTHING, NOT_WITH_CHANGES, NOT_BEFORE_MESSAGES, NO_PIECES
    }

    private record Sent(long[] head, byte[] data, boolean isAhead) {}

    static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended(String text) {
            super(text);
        }
    }

    private static final MessageInbox.Receiver IGNORED = new MessageInbox.Receiver() {
        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {}

        @Override
        public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {}
    };

    private final int size;
    private final Told told;
    private final Topology topology;

    /** By source and peer. */
    private final Map<Integer, Deque<Sent>> sent = new HashMap<>();

    private final MemorySegment[] areas;
    private final Wire[] wires;
    private final Changes[] changes;
    private final Ways[] ways;
    private final Map<Integer, Loss> lost = new HashMap<>();
    private final MemorySegment sleepers = Arena.ofAuto().allocate(Long.BYTES);
    private final Semaphore wakes = new Semaphore(0);
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private int reserved;
    private int polled = -1;
    private Runnable whileSending = () -> {};
    private BooleanSupplier isFull = () -> false;
    private volatile int peerOfRoom;
    private volatile int room = ROOM;
    private int withoutRoom;
    private Runnable whilePolling = () -> {};
    private Consumer<Boolean> whenTold = isPolledSoon -> {};

    WaysRig(Path directory, int size, int neighbourhoods, Told told) {
        this.size = size;
        this.told = told;
        topology = Topology.ofNeighbourhoods(size, neighbourhoods);
        areas = new MemorySegment[neighbourhoods];
        wires = new Wire[size];
        changes = new Changes[size];
        ways = new Ways[size];
        for (int neighbourhood = 0; neighbourhood < neighbourhoods; neighbourhood++) {
            areas[neighbourhood] = Arena.ofAuto().allocate((long) size * PART_BYTES, 8);
            Board.create(directory, neighbourhood, size);
        }
        for (int rank = 0; rank < size; rank++) {
            Board board = Board.open(directory, topology.neighbourhood(rank), size);
            Conduit near = near(rank, area(rank));
            wires[rank] = wire(rank);
            changes[rank] = new Changes(rank, size, board, near.area(), wires[rank]);
            ways[rank] = new Ways(near, topology, wires[rank], board, changes[rank]);
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
                "member", fake(Member.class, Map.of("rank", rank, "size", size)),
                "end", fake(JobEnd.class, Map.of("hasEnded", false)),
                "bells", fake(Bells.class, Map.of("sleepersAddress", sleepers.address())),
                "area", parts));
    }

    private <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, (self, method, given) -> {
            if (method.getName().equals("fail")) {
                ended.complete((String) given[0]);
                throw new Ended((String) given[0]);
            }
            return answers.get(method.getName());
        }));
    }

    private Wire wire(int rank) {
        return (Wire) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[]{Wire.class},
                (self, method, given) -> switch (method.getName()) {
                    case "send", "sendAhead" -> {
                        MemorySegment data = (MemorySegment) given[4];
                        int bytes = (int) given[6];
                        byte[] copy = bytes == 0 ? new byte[0]
                                : data.asSlice((long) given[5], bytes).toArray(ValueLayout.JAVA_BYTE);
                        if (isFull.getAsBoolean()) {
                            assertTrue(++withoutRoom < 100, "tried without end");
                            yield false;
                        }
                        send(rank, (int) given[0], Arrays.copyOf((long[]) given[2], (int) given[3]), copy,
                                method.getName().equals("sendAhead"));
                        yield true;
                    }
                    case "poll" -> {
                        whilePolling.run();
                        yield takeIn(rank);
                    }
                    case "lost" -> rank == 0 ? lost.get((int) given[0]) : null;
                    case "room" -> (int) given[0] == peerOfRoom ? room : ROOM;
                    case "maxData" -> MAX_DATA;
                    case "pieceData" -> PIECE_DATA;
                    case "arm" -> true;
                    case "pollsSoon" -> {
                        whenTold.accept((boolean) given[0]);
                        yield null;
                    }
                    case "sleep" -> wakes.tryAcquire((long) given[0], TimeUnit.NANOSECONDS);
                    case "wake" -> {
                        wakes.release();
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private void send(int rank, int peer, long[] head, byte[] data, boolean isAhead) {
        int kind = Frame.kind(head[0]);
        boolean isChange = kind == Frame.WORDS || kind == Frame.ZEROS || kind == Frame.PAGES;
        if (kind == Frame.COUNTS && (told == Told.NOTHING || told == Told.NOT_BEFORE_MESSAGES)) {
            return;
        }
        if (isChange && told == Told.NO_PIECES) {
            head[2] = 0;
        }
        if (isChange && (told == Told.NOTHING || told == Told.NOT_WITH_CHANGES)) {
            Arrays.fill(data, 0, size * Long.BYTES, (byte) 0);
        }
        frames(rank, peer).add(new Sent(head, data, isAhead));
        whileSending.run();
    }

    /** What that rank's wire hands over: nothing, where the test does, or the first frame of all that has come. */
    private int takeIn(int rank) {
        for (int source = 0; source < size && rank == polled; source++) {
            if (waiting(source, rank) > 0 && deliver(source, rank)) {
                return 1;
            }
        }
        return 0;
    }

    /** That rank takes in by polls what it is sent. */
    void polls(int rank) {
        polled = rank;
    }

    /** A thread of some rank sleeps. */
    void sleeps() {
        sleepers.set(ValueLayout.JAVA_INT, 0, 1);
    }

    /** Rank 0 finds a peer lost. */
    void lost(int peer, Loss loss) {
        lost.put(peer, loss);
    }

    /** What the job was ended with first. */
    CompletableFuture<String> ended() {
        return ended;
    }

    /** What is run behind each frame that was sent. */
    void whileSending(Runnable step) {
        whileSending = step;
    }

    /** What is run in each poll. */
    void whilePolling(Runnable step) {
        whilePolling = step;
    }

    /** What is told whether somebody polls soon. */
    void whenTold(Consumer<Boolean> listener) {
        whenTold = listener;
    }

    /** Whether there is no room for a frame; asked at each. */
    void isFull(BooleanSupplier full) {
        isFull = full;
    }

    /** So many bytes of room all wires say to have to that peer. */
    void roomTo(int peer, int bytes) {
        room = bytes;
        peerOfRoom = peer;
    }

    private Deque<Sent> frames(int source, int peer) {
        return sent.computeIfAbsent(source * size + peer, absent -> new ArrayDeque<>());
    }

    /** Whether the next frame between a pair may wait for the one behind it. */
    boolean isNextAhead(int source, int peer) {
        return frames(source, peer).element().isAhead();
    }

    /** Frames between a pair that were not handed over. */
    int waiting(int source, int peer) {
        return frames(source, peer).size();
    }

    void lose(int source, int peer) {
        frames(source, peer).remove();
    }

    /** Hands the next frame over; whether it was taken. */
    boolean deliver(int source, int peer) {
        Sent next = frames(source, peer).element();
        if (give(source, peer, next.head(), next.data())) {
            frames(source, peer).remove();
            return true;
        }
        return false;
    }

    boolean give(int source, int peer, long[] head, byte[] data) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment heads = arena.allocateFrom(ValueLayout.JAVA_LONG, head);
            MemorySegment bytes = arena.allocate(Math.max(8, data.length), 8);
            MemorySegment.copy(data, 0, bytes, ValueLayout.JAVA_BYTE, 0, data.length);
            return ways[peer].received(source, Channel.REPLIES, heads.address(), head.length, bytes.address(),
                    data.length);
        }
    }

    int size() {
        return size;
    }

    int neighbourhood(int rank) {
        return topology.neighbourhood(rank);
    }

    boolean isElsewhere(int rank, int other) {
        return neighbourhood(rank) != neighbourhood(other);
    }

    Wire wireOf(int rank) {
        return wires[rank];
    }

    Changes changes(int rank) {
        return changes[rank];
    }

    Ways ways(int rank) {
        return ways[rank];
    }

    /** The area as that rank's neighbourhood has it. */
    MemorySegment area(int rank) {
        return areas[neighbourhood(rank)];
    }

    /** Pages of copies that were made ready. */
    int reserved() {
        return reserved;
    }

    /** A word as that rank sees it. */
    long word(int rank, long offset) {
        return area(rank).get(ValueLayout.JAVA_LONG, offset);
    }

    void change(int rank, long offset, long value) {
        long address = area(rank).address() + offset;
        changes[rank].beginChange();
        SharedMemory.putLongRelease(address, value);
        changes[rank].endChange(address, Long.BYTES);
    }

    /** Writes a word, and sends it as data that go to one rank of a neighbourhood. */
    void piece(int rank, int peer, long offset, long value) {
        long address = area(rank).address() + offset;
        SharedMemory.putLongRelease(address, value);
        changes[rank].copyTo(peer, address, Long.BYTES);
    }

    void message(int rank, int peer) {
        message(rank, peer, Frame.REQUESTS);
    }

    void message(int rank, int peer, int network) {
        Way way = ways[rank].to(peer);
        synchronized (way) {
            way.head()[1] = MessageHead.of(MessageHead.SHORT, 200, 0);
            assertTrue(way.sendMessage(network, 4, MemorySegment.NULL, 0, 0));
        }
    }

    /** Whether messages of that rank have come, whose handlers have not run. */
    boolean hasMessages(int source, int peer) {
        return !ways[peer].to(source).arrivals(0).isEmpty();
    }

    /** Runs their handlers, which do nothing; answers how many. */
    int handle(int source, int peer) {
        Way way = ways[peer].to(source);
        int handled = way.arrivals(0).receive(IGNORED, Integer.MAX_VALUE);
        way.tellTaken();
        return handled;
    }
}
