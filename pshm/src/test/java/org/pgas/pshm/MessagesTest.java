package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.memory.SharedMemory;
import org.pgas.pshm.MessageRanks.Message;
import org.pgas.pshm.MessageRanks.Received;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;

/** Each law with a ring for each pair of ranks, and with a ring for each receiver. */
class MessagesTest {
    private static final int SMALL_SLAB = 8 << 10;
    private static final int SHORT = MessageHead.of(MessageHead.SHORT, 200, 1);

    private final Seed seed = new Seed();

    @TempDir
    Path base;

    private MessageRanks ranks;

    private MessageRanks ranks(int size, boolean pair, int slabBytes) {
        ranks = new MessageRanks(base, MessageRanks.config(size, pair, slabBytes), false);
        return ranks;
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    private List<Message> receive(MessageInbox inbox) {
        Received received = new Received();
        inbox.receive(received, Integer.MAX_VALUE);
        assertFalse(inbox.hasMessages());
        return received.messages;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyCategoryArrivesAsSentWithEveryArgumentCount(boolean pair) {
        ranks(3, pair, 1 << 20);
        Random random = seed.random();
        MessageOutbox[] out = {ranks.rank(1).requestOutbox(), ranks.rank(1).replyOutbox()};
        MessageInbox[] in = {ranks.rank(2).requestInbox(), ranks.rank(2).replyInbox()};
        for (int network = 0; network < 2; network++) {
            for (int category = MessageHead.SHORT; category <= MessageHead.LONG; category++) {
                for (int count = 0; count <= MessageHead.MAX_ARGUMENTS; count++) {
                    int most = ranks.rank(1).maxPayload(count);
                    for (int bytes : new int[]{0, 1, random.nextInt(most), most}) {
                        Message message = Message.random(random, 1, category, count, bytes);
                        arrives(message, out[network], in[network], in[1 - network]);
                    }
                    int less = ranks.rank(1).maxPayload(count + 1);
                    for (int bytes : new int[]{0, 1, random.nextInt(less), less}) {
                        Message message = Message.random(random, 1, category, count, bytes).between(random);
                        arrives(message, out[network], in[network], in[1 - network]);
                    }
                }
            }
        }
    }

    private void arrives(Message message, MessageOutbox out, MessageInbox in, MessageInbox other) {
        assertFalse(in.hasMessages());
        assertTrue(message.send(out, 2));
        assertTrue(in.hasMessages());
        assertFalse(other.hasMessages());
        assertEquals(List.of(message), receive(in), seed::toString);
    }

    /**
     * What goes between endpoints costs others nothing: with one argument or none a message takes 16 bytes, beside
     * others 32.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyMessagesOfOtherEndpointsCarryTheirEnds(boolean pair) {
        ranks(2, pair, 4 * SMALL_SLAB);
        Random random = seed.random();
        Lane lane = ranks.requestLane(1, 0);
        for (int count = 0; count <= 16; count++) {
            long before = lane.tailAcquire();
            Message message = Message.random(random, 0, MessageHead.SHORT, count, 0);
            assertTrue(message.send(ranks.rank(0).requestOutbox(), 1));
            long middle = lane.tailAcquire();
            assertTrue(message.between(random).send(ranks.rank(0).requestOutbox(), 1));
            assertEquals(MessageRecordTest.record(8 + 4 + 4 * count), middle - before);
            assertEquals(MessageRecordTest.record(8 + 4 + 4 * count + 4), lane.tailAcquire() - middle);
            assertEquals(2, receive(ranks.rank(1).requestInbox()).size());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thePayloadIsAnEighthOfTheSlabAndNoByteMore(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        Messages sender = ranks.rank(0);
        assertEquals(SMALL_SLAB / 8, sender.maxPayload(16));
        for (int count = 0; count <= 16; count++) {
            int most = sender.maxPayload(count);
            int head = MessageHead.of(MessageHead.MEDIUM, 255, count);
            byte[] payload = new byte[most + 1];
            assertTrue(sender.requestOutbox().sendMedium(1, head, 0, 0, new int[16], MemorySegment.ofArray(payload),
                    0, most));
            assertThrows(IllegalArgumentException.class, () -> sender.requestOutbox().sendMedium(1, head, 0, 0,
                    new int[16], MemorySegment.ofArray(payload), 0, most + 1));
            assertEquals(1, receive(ranks.rank(1).requestInbox()).size());
            long between = head | MessageHead.between(0, 1);
            int less = sender.maxPayload(count + 1);
            assertTrue(sender.requestOutbox().sendMedium(1, between, 0, 0, new int[16],
                    MemorySegment.ofArray(payload), 0, less));
            assertThrows(IllegalArgumentException.class, () -> sender.requestOutbox().sendMedium(1, between, 0, 0,
                    new int[16], MemorySegment.ofArray(payload), 0, less + 1));
            assertEquals(1, receive(ranks.rank(1).requestInbox()).size());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRingThatWrapsAndFillsLosesNothing(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        Random random = seed.random();
        Deque<Message> sent = new ArrayDeque<>();
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            Message plain = Message.random(random, 0, 1 + random.nextInt(3), random.nextInt(17), random.nextInt(900));
            Message message = random.nextBoolean() ? plain : plain.between(random);
            boolean prepared = MessageHead.category(message.head()) == MessageHead.MEDIUM && random.nextBoolean();
            int more = random.nextInt(40);
            boolean went = prepared ? message.prepareAndCommit(ranks.rank(0).requestOutbox(), 1, more)
                    : message.send(ranks.rank(0).requestOutbox(), 1);
            if (went) {
                sent.add(message);
            } else {
                refused++;
                Received received = new Received();
                int limit = 1 + random.nextInt(5);
                int count = ranks.rank(1).requestInbox().receive(received, limit);
                assertTrue(count >= 1 && count <= limit, seed::toString);
                received.messages.forEach(each -> assertEquals(sent.poll(), each, seed::toString));
            }
        }
        receive(ranks.rank(1).requestInbox()).forEach(each -> assertEquals(sent.poll(), each, seed::toString));
        assertTrue(sent.isEmpty() && refused > 100, seed::toString);
    }

    /** Threads of two ranks to one, in a ring that is full most of the time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatEachThreadSendsArrivesInOrderAndOnce(boolean pair) {
        ranks(3, pair, SMALL_SLAB);
        int threads = 3;
        int each = 5_000;
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            for (int thread = 0; thread < threads; thread++) {
                MessageOutbox outbox = ranks.rank(rank).requestOutbox();
                int name = thread;
                Random random = seed.random(rank * threads + thread);
                senders.add(CompletableFuture.runAsync(() -> sendNumbers(outbox, name, each, random), Ranks::start));
            }
        }
        int[] next = new int[2 * threads];
        int[] total = new int[1];
        MessageInbox.Receiver receiver = new MessageInbox.Receiver() {
            @Override
            public void received(int source, long head, long arguments, long payload, int bytes) {
                int sender = source * threads + SharedMemory.getInt(arguments);
                assertEquals(next[sender]++, SharedMemory.getInt(arguments + 4), seed::toString);
                for (int at = 0; at < bytes; at++) {
                    assertEquals((byte) SharedMemory.getInt(arguments + 4), SharedMemory.getByte(payload + at));
                }
                total[0]++;
            }

            @Override
            public void receivedLong(int source, long head, long arguments, long destination, long bytes) {
                throw new AssertionError("nobody sent a long one");
            }
        };
        while (total[0] < 2 * threads * each) {
            if (ranks.rank(2).requestInbox().receive(receiver, 100) == 0) {
                Thread.yield();
                senders.stream().filter(CompletableFuture::isCompletedExceptionally).forEach(CompletableFuture::join);
            }
        }
        senders.forEach(CompletableFuture::join);
        assertFalse(ranks.rank(2).requestInbox().hasMessages());
    }

    private static void sendNumbers(MessageOutbox outbox, int name, int count, Random random) {
        int shortHead = MessageHead.of(MessageHead.SHORT, 130, 2);
        int mediumHead = MessageHead.of(MessageHead.MEDIUM, 130, 2);
        byte[] payload = new byte[900];
        for (int number = 0; number < count; number++) {
            long arguments = name | (long) number << 32;
            int kind = random.nextInt(3);
            int bytes = random.nextInt(payload.length);
            java.util.Arrays.fill(payload, (byte) number);
            boolean went = false;
            while (!went) {
                went = switch (kind) {
                    case 0 -> outbox.sendShort(2, shortHead, arguments, 0);
                    case 1 -> outbox.sendMedium(2, mediumHead, arguments, 0, null, MemorySegment.ofArray(payload), 0,
                            bytes);
                    default -> prepared(outbox, mediumHead, arguments, payload, bytes);
                };
                if (!went) {
                    Thread.yield();
                }
            }
        }
    }

    private static boolean prepared(MessageOutbox outbox, int head, long arguments, byte[] payload, int bytes) {
        long claim = outbox.claim(2, 2, payload.length);
        if (claim == 0) {
            return false;
        }
        SharedMemory.copyIn(MemorySegment.ofArray(payload), 0, outbox.payload(2, claim), bytes);
        while (!outbox.commit(2, claim, head, arguments, 0, null, bytes)) {
            Thread.yield();
        }
        return true;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPreparedMessageMayShrinkToAnyLength(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        Random random = seed.random();
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        for (int count = 0; count <= 16; count++) {
            int most = ranks.rank(0).maxPayload(count);
            for (int bytes : new int[]{0, 1, 7, 8, most - 1, most}) {
                Message message = Message.random(random, 0, MessageHead.MEDIUM, count, bytes);
                assertTrue(message.prepareAndCommit(outbox, 1, most - bytes));
                assertEquals(List.of(message), receive(ranks.rank(1).requestInbox()), seed::toString);
            }
            int less = ranks.rank(0).maxPayload(count + 1);
            for (int bytes : new int[]{0, 1, 7, 8, less - 1, less}) {
                Message message = Message.random(random, 0, MessageHead.MEDIUM, count, bytes).between(random);
                assertTrue(message.prepareAndCommit(outbox, 1, less - bytes));
                assertEquals(List.of(message), receive(ranks.rank(1).requestInbox()), seed::toString);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCancelledMessageIsNotDeliveredAndHoldsUpNobody(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        for (int round = 0; round < 500; round++) {
            long claim = outbox.claim(1, 3, 700);
            assertNotEquals(0, claim);
            SharedMemory.fill(outbox.payload(1, claim), (byte) -1, 700);
            assertTrue(outbox.sendShort(1, SHORT, round, 0));
            outbox.cancel(1, claim);
            List<Message> received = receive(ranks.rank(1).requestInbox());
            assertEquals(1, received.size());
            assertEquals(List.of(round), received.getFirst().arguments());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPreparedMessageOfOneRankHoldsUpNoOther(boolean pair) {
        ranks(3, pair, SMALL_SLAB);
        Random random = seed.random();
        Message prepared = Message.random(random, 0, MessageHead.MEDIUM, 5, 100);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        long claim = outbox.claim(2, 5, 100);
        SharedMemory.copyIn(MemorySegment.ofArray(prepared.payload()), 0, outbox.payload(2, claim), 100);
        Message other = Message.random(random, 1, MessageHead.SHORT, 2, 0);
        assertTrue(other.send(ranks.rank(1).requestOutbox(), 2));
        assertEquals(List.of(other), receive(ranks.rank(2).requestInbox()), seed::toString);
        assertTrue(prepared.commit(outbox, 2, claim));
        assertEquals(List.of(prepared), receive(ranks.rank(2).requestInbox()), seed::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatThrowsBeforeASendIsCompleteLeavesNothingBehind(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(100);
        }
        int head = MessageHead.of(MessageHead.MEDIUM, 130, 6);
        assertThrows(IllegalStateException.class,
                () -> outbox.sendMedium(1, head, 0, 0, new int[6], closed, 0, 100));
        assertThrows(IndexOutOfBoundsException.class,
                () -> outbox.sendMedium(1, head, 0, 0, new int[6], MemorySegment.ofArray(new byte[9]), 0, 10));
        assertThrows(IndexOutOfBoundsException.class,
                () -> outbox.sendShort(1, MessageHead.of(MessageHead.SHORT, 130, 7), new int[6]));
        assertTrue(outbox.sendShort(1, SHORT, 7, 0));
        assertEquals(List.of(7), receive(ranks.rank(1).requestInbox()).getFirst().arguments());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClaimIsCommittedOnlyAsItWasMade(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        long claim = outbox.claim(1, 3, 100);
        long[] heads = {MessageHead.of(MessageHead.MEDIUM, 130, 5), MessageHead.of(MessageHead.MEDIUM, 130, 1),
            MessageHead.of(MessageHead.MEDIUM, 130, 4) | MessageHead.between(0, 1),
            MessageHead.of(MessageHead.SHORT, 130, 3)};
        for (long head : heads) {
            assertThrows(IllegalArgumentException.class,
                    () -> outbox.commit(1, claim, head, 0, 0, new int[9], 100));
        }
        int head = MessageHead.of(MessageHead.MEDIUM, 130, 3);
        assertThrows(IllegalArgumentException.class, () -> outbox.commit(1, claim, head, 0, 0, null, 101));
        assertTrue(outbox.commit(1, claim, head, 0, 0, null, 100));
        assertEquals(100, receive(ranks.rank(1).requestInbox()).getFirst().payload().length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheReceiverThrowsIsSeenAndTheMessageIsGone(boolean pair) {
        ranks(2, pair, SMALL_SLAB);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        outbox.sendShort(1, SHORT, 1, 0);
        outbox.sendShort(1, SHORT, 2, 0);
        MessageInbox.Receiver thrower = new MessageInbox.Receiver() {
            @Override
            public void received(int source, long head, long arguments, long payload, int bytes) {
                throw new IndexOutOfBoundsException("a handler's own");
            }

            @Override
            public void receivedLong(int source, long head, long arguments, long destination, long bytes) {
                throw new AssertionError();
            }
        };
        assertEquals("a handler's own", assertThrows(IndexOutOfBoundsException.class,
                () -> ranks.rank(1).requestInbox().receive(thrower, 10)).getMessage());
        assertEquals(List.of(2), receive(ranks.rank(1).requestInbox()).getFirst().arguments());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyRankSeesEveryHandler(boolean pair) {
        ranks(3, pair, SMALL_SLAB);
        for (int rank = 0; rank < 3; rank++) {
            for (int index = 0; index < AmLayout.HANDLERS; index++) {
                ranks.rank(rank).publishHandler(index, 1 + rank * 1000 + index);
            }
        }
        for (int rank = 0; rank < 3; rank++) {
            for (int index = 0; index < AmLayout.HANDLERS; index++) {
                assertEquals(1 + rank * 1000 + index, ranks.rank((rank + 1) % 3).handler(rank, index));
            }
        }
    }
}
