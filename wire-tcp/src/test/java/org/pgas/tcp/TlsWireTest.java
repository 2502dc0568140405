package org.pgas.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.hosts.stream.Carriers;
import org.pgas.hosts.stream.Line;
import org.pgas.hosts.stream.RawStream;
import org.pgas.hosts.stream.SocketCarriers;
import org.pgas.hosts.stream.StreamLaws;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** The laws of wires over streams, encrypted, and what encryption is for. */
class TlsWireTest extends StreamLaws {
    /** Bytes of a record's header, the last two of which tell how many follow. */
    private static final int RECORD_HEADER = 5;

    @Override
    protected WireProvider provider() {
        return WireProvider.named("tcp");
    }

    @Override
    protected Carriers carriers(WireSettings as) {
        return new SocketCarriers(new TcpSockets(as));
    }

    /** Twice what the engine of a JDK made for a record that was sealed and opened: others may make more. */
    @Override
    protected long allocatedByAFrame() {
        return 6_400;
    }

    /** Two lines that are connected with each other and secure, with what they go over, the caller's first. */
    private record Pair(Line caller, Line called, SocketChannel callerSocket, SocketChannel calledSocket)
            implements
                AutoCloseable {
        static Pair of(WireSettings one, WireSettings other) throws IOException {
            TcpSockets listening = new TcpSockets(other);
            try (ServerSocketChannel server = listening.listen(1)) {
                TcpSockets calling = new TcpSockets(one);
                SocketChannel socket = calling.call(listening.address());
                SocketChannel accepted = server.accept();
                accepted.configureBlocking(false);
                untilPolled(socket::finishConnect);
                Line caller = calling.line(socket, true);
                Line called = listening.line(accepted, false);
                untilPolled(() -> caller.secure() & called.secure());
                return new Pair(caller, called, socket, accepted);
            }
        }

        @Override
        public void close() throws IOException {
            callerSocket.close();
            calledSocket.close();
        }
    }

    private Pair pair() throws IOException {
        return Pair.of(settings(1, 2, true), settings(0, 2, true));
    }

    @Test
    void aLineIsTls13AndBothEndsMeanTheSameCertificates() throws IOException {
        try (Pair first = pair(); Pair second = pair()) {
            assertEquals(64, first.caller().binding().length);
            assertArrayEquals(first.caller().binding(), first.called().binding());
            assertFalse(Arrays.equals(first.caller().binding(), second.caller().binding()));
            assertTrue(first.caller().toString().contains("TLSv1.3"), first.caller()::toString);
            assertTrue(first.called().toString().contains("TLSv1.3"), first.called()::toString);
        }
    }

    /** In pieces of any size, more than the system takes at once, in both directions at one time. */
    @Test
    void bytesArriveWholeAndInOrder() throws IOException {
        byte[] sent = new byte[3 << 20];
        new SplittableRandom(19).nextBytes(sent);
        SplittableRandom random = new SplittableRandom(23);
        try (Pair pair = pair()) {
            Line[] ends = {pair.caller(), pair.called()};
            ByteBuffer[] from = {ByteBuffer.wrap(sent), ByteBuffer.wrap(sent)};
            ByteBuffer[] to = {ByteBuffer.allocateDirect(sent.length), ByteBuffer.allocateDirect(sent.length)};
            untilPolled(() -> {
                int end = random.nextInt(2);
                if (random.nextInt(3) > 0) {
                    from[end].limit(Math.min(sent.length, from[end].position() + random.nextInt(60_000)));
                    ends[end].write(from[end]);
                }
                to[end].limit(Math.min(sent.length, to[end].position() + 1 + random.nextInt(60_000)));
                assertTrue(ends[end].read(to[end]) >= 0);
                to[end].limit(sent.length);
                return !to[0].hasRemaining() && !to[1].hasRemaining();
            });
            for (ByteBuffer each : to) {
                byte[] came = new byte[sent.length];
                each.get(0, came);
                assertArrayEquals(sent, came);
            }
        }
    }

    @Test
    void whatGoesOverTheNetworkIsNotWhatIsWritten() throws IOException {
        try (Pair pair = pair()) {
            byte[] written = "a word that somebody may want to read".getBytes(StandardCharsets.US_ASCII);
            assertEquals(written.length, pair.caller().write(ByteBuffer.wrap(written)));
            String text = StandardCharsets.ISO_8859_1
                    .decode(record(pair.calledSocket())).toString();
            assertFalse(text.contains(new String(written, StandardCharsets.US_ASCII)));
        }
    }

    /** So many bytes that come over a socket, past the line. */
    private static ByteBuffer come(SocketChannel socket, int bytes, Wire... polled) {
        ByteBuffer come = ByteBuffer.allocate(bytes);
        untilPolled(() -> {
            assertTrue(socket.read(come) >= 0, "it has ended");
            return !come.hasRemaining();
        }, polled);
        return come.flip();
    }

    /** The next record that comes over a socket, past the line. */
    private static ByteBuffer record(SocketChannel socket) {
        ByteBuffer header = come(socket, RECORD_HEADER);
        ByteBuffer rest = come(socket, Short.toUnsignedInt(header.getShort(RECORD_HEADER - 2)));
        return ByteBuffer.allocate(RECORD_HEADER + rest.limit()).put(header).put(rest).flip();
    }

    /** A record of one line is none of another. */
    @Test
    void whatSomebodyElseHasWrittenIsRefused() throws IOException {
        try (Pair pair = pair(); Pair other = pair()) {
            other.caller().write(ByteBuffer.wrap(new byte[100]));
            pair.callerSocket().write(record(other.calledSocket()));
            ByteBuffer to = ByteBuffer.allocate(1_000);
            IOException[] failure = new IOException[1];
            untilPolled(() -> {
                try {
                    assertTrue(pair.called().read(to) >= 0, "it has ended");
                } catch (IOException e) {
                    failure[0] = e;
                }
                return failure[0] != null;
            });
            assertEquals(0, to.position());
        }
    }

    /** However the network divides it. */
    @Test
    void aRecordMayComeByteByByte() throws IOException {
        byte[] sent = new byte[100];
        new SplittableRandom(29).nextBytes(sent);
        try (Pair pair = pair()) {
            pair.caller().write(ByteBuffer.wrap(sent));
            ByteBuffer record = record(pair.calledSocket());
            ByteBuffer to = ByteBuffer.allocate(sent.length);
            for (int i = 0; i < record.limit(); i++) {
                assertEquals(1, pair.callerSocket().write(record.slice(i, 1)));
                assertTrue(pair.called().read(to) >= 0);
            }
            untilPolled(() -> pair.called().read(to) >= 0 && !to.hasRemaining());
            assertArrayEquals(sent, to.array());
        }
    }

    /** A record that nobody has made. */
    private static ByteBuffer garbage() {
        byte[] record = new byte[5 + 50];
        record[0] = 23;
        record[1] = 3;
        record[2] = 3;
        record[4] = 50;
        return ByteBuffer.wrap(record);
    }

    /** Nothing more comes then, so the reader has to know that there is something to be told. */
    @Test
    void aFailureIsKnownWithTheBytesThatCameBeforeIt() throws IOException {
        try (Pair pair = pair()) {
            pair.caller().write(ByteBuffer.wrap(new byte[100]));
            ByteBuffer record = record(pair.calledSocket());
            ByteBuffer both = ByteBuffer.allocate(1_000).put(record).put(garbage()).flip();
            pair.callerSocket().write(both);
            ByteBuffer to = ByteBuffer.allocate(1_000);
            untilPolled(() -> pair.called().read(to) > 0);
            assertEquals(100, to.position());
            assertTrue(pair.called().holdsUnread());
            assertThrows(IOException.class, () -> pair.called().read(to));
        }
    }

    /** With so many peers a wire reads only from peers of which the system or a line says something. */
    @Test
    void aSleeperIsToldOfAFailureThatCameWithAFrame() throws IOException {
        Wire wire = open(6, 7, true)[0];
        WireSettings last = settings(6, 7, true);
        int[] frames = new int[1];
        FrameReceiver counting = (_, _, _, _, _, _) -> {
            frames[0]++;
            return true;
        };
        try (RawStream raw = new RawStream(carriers(last), wire, 0, last)) {
            assertTrue(raw.write(raw.frame(Channel.REPLIES, 0, 1, 8)));
            raw.carrier().write(garbage());
            until(() -> wire.lost(6) != null, () -> {
                if (wire.poll(counting, 100) == 0 && wire.arm()) {
                    wire.sleep(Long.MAX_VALUE);
                }
            });
        }
        assertEquals(1, frames[0]);
        assertEquals(Loss.Cause.BROKEN, wire.lost(6).cause());
    }

    private static ByteBuffer read(Line line, Wire... polled) {
        ByteBuffer text = ByteBuffer.allocate(HELLO_BYTES);
        untilPolled(() -> {
            assertTrue(line.read(text) >= 0, "it has ended");
            return !text.hasRemaining();
        }, polled);
        return text.flip();
    }

    /**
     * It passes on whatever the two say, and has connections with both that are secure, by a certificate of its own.
     */
    @Test
    void whoIsBetweenTwoRanksIsFoundOut() throws IOException {
        Wire called = open(settings(0, 2, true));
        Wire calling = open(settings(1, 2, true));
        TcpSockets between = new TcpSockets(settings(0, 2, true));
        try (ServerSocketChannel server = between.listen(1)) {
            server.configureBlocking(false);
            calling.connect(0, between.address());
            SocketChannel[] accepted = new SocketChannel[1];
            untilPolled(() -> (accepted[0] = server.accept()) != null, calling);
            try (SocketChannel here = accepted[0]; SocketChannel there = between.call(called.address())) {
                here.configureBlocking(false);
                untilPolled(there::finishConnect, called);
                ByteBuffer hello = come(here, HELLO_BYTES, calling);
                untilPolled(() -> there.write(hello) >= 0 && !hello.hasRemaining(), called);
                Line toCaller = between.line(here, false);
                Line toCalled = between.line(there, true);
                untilPolled(toCaller::secure, calling);
                untilPolled(toCalled::secure, called);
                ByteBuffer answer = read(toCalled, called);
                untilPolled(() -> toCaller.write(answer) >= 0 && !answer.hasRemaining(), calling);
                untilPolled(() -> calling.lost(0) != null, calling);
            }
        }
        Loss loss = calling.lost(0);
        assertEquals(Loss.Cause.REFUSED, loss.cause());
        assertTrue(loss.text().contains("somebody is between"), loss::text);
        untilPolled(() -> called.counted(WireCounter.STRANGERS) == 1, called);
    }

    @Test
    void aRankThatDoesNotEncryptIsRefused() throws IOException {
        Wire wire = open(settings(0, 2, true));
        WireSettings same = settings(1, 2, true);
        Wire plain = open(new WireSettings(same.directory(), same.job(), 1, 2, true, same.host(), true));
        plain.connect(0, wire.address());
        untilPolled(() -> plain.lost(0) != null, plain, wire);
        assertEquals(Loss.Cause.REFUSED, plain.lost(0).cause());
        assertTrue(wire.counted(WireCounter.STRANGERS) > 0);
    }
}
