package org.pgas.hosts.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.RankProcess;
import org.pgas.hosts.wire.RawPeer;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.hosts.wire.WireLaws;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.memory.SharedMemory;

/** The laws of wires over streams of bytes: also what strangers do at the door of a rank. */
public abstract class StreamLaws extends WireLaws {
    /** Bytes of a hello, and of an answer to it. */
    protected static final int HELLO_BYTES = Greeting.HELLO_BYTES;

    private static final FrameReceiver NOTHING = (_, _, _, _, _, _) -> false;

    /** How many may be silent at the door of a rank of a small job. */
    protected static final int SEATS = 64;

    /** More than that. */
    protected static final int MANY = 200;

    private static final Consumer<Object> NOBODY = _ -> {};

    /** By which strangers and raw peers call ranks; null before the first does. */
    private Carriers others;

    /** What calls ranks, and is called by nobody. */
    protected abstract Carriers carriers(WireSettings as) throws IOException;

    private Carriers others() {
        if (others == null) {
            try {
                others = carriers(settings(2, 3, true));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return others;
    }

    @AfterEach
    void closeOthers() throws IOException {
        if (others != null) {
            others.close();
        }
    }

    @Override
    protected final RawPeer raw(Wire wire, int target, WireSettings as) {
        return new RawStream(others(), wire, target, as);
    }

    /** Connects to a wire as a stranger that has nothing but its address, while the wire is polled. */
    private Carrier stranger(Wire wire) throws IOException {
        Carrier carrier = others().call(wire.address());
        untilSeen(carrier::isConnected, wire);
        poll(wire);
        return carrier;
    }

    /** Connects that often as a stranger that says nothing, and adds the connections. */
    protected final void connectSilently(List<Carrier> silent, int count, Wire wire) throws IOException {
        for (int i = 0; i < count; i++) {
            silent.add(stranger(wire));
        }
    }

    /** Ends connections. */
    protected static void end(List<? extends Closeable> connections) throws IOException {
        for (Closeable each : connections) {
            each.close();
        }
    }

    @Test
    void dataForMemoryThatIsClosedMeanwhileEndTheWayAndNothingElse() {
        Wire wire = open(1, 2, false)[0];
        try (RawPeer peer = raw(wire, 0, settings(1, 2, false))) {
            byte[] frame = peer.frame(Channel.REQUESTS, 0, 1, wire.maxData());
            assertTrue(peer.write(Arrays.copyOf(frame, 1000)));
            Arena arena = Arena.ofShared();
            boolean[] isAsked = new boolean[1];
            FrameReceiver receiver = new FrameReceiver() {
                @Override
                public ByteBuffer place(int source, Channel channel, long head, int longs, int bytes) {
                    isAsked[0] = true;
                    return arena.allocate(bytes).asByteBuffer();
                }

                @Override
                public boolean received(int source, Channel channel, long head, int longs, long data, int bytes) {
                    throw new AssertionError("it was wanted elsewhere");
                }
            };
            while (!isAsked[0]) {
                wire.poll(receiver, 1);
            }
            arena.close();
            assertTrue(peer.write(Arrays.copyOfRange(frame, 1000, frame.length)));
            while (wire.lost(1) == null) {
                wire.poll(receiver, 1);
            }
            assertTrue(wire.lost(1).text().contains("memory that was closed"), wire.lost(1)::text);
        }
    }

    /** So often that a wire has looked at its door a few times. */
    private void poll(Wire wire) throws IOException {
        for (int i = 0; i < 1_000; i++) {
            others().look(NOBODY, true);
            wire.poll(NOTHING, 1);
        }
    }

    /** As {@link #untilPolled}, while strangers go on with what they have begun. */
    private void untilSeen(Condition condition, Wire... polled) {
        untilPolled(() -> {
            others().look(NOBODY, true);
            return condition.isTrue();
        }, polled);
    }

    /** What may fail by the system's fault. */
    protected interface Condition {
        boolean isTrue() throws IOException;
    }

    /** Waits for that, while these are polled, and take no frame. */
    protected static void untilPolled(Condition condition, Wire... polled) {
        until(() -> {
            try {
                return condition.isTrue();
            } catch (IOException e) {
                throw new AssertionError("a connection failed", e);
            }
        }, () -> {
            for (Wire each : polled) {
                each.poll(NOTHING, 1);
            }
        });
    }

    /** Waits until a wire has turned away so many, and no more. */
    protected final void untilStrangersAre(long count, Wire wire) {
        untilSeen(() -> wire.counted(WireCounter.STRANGERS) >= count, wire);
        assertEquals(count, wire.counted(WireCounter.STRANGERS));
    }

    private static void write(Carrier carrier, ByteBuffer text) throws IOException {
        ByteBuffer rest = text.duplicate();
        while (rest.hasRemaining()) {
            carrier.write(rest);
        }
    }

    private Greeting greeting(WireSettings as) {
        return new Greeting(as, others().isSecure());
    }

    /** That the right rank 2 comes in, whatever has been tried in its name. */
    private void assertRankTwoComesIn(Wire[] pair) {
        assertNull(pair[0].lost(2));
        Wire third = open(settings(2, 3, true));
        third.connect(0, pair[0].address());
        assertTheyTalk(third, 2, pair[0], 0);
        assertTheyTalk(pair[0], 0, pair[1], 1);
    }

    @Test
    void aHelloThatWasHeardBeforeIsTurnedAwayAndDrivesNobodyAway() throws IOException {
        Wire[] pair = open(2, 3, true);
        ByteBuffer hello = greeting(settings(2, 3, true)).hello(0);
        try (Carrier first = stranger(pair[0]);
                Carrier second = stranger(pair[0]);
                Carrier third = stranger(pair[0])) {
            write(first, hello);
            write(second, hello);
            write(third, hello);
            untilStrangersAre(2, pair[0]);
            poll(pair[0]);
            assertEquals(2, pair[0].counted(WireCounter.STRANGERS), "one of the three keeps its seat");
            assertRankTwoComesIn(pair);
            assertEquals(3, pair[0].counted(WireCounter.STRANGERS), "until that rank calls again");
        }
    }

    /** A hello can be overheard. A stranger with nothing else of the job's comes to the greeting's end, no further. */
    @Test
    void whoDoesNotConfirmIsTurnedAway() throws IOException {
        Wire[] pair = open(2, 3, true);
        WireSettings as = settings(2, 3, true);
        try (Carrier carrier = stranger(pair[0])) {
            write(carrier, greeting(as).hello(0));
            Line line = others().line(carrier, true);
            untilSeen(line::secure, pair[0]);
            ByteBuffer answer = Greeting.awaited(Greeting.HELLO_BYTES);
            untilSeen(() -> Greeting.isWhole(line.read(answer), answer), pair[0]);
            assertEquals(0, Greeting.source(answer));
            ByteBuffer wrong = ByteBuffer.allocate(Greeting.PROOF_BYTES);
            untilSeen(() -> line.write(wrong) >= 0 && !wrong.hasRemaining(), pair[0]);
            untilStrangersAre(1, pair[0]);
            assertRankTwoComesIn(pair);
        }
    }

    /** Each bit of each text counts for all that is proved of it, and so does what binds the line. */
    @Test
    void aProofIsOfOneConnectionAlone() {
        Greeting caller = greeting(settings(2, 3, true));
        Greeting called = greeting(settings(0, 3, true));
        byte[] binding = {1, 2, 3};
        ByteBuffer bound = ByteBuffer.wrap(binding);
        ByteBuffer hello = caller.hello(0);
        assertEachBitCounts(() -> called.wrongHello(hello) == null, hello);
        ByteBuffer answer = called.answer(hello, binding);
        assertEachBitCounts(() -> caller.wrongAnswer(answer, 0, hello, binding) == null, answer, hello, bound);
        ByteBuffer confirmation = caller.confirmation(hello, answer, binding);
        assertEachBitCounts(() -> called.isConfirmation(confirmation, hello, answer, binding), confirmation, hello,
                answer, bound);
        assertTrue(caller.wrongAnswer(answer, 0, caller.hello(0), binding).contains("proof is wrong"));
        assertFalse(called.isConfirmation(confirmation, hello, called.answer(hello, binding), binding));
        assertFalse(called.isConfirmation(confirmation, caller.hello(0), answer, binding));
    }

    private static void assertEachBitCounts(BooleanSupplier isRight, ByteBuffer... texts) {
        assertTrue(isRight.getAsBoolean());
        for (int i = 0; i < texts.length; i++) {
            for (int bit = 0; bit < 8 * texts[i].capacity(); bit++) {
                flip(texts[i], bit);
                assertFalse(isRight.getAsBoolean(), "bit " + bit + " of text " + i);
                flip(texts[i], bit);
            }
        }
        assertTrue(isRight.getAsBoolean());
    }

    private static void flip(ByteBuffer text, int bit) {
        text.put(bit >> 3, (byte) (text.get(bit >> 3) ^ 1 << (bit & 7)));
    }

    @Test
    void garbageAtTheDoorIsTurnedAway() throws IOException {
        Wire[] pair = open(2, 3, true);
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 20; i++) {
            byte[] garbage = new byte[Greeting.HELLO_BYTES + random.nextInt(300)];
            random.nextBytes(garbage);
            try (Carrier carrier = stranger(pair[0])) {
                write(carrier, ByteBuffer.wrap(garbage));
                untilStrangersAre(i + 1, pair[0]);
            }
        }
        assertRankTwoComesIn(pair);
    }

    /** A caller that says hello, and then nothing, holds up no other. */
    @Test
    void whoStopsBehindItsHelloHoldsUpNobody() throws IOException {
        Wire[] pair = open(2, 3, true);
        try (Carrier carrier = stranger(pair[0])) {
            write(carrier, greeting(settings(2, 3, true)).hello(0));
            poll(pair[0]);
            assertRankTwoComesIn(pair);
        }
    }

    @Test
    void silentConnectionsTakeAFewSeatsAndHoldUpNobody() throws Exception {
        Wire[] pair = open(2, 3, true);
        List<Carrier> silent = new ArrayList<>();
        try {
            connectSilently(silent, MANY, pair[0]);
            untilStrangersAre(MANY - SEATS, pair[0]);
            poll(pair[0]);
            assertEquals(MANY - SEATS, pair[0].counted(WireCounter.STRANGERS), "the others keep their seats");
            assertRankTwoComesIn(pair);
        } finally {
            end(silent);
        }
    }

    /** All peers may have connected before one of them says hello, and a few strangers before them. */
    @Test
    void thereAreSilentSeatsForAllRanksOfALargeJob() throws IOException {
        Wire wire = open(settings(0, MANY, true));
        List<Carrier> silent = new ArrayList<>();
        try {
            connectSilently(silent, MANY - 1 + Door.SEATS_SPARE, wire);
            poll(wire);
            assertEquals(0, wire.counted(WireCounter.STRANGERS));
            connectSilently(silent, 1, wire);
            untilStrangersAre(1, wire);
        } finally {
            end(silent);
        }
    }

    /** Else strangers would keep descriptors that the program of a rank of a large job wants. */
    @Test
    void silentSeatsOfALargeJobGoWhenItsRanksHaveCome() throws IOException {
        int ranks = 100;
        Wire wire = open(settings(0, ranks, true));
        List<Carrier> silent = new ArrayList<>();
        List<RawPeer> come = new ArrayList<>();
        try {
            connectSilently(silent, ranks - 1, wire);
            poll(wire);
            assertEquals(0, wire.counted(WireCounter.STRANGERS), "all ranks are awaited");
            for (int rank = 1; rank <= ranks - (SEATS - Door.SEATS_SPARE); rank++) {
                come.add(raw(wire, 0, settings(rank, ranks, true)));
            }
            untilSeen(() -> wire.counted(WireCounter.STRANGERS) >= ranks - 1 - SEATS, wire);
        } finally {
            end(silent);
            come.forEach(RawPeer::close);
        }
    }

    /** It comes from a peer, and may be anything. */
    @Test
    void anAddressThatIsNoneIsALoss() {
        byte[] large = new byte[300];
        Arrays.fill(large, (byte) 'x');
        byte[][] none = {{}, {0}, {1, 2}, {0, 1, 2, 3, 4}, large};
        Wire wire = open(settings(none.length, none.length + 1, true));
        for (int peer = 0; peer < none.length; peer++) {
            wire.connect(peer, none[peer]);
            Loss loss = wire.lost(peer);
            assertNotNull(loss, "nobody can be there");
            assertEquals(Loss.Cause.REFUSED, loss.cause());
            assertTrue(loss.text().contains("rank " + peer + " cannot be reached"), loss::text);
        }
    }

    /** Nobody sleeps in that wire: its polls alone give back what the system has given for them. */
    @Test
    void neitherStrangersNorLostPeersLeaveADescriptor() throws IOException {
        Wire wire = open(settings(0, 3, true));
        comeAndGo(1, 1, wire);
        List<String> before = descriptors();
        comeAndGo(MANY, 2, wire);
        assertEquals(before, descriptors());
    }

    private void comeAndGo(int strangers, int peer, Wire wire) throws IOException {
        long before = wire.counted(WireCounter.STRANGERS);
        for (int i = 1; i <= strangers; i++) {
            try (Carrier carrier = others().call(wire.address())) {
                untilSeen(carrier::isConnected, wire);
            }
            untilStrangersAre(before + i, wire);
        }
        try (RawPeer raw = raw(wire, 0, settings(peer, 3, true))) {
            assertTrue(raw.write(raw.frame(Channel.REPLIES, 0, 1, 8)));
        }
        untilSeen(() -> wire.lost(peer) != null, wire);
    }

    /** The kinds of those of this process by which wires wait and talk. */
    private static List<String> descriptors() throws IOException {
        List<String> kinds = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : all.toList()) {
                try {
                    String what = Files.readSymbolicLink(each).toString();
                    if (what.startsWith("socket:") || what.startsWith("anon_inode:")) {
                        kinds.add(what.replaceAll("\\d+", ""));
                    }
                } catch (IOException e) {
                    // that of the list itself
                }
            }
        }
        kinds.sort(null);
        return kinds;
    }

    @Test
    void aFloodOfConnectionsDoesNotKeepAPeerOut() throws Exception {
        Wire[] pair = open(2, 3, true);
        Wire third = open(settings(2, 3, true));
        AtomicBoolean isEnough = new AtomicBoolean();
        Thread flood = Thread.ofPlatform().daemon().start(() -> flood(pair[0], isEnough));
        try {
            untilPolled(() -> pair[0].counted(WireCounter.STRANGERS) > MANY, pair[0]);
            // the system may hold up a process that connects, until others are let in
            Thread calls = Thread.ofPlatform().daemon().start(() -> {
                third.connect(0, pair[0].address());
                while (third.room(0, Channel.REQUESTS) == 0 && third.lost(0) == null && !isEnough.get()) {
                    third.poll(NOTHING, 1);
                }
            });
            untilPolled(() -> !calls.isAlive(), pair[0]);
            assertNull(third.lost(0));
            assertTheyTalk(third, 2, pair[0], 0);
            assertTheyTalk(pair[0], 0, pair[1], 1);
        } finally {
            isEnough.set(true);
        }
        untilPolled(() -> !flood.isAlive(), pair[0]);
    }

    /** Connects as fast as the wire turns away, and says nothing. */
    private void flood(Wire wire, AtomicBoolean isEnough) {
        Deque<Carrier> held = new ArrayDeque<>();
        try (Carriers carriers = carriers(settings(2, 3, true))) {
            for (long begun = 0; !isEnough.get();) {
                if (begun - wire.counted(WireCounter.STRANGERS) < MANY) {
                    try {
                        held.addLast(carriers.call(wire.address()));
                        begun++;
                    } catch (IOException e) {
                        Thread.yield(); // the system has no place for more
                    }
                } else {
                    carriers.look(NOBODY, true);
                    Thread.yield();
                }
                if (held.size() > 2 * MANY) {
                    Lines.close(held.removeFirst());
                }
            }
            held.forEach(Lines::close);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** And no call leaves a descriptor, though nobody sleeps there: the second peer is called at the same address. */
    @Test
    void aPeerThatEndsEachCallIsRefusedInTheEnd() throws IOException {
        Wire stranger = open(settings(0, 3, true, 8));
        Wire wire = open(settings(2, 3, true));
        List<String> before = null;
        for (int peer = 0; peer < 2; peer++) {
            int called = peer;
            wire.connect(called, stranger.address());
            untilPolled(() -> wire.lost(called) != null, wire, stranger);
            assertEquals(Loss.Cause.REFUSED, wire.lost(called).cause());
            assertTrue(stranger.counted(WireCounter.STRANGERS) > 2 * peer + 1, "it was tried again");
            before = before == null ? descriptors() : before;
        }
        assertEquals(before, descriptors());
    }

    @Test
    void closingLeavesNoDescriptor() throws IOException {
        for (Wire wire : open(3, 3, true)) {
            wire.close();
        }
        List<String> before = descriptors();
        for (Wire wire : open(3, 3, true)) {
            wire.close();
        }
        assertEquals(before, descriptors());
    }

    @Test
    void aProcessThatIsKilledIsLostAndSoIsOneThatClosesInOrder() throws Exception {
        for (boolean isKilled : new boolean[]{true, false}) {
            WireSettings settings = settings(0, 2, true);
            Wire wire = provider().open(settings);
            Process process = process(EchoRank.class, 1, 2, wire);
            try (wire) {
                wire.connect(1, HexFormat.of().parseHex(RankProcess.said(process, EchoRank.ADDRESS)));
                long[] answers = new long[1];
                for (long i = 1; i <= 200; i++) {
                    long[] head = {i};
                    while (!wire.send(1, Channel.REQUESTS, head, 1, MemorySegment.NULL, 0, 0)) {
                        assertTrue(process.isAlive(), "the other rank's process");
                        pollOrSleep(wire, answers);
                    }
                }
                while (answers[0] < 200) {
                    assertTrue(process.isAlive(), "the other rank's process");
                    pollOrSleep(wire, answers);
                }
                if (isKilled) {
                    process.destroyForcibly();
                } else {
                    assertTrue(wire.send(1, Channel.REQUESTS, new long[]{-1}, 1, MemorySegment.NULL, 0, 0));
                }
                while (wire.lost(1) == null) {
                    pollOrSleep(wire, answers);
                }
                assertEquals(isKilled ? Loss.Cause.BROKEN : Loss.Cause.CLOSED, wire.lost(1).cause());
                assertEquals(isKilled ? 137 : 0, process.waitFor());
            } finally {
                process.destroyForcibly().waitFor();
                Files.deleteIfExists(directory().resolve("wire-1")); // of a local wire that was killed
            }
        }
    }

    /** A rank in a process of its own, which is told the addresses of the first ranks. */
    private Process process(Class<?> program, int rank, int size, Wire... first) throws IOException {
        return RankProcess.start(program, provider().name(), settings(rank, size, true), first);
    }

    /** It dies while it connects, or while it sends to both, whatever of that is under way. */
    @Test
    void theDeathOfAProcessEndsNoOtherRank() throws Exception {
        int[] deaths = {0, 1, 0, 40, 0, 400};
        Wire[] pair = open(2, 2 + deaths.length, true);
        for (int i = 0; i < deaths.length; i++) {
            int rank = 2 + i;
            int death = deaths[i];
            Process process = process(FloodingRank.class, rank, 2 + deaths.length, pair);
            try {
                RankProcess.said(process, FloodingRank.CONNECTING);
                int[] seen = new int[pair.length];
                while (seen[0] + seen[1] < death) {
                    assertTrue(process.isAlive(), "the other rank's process");
                    for (int self = 0; self < pair.length; self++) {
                        int here = self;
                        pair[self].poll((source, _, _, _, _, _) -> {
                            seen[here] += source == rank ? 1 : 0;
                            return true;
                        }, 10);
                    }
                }
                process.destroyForcibly();
                assertEquals(137, process.waitFor());
                for (int self = 0; self < pair.length; self++) {
                    Wire wire = pair[self];
                    boolean hasCome = seen[self] > 0; // else it may have died before it was known here
                    untilPolled(() -> !hasCome || wire.lost(rank) != null, pair);
                }
                for (Wire each : pair) {
                    assertTrue(each.lost(rank) == null || each.lost(rank).cause() == Loss.Cause.BROKEN);
                }
                assertTheyTalk(pair[0], 0, pair[1], 1);
            } finally {
                process.destroyForcibly().waitFor();
                Files.deleteIfExists(directory().resolve("wire-" + rank)); // of a local wire that was killed
            }
        }
    }

    /** Before a peer has answered, and when it has: each is as if the rank had not been there. */
    @Test
    void aWireThatClosesWhileItConnectsIsForgotten() throws IOException {
        Wire[] pair = open(2, 3, true);
        for (int polls = 0; polls < 6; polls++) {
            Wire third = open(settings(2, 3, true));
            third.connect(0, pair[0].address());
            third.connect(1, pair[1].address());
            for (int i = 0; i < polls; i++) {
                pair[0].poll(NOTHING, 1);
                pair[1].poll(NOTHING, 1);
            }
            third.close();
            poll(pair[0]);
            poll(pair[1]);
        }
        assertRankTwoComesIn(pair);
    }

    private static void pollOrSleep(Wire wire, long[] answers) {
        int handed = wire.poll((_, _, head, _, _, _) -> {
            assertEquals(answers[0] + 1, SharedMemory.getLong(head));
            answers[0]++;
            return true;
        }, 10);
        if (handed == 0 && wire.arm()) {
            wire.sleep(50_000_000);
        }
    }
}
