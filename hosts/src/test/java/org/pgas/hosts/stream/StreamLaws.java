package org.pgas.hosts.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.RawPeer;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.hosts.wire.WireLaws;
import org.pgas.hosts.wire.WireSettings;

/** The laws of wires over streams of bytes: also what strangers do at the door of a rank. */
public abstract class StreamLaws extends WireLaws {
    /** Bytes of a hello, and of an answer to it. */
    protected static final int HELLO_BYTES = Greeting.HELLO_BYTES;

    private static final FrameReceiver NOTHING = (_, _, _, _, _, _) -> false;

    /** How many may be silent at the door of a rank of a small job. */
    protected static final int SEATS = 64;

    /** More than that. */
    protected static final int MANY = 200;

    /** The sockets by which a rank finds others. */
    protected abstract Sockets sockets(WireSettings as);

    @Override
    protected final RawPeer raw(Wire wire, int target, WireSettings as) {
        return new RawStream(sockets(as), wire, target, as);
    }

    /** Connects to a wire as a stranger that has nothing but its address, while the wire is polled. */
    private SocketChannel stranger(Wire wire) throws IOException {
        SocketChannel socket = sockets(settings(2, 3, true)).call(wire.address());
        untilPolled(socket::finishConnect, wire);
        poll(wire);
        return socket;
    }

    /** Connects that often as somebody who says nothing, and adds the connections. */
    protected final void connectSilently(List<SocketChannel> silent, int count, Wire wire) throws IOException {
        for (int i = 0; i < count; i++) {
            silent.add(stranger(wire));
        }
    }

    /** Ends connections. */
    protected static void end(List<SocketChannel> connections) throws IOException {
        for (SocketChannel each : connections) {
            each.close();
        }
    }

    /** So often that a wire has looked at its door a few times. */
    private static void poll(Wire wire) {
        for (int i = 0; i < 1_000; i++) {
            wire.poll(NOTHING, 1);
        }
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
    protected static void untilStrangersAre(long count, Wire wire) {
        untilPolled(() -> wire.counted(WireCounter.STRANGERS) >= count, wire);
        assertEquals(count, wire.counted(WireCounter.STRANGERS));
    }

    private static void write(SocketChannel socket, ByteBuffer text) throws IOException {
        ByteBuffer rest = text.duplicate();
        while (rest.hasRemaining()) {
            socket.write(rest);
        }
    }

    private Greeting greeting(WireSettings as) {
        return new Greeting(as, sockets(as).isSecure());
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
        try (SocketChannel first = stranger(pair[0]);
                SocketChannel second = stranger(pair[0]);
                SocketChannel third = stranger(pair[0])) {
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
        Sockets sockets = sockets(as);
        try (SocketChannel socket = stranger(pair[0])) {
            socket.configureBlocking(false);
            write(socket, greeting(as).hello(0));
            Line line = sockets.line(socket, true);
            untilPolled(line::secure, pair[0]);
            ByteBuffer answer = Greeting.awaited(Greeting.HELLO_BYTES);
            untilPolled(() -> Greeting.isWhole(line.read(answer), answer), pair[0]);
            assertEquals(0, Greeting.source(answer));
            ByteBuffer wrong = ByteBuffer.allocate(Greeting.PROOF_BYTES);
            untilPolled(() -> line.write(wrong) >= 0 && !wrong.hasRemaining(), pair[0]);
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
            try (SocketChannel socket = stranger(pair[0])) {
                write(socket, ByteBuffer.wrap(garbage));
                untilStrangersAre(i + 1, pair[0]);
            }
        }
        assertRankTwoComesIn(pair);
    }

    /** A caller that says hello, and then nothing, holds up no other. */
    @Test
    void whoStopsBehindItsHelloHoldsUpNobody() throws IOException {
        Wire[] pair = open(2, 3, true);
        try (SocketChannel socket = stranger(pair[0])) {
            write(socket, greeting(settings(2, 3, true)).hello(0));
            poll(pair[0]);
            assertRankTwoComesIn(pair);
        }
    }

    @Test
    void silentConnectionsTakeAFewSeatsAndHoldUpNobody() throws Exception {
        Wire[] pair = open(2, 3, true);
        List<SocketChannel> silent = new ArrayList<>();
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

    /** All peers may have connected before one of them says hello. */
    @Test
    void thereAreSilentSeatsForAllRanksOfALargeJob() throws IOException {
        Wire wire = open(settings(0, MANY, true));
        List<SocketChannel> silent = new ArrayList<>();
        try {
            connectSilently(silent, MANY, wire);
            poll(wire);
            assertEquals(0, wire.counted(WireCounter.STRANGERS));
            connectSilently(silent, 1, wire);
            untilStrangersAre(1, wire);
        } finally {
            end(silent);
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
        Sockets sockets = sockets(settings(2, 3, true));
        List<String> before = List.of();
        for (int i = 0; i < MANY; i++) {
            try (SocketChannel socket = sockets.call(wire.address())) {
                untilPolled(socket::finishConnect, wire);
            }
            untilStrangersAre(i + 1, wire);
            before = i == 0 ? descriptors() : before;
        }
        try (RawPeer peer = raw(wire, 0, settings(2, 3, true))) {
            assertTrue(peer.write(peer.frame(Channel.REPLIES, 0, 1, 8)));
        }
        untilPolled(() -> wire.lost(2) != null, wire);
        assertEquals(before, descriptors());
    }

    /** The kinds of those of this process by which wires wait and talk. */
    protected static List<String> descriptors() throws IOException {
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
        Sockets sockets = sockets(settings(2, 3, true));
        Deque<SocketChannel> held = new ArrayDeque<>();
        for (long begun = 0; !isEnough.get();) {
            if (begun - wire.counted(WireCounter.STRANGERS) < MANY) {
                try {
                    held.addLast(sockets.call(wire.address()));
                    begun++;
                } catch (IOException e) {
                    Thread.yield(); // the system has no place for more
                }
            } else {
                Thread.yield();
            }
            if (held.size() > 2 * MANY) {
                Lines.close(held.removeFirst());
            }
        }
        held.forEach(Lines::close);
    }

    /** And no call leaves a descriptor, though nobody sleeps there. */
    @Test
    void aPeerThatEndsEachCallIsRefusedInTheEnd() throws IOException {
        Wire stranger = open(settings(0, 3, true, 8));
        Wire wire = open(settings(2, 3, true));
        List<String> before = descriptors();
        wire.connect(0, stranger.address());
        untilPolled(() -> wire.lost(0) != null, wire, stranger);
        assertEquals(Loss.Cause.REFUSED, wire.lost(0).cause());
        assertTrue(stranger.counted(WireCounter.STRANGERS) > 1, "it was tried again");
        assertEquals(before, descriptors());
    }
}
