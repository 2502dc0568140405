package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;

/** The handshake between senders and sleepers, with the fence on either side. */
class MessageWakeTest {
    /** Nobody who is rung sleeps that long: an end by time is a missed ring. */
    private static final long FOREVER_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long SOME_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** Without fences a message is lost in some hundred meetings, at most ten thousand. */
    private static final long ENOUGH_MEETINGS = 100_000;

    private static final int ROUNDS = 20_000;

    /** However slow the host is. */
    private static final int LEAST_ROUNDS = 1_000;
    private static final int SHORT = MessageHead.of(MessageHead.SHORT, 130, 1);
    private static final MessageInbox.Receiver NOTHING = new MessageInbox.Receiver() {
        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {}

        @Override
        public void receivedLong(int source, long head, long arguments, long destination, long bytes) {}
    };

    @TempDir
    Path base;

    private MessageRanks ranks;

    @AfterEach
    void close() {
        if (ranks != null) {
            ranks.close();
        }
    }

    private void ranks(int size, boolean pair, boolean fence) {
        ranks = new MessageRanks(base, MessageRanks.config(size, pair, 8 << 10), fence);
    }

    /** Sleeps once, unless there is something; true if the sleep ended by time. */
    private static boolean sleepMisses(Doorbells bells, java.util.function.BooleanSupplier met) {
        int ticket = bells.beginSleep();
        long start = System.nanoTime();
        if (!met.getAsBoolean()) {
            bells.sleep(ticket, FOREVER_NANOS);
        }
        boolean missed = System.nanoTime() - start >= FOREVER_NANOS;
        bells.endSleep();
        return missed;
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void aSleepingReceiverMissesNoMessage(boolean pair, boolean fence) {
        ranks(2, pair, fence);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> echo = CompletableFuture.supplyAsync(() -> {
            MessageInbox inbox = ranks.rank(1).requestInbox();
            Doorbells bells = ranks.doorbells(1);
            int received = 0;
            while (!done.get()) {
                if (sleepMisses(bells, () -> inbox.hasMessages() || done.get())) {
                    return -1;
                }
                int now = inbox.receive(NOTHING, 100);
                received += now;
                for (; now > 0; now--) {
                    assertTrue(ranks.rank(1).replyOutbox().sendShort(0, SHORT, received, 0));
                }
            }
            return received;
        }, Ranks::start);
        MessageInbox replies = ranks.rank(0).replyInbox();
        int rounds = 0;
        long end = System.nanoTime() + SOME_NANOS;
        while (rounds < ROUNDS && (rounds < LEAST_ROUNDS || System.nanoTime() - end < 0) && !echo.isDone()) {
            assertTrue(ranks.rank(0).requestOutbox().sendShort(1, SHORT, ++rounds, 0));
            for (int look = 1; replies.receive(NOTHING, 1) == 0 && !echo.isDone(); look++) {
                spinOrYield(look);
            }
        }
        done.set(true);
        ranks.doorbells(0).ringAll();
        assertEquals(rounds, echo.join());
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void aSenderThatSleepsForRoomIsRung(boolean pair, boolean fence) {
        ranks(3, pair, fence);
        int messages = 100_000;
        CompletableFuture<Boolean> sender = CompletableFuture.supplyAsync(() -> {
            MessageOutbox outbox = ranks.rank(0).requestOutbox();
            Doorbells bells = ranks.doorbells(0);
            for (int i = 0; i < messages; i++) {
                boolean[] sent = {outbox.sendShort(1, SHORT, i, 0)};
                while (!sent[0]) {
                    int number = i;
                    outbox.wantRoom(1, true);
                    boolean missed = sleepMisses(bells,
                            () -> sent[0] = outbox.sendShort(1, SHORT, number, 0));
                    outbox.wantRoom(1, false);
                    if (missed) {
                        return false;
                    }
                    sent[0] = sent[0] || outbox.sendShort(1, SHORT, number, 0);
                }
            }
            return true;
        }, Ranks::start);
        int received = 0;
        while (received < messages && !sender.isDone() || ranks.rank(1).requestInbox().hasMessages()) {
            received += ranks.rank(1).requestInbox().receive(NOTHING, 1_000);
            if ((received & 7) == 0) {
                Thread.yield();
            }
        }
        assertTrue(sender.join());
        received += ranks.rank(1).requestInbox().receive(NOTHING, Integer.MAX_VALUE);
        assertEquals(messages, received);
    }

    /**
     * A message that waited behind a claim is not seen when its sender rings; the thread that gives the claim up rings
     * again.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endingAClaimRingsForWhatWaitedBehindIt(boolean commit) {
        ranks(2, true, false);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        long claim = outbox.claim(1, 0, 8);
        assertTrue(outbox.sendShort(1, SHORT, 0, 0));
        Doorbells bells = ranks.doorbells(1);
        int ticket = bells.beginSleep();
        assertFalse(ranks.rank(1).requestInbox().hasMessages());
        if (commit) {
            outbox.commit(1, claim, MessageHead.of(MessageHead.MEDIUM, 130, 0), 0, 0, null, 8);
        } else {
            outbox.cancel(1, claim);
        }
        long start = System.nanoTime();
        bells.sleep(ticket, FOREVER_NANOS);
        assertTrue(System.nanoTime() - start < FOREVER_NANOS);
        bells.endSleep();
        assertEquals(commit ? 2 : 1, ranks.rank(1).requestInbox().receive(NOTHING, 10));
    }

    @Test
    void onlyTheReceiverIsRung() {
        ranks(3, true, false);
        for (int rank = 0; rank < 3; rank++) {
            ranks.doorbells(rank).beginSleep();
        }
        assertTrue(ranks.rank(0).requestOutbox().sendShort(1, SHORT, 0, 0));
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(rank == 1 ? 1 : 0,
                    SharedMemory.getInt(ranks.control.slot(rank, ControlLayout.BELL)), "rank " + rank);
        }
    }

    /**
     * What rounds have shown: in how many both threads met, that is, each saw what the other had written; and how many
     * messages were lost.
     */
    private record Shown(long meetings, int lost) {}

    /**
     * One round: a sender publishes and looks for sleepers while a sleeper announces itself and looks again. Both
     * missing each other is a lost message. Goes on until one is lost, both have met so often, or the time is over.
     */
    private Shown rounds(boolean sleeperFences, boolean senderFences, long mostMeetings, long nanos) {
        ranks(2, true, true);
        Doorbells bells = new Doorbells(ranks.control, 1, sleeperFences);
        long published = ranks.control.lane(0);
        long round = ranks.control.lane(1);
        long looked = ranks.control.lane(2);
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
            long mine = 0;
            while (true) {
                long now = awaitChange(round, mine);
                if (now < 0) {
                    return;
                }
                mine = now;
                SharedMemory.putLongRelease(published, mine);
                if (senderFences) {
                    SharedMemory.fullFence();
                }
                boolean seen = SharedMemory.getIntOpaque(bells.sleepingAddress(1)) != 0;
                SharedMemory.putLongRelease(looked, mine << 1 | (seen ? 1 : 0));
            }
        }, Ranks::start);
        int lost = 0;
        long meetings = 0;
        long end = System.nanoTime() + nanos;
        for (long mine = 1; lost == 0 && meetings < mostMeetings && System.nanoTime() - end < 0; mine++) {
            SharedMemory.putLongRelease(round, mine);
            for (long spin = mine & 63; spin > 0; spin--) {
                Thread.onSpinWait();
            }
            bells.beginSleep();
            boolean found = SharedMemory.getLongAcquire(published) == mine;
            long sight = SharedMemory.getLongAcquire(looked);
            for (int look = 1; sight >>> 1 != mine; look++) {
                spinOrYield(look);
                sight = SharedMemory.getLongAcquire(looked);
            }
            bells.endSleep();
            boolean seen = (sight & 1) != 0;
            meetings += found && seen ? 1 : 0;
            lost += found || seen ? 0 : 1;
        }
        SharedMemory.putLongRelease(round, -1);
        sender.join();
        return new Shown(meetings, lost);
    }

    private static long awaitChange(long address, long from) {
        long now = SharedMemory.getLongAcquire(address);
        for (int look = 1; now == from; look++) {
            spinOrYield(look);
            now = SharedMemory.getLongAcquire(address);
        }
        return now;
    }

    /** Processors are few at times, and the other thread needs one. */
    private static void spinOrYield(int look) {
        if (look % 64 == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    @Test
    void theSleepersFenceIsEnough() {
        assumeTrue(Posix.registerForMembarrier(), "no membarrier here");
        assertEquals(0, rounds(true, false, ENOUGH_MEETINGS, SOME_NANOS).lost);
    }

    @Test
    void theSendersFenceIsEnough() {
        assertEquals(0, rounds(false, true, ENOUGH_MEETINGS, SOME_NANOS).lost);
    }

    /**
     * Without either fence the sender's look passes its store, on x86 too: a round in so many shows that, if both
     * threads run at the same time. Where other work keeps them from that, nothing is shown.
     */
    @Test
    void withoutAFenceMessagesAreLost() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one core shows no reordering");
        Shown shown = rounds(false, false, 10 * ENOUGH_MEETINGS, PATIENCE_NANOS);
        assumeTrue(shown.lost > 0 || shown.meetings >= 10 * ENOUGH_MEETINGS,
                "the two threads hardly ever ran at the same time");
        assertTrue(shown.lost > 0, "the handshake holds without any fence: this test shows nothing");
    }
}
