package org.pgas.launch.agents;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView;

/** Frames, their bodies, and what is refused. */
class FramesTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final HostRanks B = new HostRanks("b", 2, 2);

    private static byte[] sent(Frame... frames) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FrameSender sender = new FrameSender("test", out, e -> {
        });
        for (Frame each : frames) {
            sender.send(each.kind(), each.body());
        }
        sender.close(LIMIT);
        return out.toByteArray();
    }

    private static FrameReader reader(byte[] bytes) {
        return new FrameReader(new ByteArrayInputStream(bytes));
    }

    private static Frame back(Kind kind, byte[] body) throws Exception {
        FrameReader reader = reader(sent(new Frame(kind, body)));
        Frame frame = reader.read();
        assertEquals(kind, frame.kind());
        assertNull(reader.read());
        return frame;
    }

    @Test
    void framesComeWholeAndInOrder() throws Exception {
        FrameReader reader = reader(sent(new Frame(Kind.NOTE, BodyWriter.ofText("größer")),
                new Frame(Kind.INPUT, new byte[0]), new Frame(Kind.TAKEN, BodyWriter.ofNumber(-5))));
        assertEquals("größer", reader.read().text());
        assertEquals(0, reader.read().body().length);
        assertEquals(-5, reader.read().number());
        assertNull(reader.read());
    }

    @Test
    void anOrderComesBackAsItWas() throws Exception {
        JobOrder order = new JobOrder("pgas 1",
                new JobOrder.Place("Main-1", 1, List.of(3, 1), new byte[]{1, -2}, "b", true),
                new JobOrder.Program(List.of("-Xss1m"), true, List.of("/a b", "/c"), "x.Main", List.of("", "two words"),
                        "/home", ""),
                new JobOrder.Conditions(Map.of("pgas.dir", "/d"), Map.of("A", "b=c\nd"), 1L << 40, true, false, true));
        JobOrder found = JobOrder.of(back(Kind.START, order.body()));
        assertEquals("pgas 1", JobOrder.buildOf(back(Kind.START, order.body())));
        assertEquals("pgas 1", found.build());
        assertEquals(order.program(), found.program());
        assertEquals(order.conditions(), found.conditions());
        assertEquals(List.of(3, 1), found.place().counts());
        assertArrayEquals(order.place().secret(), found.place().secret());
        assertEquals("b", found.place().host());
        assertTrue(found.place().oneMachine());
        assertEquals(4, found.place().size());
        assertEquals(3, found.place().first());
        assertEquals(1, found.place().count());
    }

    @Test
    void newsOfARankComeBackAsTheyWere() throws Exception {
        RankNews news = new RankNews(3, new RankCopy(RankView.State.JOINED, true, 1, -7, 2, "client", "1.0, x"),
                "/dev/shm/wire-3".getBytes(StandardCharsets.UTF_8));
        Frame frame = back(Kind.RANK, news.body());
        assertTrue(RankNews.of(frame, 4).isAs(news));
        assertFalse(news.isAs(new RankNews(3, news.copy(), new byte[0])));
        assertThrows(IOException.class, () -> RankNews.of(frame, 3));
    }

    @Test
    void outputOfOtherHostsRanksIsRefused() throws Exception {
        Frame frame = back(Kind.OUTPUT, new OutputPart(3, true, new byte[]{'a', '\r', -1}).body());
        OutputPart part = OutputPart.of(frame, B);
        assertArrayEquals(new byte[]{'a', '\r', -1}, part.bytes());
        assertTrue(part.isError());
        IOException e = assertThrows(IOException.class, () -> OutputPart.of(frame, new HostRanks("a", 0, 3)));
        assertEquals("a frame OUTPUT has 3 where 0..2 are legal", e.getMessage());
    }

    @Test
    void endsRecordingsAndBeatsComeBackAsTheyWere() throws Exception {
        EndOrder end = new EndOrder(137, "rank 2 was killed");
        assertEquals(end, EndOrder.of(back(Kind.END, end.body())));
        RecordingPart part = RecordingPart.of(back(Kind.RECORDING, new RecordingPart(2, 99, new byte[]{4}).body()), B);
        assertEquals(99, part.pid());
        assertArrayEquals(new byte[]{4}, part.bytes());
        Beat beat = new Beat(Long.MIN_VALUE, -1, 5);
        assertEquals(beat, Beat.of(back(Kind.BEAT, beat.body())));
    }

    @Test
    void whatIsNoAgentIsShown() {
        IOException e = assertThrows(IOException.class,
                () -> reader("Welcome to b!\n".getBytes(StandardCharsets.UTF_8)).read());
        assertTrue(e.getMessage().startsWith("it answered with 'Welcome to b!': "), e::getMessage);
        IOException few = assertThrows(IOException.class, () -> reader(new byte[]{'h', 'i'}).read());
        assertTrue(few.getMessage().startsWith("it answered with 'hi': "), few::getMessage);
    }

    @Test
    void anotherVersionIsRefusedWithBoth() {
        byte[] greeting = FrameSender.greeting();
        greeting[greeting.length - 1] = 9;
        IOException e = assertThrows(IOException.class, () -> reader(greeting).read());
        assertTrue(e.getMessage().startsWith("it speaks version 9 of the agents' protocol, and this side "
                + FrameSender.VERSION + ": "), e::getMessage);
    }

    @Test
    void aStreamWithoutAnythingHasEnded() throws IOException {
        assertNull(reader(new byte[0]).read());
        assertNull(reader(FrameSender.greeting()).read());
    }

    @Test
    void aFrameThatThisLibraryNeverWritesIsRefused() throws Exception {
        byte[] whole = sent(new Frame(Kind.NOTE, BodyWriter.ofText("abc")));
        int head = FrameSender.greeting().length;
        for (int end = head + 1; end < whole.length; end++) {
            byte[] cut = Arrays.copyOf(whole, end);
            IOException e = assertThrows(IOException.class, () -> reader(cut).read());
            assertEquals("its frames ended in the middle of one", e.getMessage());
        }
        byte[] kind = whole.clone();
        kind[head] = (byte) Kind.values().length;
        assertThrows(IOException.class, () -> reader(kind).read());
        byte[] length = whole.clone();
        length[head + 1] = 0x7f;
        assertThrows(IOException.class, () -> reader(length).read());
        Frame tooLong = new Frame(Kind.TAKEN, new byte[9]);
        assertEquals("a frame TAKEN has 1 bytes too many",
                assertThrows(IOException.class, tooLong::number).getMessage());
        Frame tooShort = new Frame(Kind.TAKEN, new byte[7]);
        assertEquals("a frame TAKEN is too short", assertThrows(IOException.class, tooShort::number).getMessage());
        Frame wild = new Frame(Kind.NOTE, new BodyWriter().number(Long.MAX_VALUE).body());
        assertThrows(IOException.class, wild::text);
    }

    /** A stream that takes nothing before others want it to. */
    private static OutputStream stuck(CountDownLatch reads) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    reads.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
    }

    @Test
    void whoWaitsForASideThatIsGoneWaitsNoMore() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        FrameSender sender = new FrameSender("test", stuck(reads), e -> {
        });
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> close(sender, Duration.ofDays(1)));
        try {
            sender.abandon();
            closing.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            reads.countDown();
        }
    }

    private static void close(FrameSender sender, Duration limit) {
        try {
            sender.close(limit);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSideThatDoesNotReadHoldsUpNoSender() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        FrameSender sender = new FrameSender("test", stuck(reads), e -> {
        });
        try {
            CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 1000; i++) {
                    sender.send(Kind.NOTE, new byte[1000]);
                }
                close(sender, Duration.ofMillis(1));
            }).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            reads.countDown();
        }
        sender.close(LIMIT);
    }

    @Test
    void aStreamThatFailsIsToldOnceAndWhatFollowsIsDropped() throws Exception {
        CompletableFuture<IOException> told = new CompletableFuture<>();
        FrameSender sender = new FrameSender("test", new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        }, e -> assertTrue(told.complete(e)));
        assertEquals("Broken pipe", told.get(LIMIT.toSeconds(), TimeUnit.SECONDS).getMessage());
        sender.send(Kind.NOTE, new byte[1]);
        sender.close(LIMIT);
    }
}
