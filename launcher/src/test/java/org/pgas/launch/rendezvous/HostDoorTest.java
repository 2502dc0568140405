package org.pgas.launch.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pgas.PgasException;
import org.pgas.launch.agents.EndOrder;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameReader;
import org.pgas.launch.agents.Kind;
import org.pgas.secure.Tls;

/** Host 0 and its callers over real connections, in one process. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostDoorTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SOON = Duration.ofMillis(300);
    private static final byte[] SECRET = secret(1);

    private final Queue<String> notes = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private HostDoor door;

    private static byte[] secret(long seed) {
        byte[] secret = new byte[32];
        new SplittableRandom(seed).nextBytes(secret);
        return secret;
    }

    private static CallGreeting greeting(byte[] secret, int count) {
        return new CallGreeting(secret, count, PATIENCE);
    }

    private void door(int count) throws IOException {
        door = new HostDoor(new InetSocketAddress(InetAddress.getByAddress(new byte[]{127, 0, 0, 2}), 0),
                greeting(SECRET, count), count, notes::add);
        open.add(door);
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(door.place().getAddress(), door.place().getPort());
        open.add(socket);
        return socket;
    }

    private AgentConnection call(CallGreeting greeting, int index) throws IOException {
        AgentConnection connection = greeting.call(index, socket());
        open.add(connection::cut);
        return connection;
    }

    private void awaitNote(String text) {
        until(() -> notes.stream().anyMatch(each -> each.contains(text)), () -> "no note '" + text + "': " + notes);
    }

    private static void until(BooleanSupplier condition, Supplier<String> what) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - begin < PATIENCE.toNanos(), what);
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void bytesGoBothWaysAndEachDirectionEndsByItself() throws Exception {
        door(3);
        AgentConnection second = call(greeting(SECRET, 3), 2);
        AgentConnection first = call(greeting(SECRET, 3), 1);
        List<AgentConnection> in = door.await(PATIENCE);
        assertEquals(List.of(1, 2), in.stream().map(AgentConnection::index).toList());
        byte[] much = new byte[3 << 20];
        new SplittableRandom(7).nextBytes(much);
        for (AgentConnection[] pair : new AgentConnection[][]{{first, in.getFirst()}, {in.getLast(), second}}) {
            CompletableFuture<byte[]> came = new CompletableFuture<>();
            Thread.ofPlatform().start(() -> {
                try {
                    came.complete(pair[1].in().readAllBytes());
                } catch (IOException e) {
                    came.completeExceptionally(e);
                }
            });
            pair[0].out().write(much);
            pair[0].out().close();
            assertArrayEquals(much, came.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            pair[1].out().write(5);
            pair[1].out().flush();
            assertEquals(5, pair[0].in().read());
        }
        assertEquals(List.of(), List.copyOf(notes));
    }

    @Test
    void whoKnowsAnotherSecretIsTurnedAway() throws Exception {
        door(2);
        IOException e = assertThrows(IOException.class, () -> call(greeting(secret(2), 2), 1));
        assertTrue(e.getMessage().startsWith("it has ended the connection, as where it has another secret"),
                e::getMessage);
        awaitNote("a caller from 127.0.0.1 was turned away: its proof is wrong: it has another secret");
        call(greeting(SECRET, 2), 1);
        assertEquals(1, door.await(PATIENCE).size());
    }

    @Test
    void aHostOfAnotherJobIsTurnedAway() throws Exception {
        door(3);
        assertThrows(IOException.class, () -> call(greeting(SECRET, 4), 1));
        awaitNote("it is host 1 of 4, and this is host 0 of 3");
        assertThrows(IOException.class, () -> call(greeting(SECRET, 3), 3));
        awaitNote("it is host 3 of 3, and this is host 0 of 3");
        assertThrows(IOException.class, () -> call(greeting(SECRET, 3), 0));
        awaitNote("it is host 0 of 3, and this is host 0 of 3");
    }

    /** What is heard on the network is of no use. */
    @Test
    void aHelloThatWasHeardBeforeIsTurnedAway() throws Exception {
        door(2);
        byte[] hello = greeting(SECRET, 2).hello(1).array();
        Socket first = socket();
        first.getOutputStream().write(hello);
        until(() -> door.seated() == 1, () -> "no caller is seated");
        Socket second = socket();
        // the first of the two may be either
        second.getOutputStream().write(hello);
        awaitNote("it says what another host has said before");
        call(greeting(SECRET, 2), 1);
        assertEquals(1, door.await(PATIENCE).size());
    }

    @Test
    void everyByteOfAHelloCounts() throws Exception {
        door(2);
        for (int at = 0; at < CallGreeting.HELLO_BYTES; at++) {
            ByteBuffer hello = greeting(SECRET, 2).hello(1);
            hello.put(at, (byte) (hello.get(at) ^ 1));
            Socket socket = socket();
            socket.getOutputStream().write(hello.array());
            assertEquals(-1, read(socket), "byte " + at);
            socket.close();
        }
    }

    /** The end of a connection, by whichever way. */
    private static int read(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (SocketException e) {
            return -1;
        }
    }

    @Test
    void garbageIsTurnedAwayWithoutAWord() throws Exception {
        door(2);
        byte[] garbage = new byte[1000];
        new SplittableRandom(5).nextBytes(garbage);
        Socket socket = socket();
        socket.getOutputStream().write(garbage);
        assertEquals(-1, read(socket));
        assertEquals(List.of(), List.copyOf(notes));
    }

    /** It passes on all that it can, and has keys of its own. */
    @Test
    void aProcessBetweenTheTwoIsFoundOut() throws Exception {
        door(2);
        try (ServerSocket between = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<byte[]> passed = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try (Socket caller = between.accept(); Socket onward = socket()) {
                    onward.getOutputStream().write(caller.getInputStream().readNBytes(CallGreeting.HELLO_BYTES));
                    Socket called = CallGreeting.secured(onward, new Tls("between"), true);
                    byte[] proof = CallGreeting.secured(caller, new Tls("between"), false).getInputStream()
                            .readNBytes(32);
                    called.getOutputStream().write(proof);
                    passed.complete(called.getInputStream().readNBytes(1));
                } catch (IOException e) {
                    passed.completeExceptionally(e);
                }
            });
            Socket socket = new Socket(between.getInetAddress(), between.getLocalPort());
            open.add(socket);
            assertThrows(IOException.class, () -> greeting(SECRET, 2).call(1, socket));
            assertEquals(0, passed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).length);
        }
        awaitNote("its proof is wrong: a process is between it and this host");
        assertThrows(PgasException.class, () -> door.await(SOON));
    }

    @Test
    void silentConnectionsAreBoundedAndKeepNobodyOut() throws Exception {
        door(2);
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 3 * HostDoor.SEATS; i++) {
            silent.add(socket());
        }
        // the oldest have had to go
        for (Socket each : silent.subList(0, HostDoor.SEATS)) {
            assertEquals(-1, read(each));
        }
        assertTrue(door.seated() <= HostDoor.SEATS, () -> door.seated() + " are seated");
        call(greeting(SECRET, 2), 1);
        assertEquals(1, door.await(PATIENCE).size());
        for (Socket each : silent) {
            assertEquals(-1, read(each));
        }
    }

    @Test
    void aSecondCallerOfAHostIsRefusedInASentence() throws Exception {
        door(3);
        AgentConnection first = call(greeting(SECRET, 3), 1);
        // whichever the door has let in by now
        AgentConnection second = call(greeting(SECRET, 3), 1);
        CompletableFuture<EndOrder> told = new CompletableFuture<>();
        for (AgentConnection each : List.of(first, second)) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    Frame frame = new FrameReader(each.in()).read();
                    if (frame != null && frame.kind() == Kind.DONE) {
                        told.complete(EndOrder.of(frame));
                    }
                } catch (IOException e) {
                    // the end of the test
                }
            });
        }
        EndOrder refusal = told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertEquals(1, refusal.code());
        assertEquals("a process with index 1 has called before, from 127.0.0.1: each host has one index, and one "
                + "process", refusal.message());
        call(greeting(SECRET, 3), 2);
        assertEquals(2, door.await(PATIENCE).size());
    }

    @Test
    void hostsThatDoNotCallAreNamed() throws Exception {
        door(4);
        AgentConnection second = call(greeting(SECRET, 4), 2);
        CompletableFuture<Frame> told = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try (InputStream in = second.in()) {
                told.complete(new FrameReader(in).read());
                second.out().close();
            } catch (IOException e) {
                told.completeExceptionally(e);
            }
        });
        until(() -> door.seated() == 0, () -> "host 2 is not in");
        PgasException e = assertThrows(PgasException.class, () -> door.await(SOON));
        assertEquals("no process with index 1, 3 has called host 0 at 127.0.0.2 port " + door.place().getPort()
                + " in time (pgas.rendezvous.timeout), and the job has 4 hosts", e.getMessage());
        Frame frame = told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertNotNull(frame);
        assertEquals(Kind.DONE, frame.kind());
        assertEquals(e.getMessage(), EndOrder.of(frame).message());
    }

    @Test
    void strangersAreToldOfAFewTimesOnly() throws Exception {
        door(2);
        for (int i = 0; i < 20; i++) {
            assertThrows(IOException.class, () -> call(greeting(secret(2), 2), 1));
        }
        assertEquals(5, notes.size());
    }

    @Test
    void twoHellosOfAHostDiffer() {
        CallGreeting greeting = greeting(SECRET, 2);
        byte[] one = greeting.hello(1).array();
        byte[] other = greeting.hello(1).array();
        assertArrayEquals(Arrays.copyOf(one, 24), Arrays.copyOf(other, 24));
        assertTrue(!Arrays.equals(one, 24, 56, other, 24, 56), "they have one nonce");
    }
}
