package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.MessageQueue;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Every message comes out of a queue once, whole, in order, whoever puts in and takes out. */
@RankDefaults(segment = "1m")
@Optimised
class MessageQueueTest {
    private static final long QUEUE = 64;
    private static final int MAX = 300;

    /** In the layout of the queue: how many messages have been put in. */
    private static final long TAIL = QUEUE + 128;

    /** Where rank 0 keeps what the tests count. */
    private static final long WORDS = 512 << 10;

    private static final Duration SHORT = Duration.ofMillis(5);

    @AcrossNeighbourhoods
    @RankTest(ranks = {2, 3})
    void shouldLoseDoubleAndReorderNothing(Job job) throws Exception {
        exchange(job, 1 << Seed.of("capacity").nextInt(7), Repetitions.of(job, 2_000, 150));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldLoseDoubleAndReorderNothingWhenItHoldsOneMessage(Job job) throws Exception {
        exchange(job, 1, Repetitions.of(job, 1_000, 100));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(ranks = {2, 3})
    void shouldLoseDoubleAndReorderNothingAsleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        exchange(job, 1 << Seed.of("capacity").nextInt(4), Repetitions.of(job, 400, 60));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldLoseDoubleAndReorderNothingOutsideCheckedMode(Job job) throws Exception {
        exchange(job, 16, Repetitions.of(job, 10_000, 150));
        job.world().barrier();
    }

    /** Two threads of each rank put in while two others take as many out. */
    private static void exchange(Job job, int capacity, int each) throws Exception {
        MessageQueue queue = MessageQueue.create(job.world(), job.size() - 1, QUEUE, capacity, MAX);
        MessageLedger ledger = new MessageLedger(job, WORDS, 2 * job.size(), each, MAX);
        RankThreads.run(() -> ledger.produce(queue, 2 * job.rank()), () -> ledger.produce(queue, 2 * job.rank() + 1),
                () -> ledger.consume(queue, Seed.of("first consumer " + job.rank())),
                () -> ledger.consume(MessageQueue.open(job.world(), job.size() - 1, QUEUE),
                        Seed.of("second consumer " + job.rank())));
        job.world().barrier();
        ledger.check();
        assertEquals(0, queue.size());
        assertEquals(MessageQueue.NO_MESSAGE, queue.poll(new byte[MAX]));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldSayWhenItIsFullAndWhenItIsEmpty(Job job) {
        MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 8, 16);
        assertEquals(8, queue.capacity());
        assertEquals(16, queue.maxMessageBytes());
        if (job.rank() == 1) {
            byte[] target = new byte[16];
            for (int round = 0; round < 20; round++) {
                assertEquals(-1, queue.poll(target));
                for (byte i = 0; i < 8; i++) {
                    assertEquals(i, queue.size());
                    assertTrue(queue.offer(new byte[]{i}));
                }
                assertFalse(queue.offer(target));
                for (byte i = 0; i < 8; i++) {
                    assertEquals(1, queue.poll(target));
                    assertEquals(i, target[0]);
                }
            }
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldShowWhatTheProducerDidBefore(Job job) {
        MessageQueue there = MessageQueue.create(job.world(), 0, QUEUE, 2, 8);
        MessageQueue back = MessageQueue.create(job.world(), 1, QUEUE + 4096, 2, 8);
        Rma rma = job.world().rma();
        byte[] message = new byte[8];
        for (int round = 1; round <= Repetitions.of(job, 3_000, 200); round++) {
            if (job.rank() == 0) {
                rma.putLong(1, WORDS, ~(long) round);
                rma.putLong(1, WORDS + 4096, round);
                there.put(message);
                back.take(message);
                assertEquals(round, rma.getLong(0, WORDS));
            } else {
                there.take(message);
                assertEquals(round, rma.getLong(1, WORDS + 4096));
                assertEquals(~(long) round, rma.getLong(1, WORDS));
                rma.putLong(0, WORDS, round);
                back.put(new byte[0]);
            }
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldWaitAsLongAsItIsToldTo(Job job) {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 1, 8);
            if (job.rank() == 0) {
                MemorySegment local = MemorySegment.ofArray(new byte[8]);
                long start = System.nanoTime();
                assertEquals(MessageQueue.NO_MESSAGE, queue.poll(local, 0, SHORT));
                assertTrue(queue.offer(local, 0, 3, SHORT));
                assertFalse(queue.offer(local, 0, 3, SHORT));
                assertTrue(System.nanoTime() - start >= 2 * SHORT.toNanos());
                assertFalse(queue.offer(local, 0, 3, Duration.ofSeconds(-1)));
                assertEquals(3, queue.poll(local, 0, Duration.ZERO));
                assertEquals(MessageQueue.NO_MESSAGE, queue.poll(local, 0, Duration.ZERO));
                assertTrue(queue.offer(local, 0, 8, Duration.ofSeconds(Long.MAX_VALUE)));
                assertEquals(8, queue.poll(local, 0, Duration.ofSeconds(Long.MAX_VALUE)));
            }
            job.world().barrier();
        }
        job.world().barrier();
    }

    /** Rank 0 waits for room, and then for a message, until rank 1 has seen it wait. */
    @AcrossNeighbourhoods
    @RankTest
    void shouldEndWaitsWhenRoomOrAMessageComes(Job job) {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            MessageQueue queue = MessageQueue.create(job.world(), 1, QUEUE, 1, 8);
            for (int round = 0; round < 20; round++) {
                byte[] target = new byte[8];
                if (job.rank() == 0) {
                    queue.put(new byte[]{1});
                    queue.put(new byte[]{2});
                    job.world().barrier();
                    assertEquals(1, queue.take(target));
                    assertEquals(3, target[0]);
                } else {
                    Signals.await(job, TAIL, 3 * round + 1);
                    assertEquals(1, queue.poll(target));
                    assertEquals(1, queue.take(target));
                    assertEquals(2, target[0]);
                    job.world().barrier();
                    assertTrue(queue.offer(new byte[]{3}));
                }
                job.world().barrier();
            }
            job.world().barrier();
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldSayWhatItWaitsForAtTheDeadline(Job job) {
        MessageQueue queue = MessageQueue.create(job.world(), 1, QUEUE, 1, 8);
        if (job.rank() == 0) {
            WaitTimeoutException e = InVain.waitsForMoreThanAnAnswer(job, () -> queue.take(new byte[8]));
            assertTrue(
                    e.getMessage().contains("rank 0: MessageQueue.take: MessageQueue at offset 64 of rank 1 is empty"),
                    e.getMessage());
            queue.put(new byte[8]);
            e = InVain.waitsForMoreThanAnAnswer(job, () -> queue.put(new byte[8]));
            assertTrue(e.getMessage().contains("MessageQueue.put: MessageQueue at offset 64 of rank 1 is full"),
                    e.getMessage());
            assertEquals(8, queue.poll(new byte[8]));
            assertEquals(0, queue.size(), "who gave up has put nothing in");
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatIsWrongAndChangeNothing(Job job) {
        MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 2, 16);
        job.world().barrier();
        if (job.rank() == 1) {
            MemorySegment local = MemorySegment.ofArray(new byte[32]);
            String who = "rank 1: MessageQueue.";
            assertIllegal("too long", () -> queue.offer(local, 0, 17), who + "offer", "offset 64 of rank 0", "16",
                    "17");
            assertIllegal("negative", () -> queue.put(local, 0, -1), who + "put", "-1");
            assertIllegal("outside", () -> queue.put(local, 20, 13), who + "put", "13 bytes at offset 20", "32");
            assertIllegal("outside", () -> queue.offer(local, -1, 1, SHORT), who + "offer", "offset -1");
            assertIllegal("target", () -> queue.poll(local, 33), who + "poll", "offset 33", "target");
            assertIllegal("read-only", () -> queue.take(local.asReadOnly(), 0), who + "take", "read-only");
            Arena arena = Arena.ofConfined();
            MemorySegment closed = arena.allocate(16);
            arena.close();
            assertIllegal("closed", () -> queue.offer(closed, 0, 8), who + "offer", "closed");
            assertIllegal("closed", () -> queue.poll(closed, 0), who + "poll", "closed");
            assertEquals(0, queue.size());
            queue.put(new byte[]{1, 2, 3, 4, 5});
            queue.put(new byte[0]);
            assertIllegal("too small", () -> queue.poll(local, 28), who + "poll", "5 bytes", "room for 4", "16");
            assertIllegal("too small", () -> queue.take(local, 28), who + "take", "5 bytes", "room for 4");
            assertEquals(2, queue.size());
            assertEquals(5, queue.poll(local, 27));
            assertEquals(0, queue.take(local, 32));
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseMemoryOfAnotherThread(Job job) throws Exception {
        MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 2, 16);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(16);
            RankThreads.run(() -> {
                assertIllegal("confined", () -> queue.offer(confined, 0, 8), "MessageQueue.offer", "another thread");
                assertIllegal("confined", () -> queue.take(confined, 0), "MessageQueue.take", "another thread");
            });
        }
        assertEquals(0, queue.size());
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldRefusePlacesWhereThereCanBeNone(Job job) {
        long size = job.endpoint().segment().size();
        assertIllegal("open", () -> MessageQueue.open(job.world(), 0, QUEUE), "MessageQueue.open", "offset 64");
        assertIllegal("open", () -> MessageQueue.open(job.world(), 0, 8), "MessageQueue.open", "offset 8", "64");
        assertIllegal("outside", () -> MessageQueue.initialise(job.world(), 0, size - 64, 1, 8),
                "outside the segment of rank 0");
        assertIllegal("capacity", () -> MessageQueue.bytes(0, 8), "capacity 0", "1..1073741824");
        assertIllegal("capacity", () -> MessageQueue.bytes((1 << 30) + 1, 8), "capacity 1073741825");
        assertIllegal("capacity", () -> MessageQueue.bytes(Integer.MIN_VALUE, 8), "1..1073741824");
        assertEquals(MessageQueue.bytes(8, 24), MessageQueue.bytes(5, 24));
        assertIllegal("length", () -> MessageQueue.bytes(4, -1), "-1 bytes");
        assertIllegal("single-valued", () -> MessageQueue.create(job.world(), 0, QUEUE, 1 << job.rank(), 8),
                "MessageQueue.create", "capacity");
        if (job.rank() == 1) {
            MessageQueue alone = MessageQueue.initialise(job.world(), 1, QUEUE, 4, 8);
            assertTrue(MessageQueue.open(job.world(), 1, QUEUE).offer(new byte[8]));
            assertEquals(8, alone.poll(new byte[8]));
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldEndWaitsAndRefuseCallsWhenItIsDestroyed(Job job) throws Exception {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 2, 8);
            if (job.rank() == 0) {
                FutureTask<?> waits = RankThreads.start(
                        () -> assertIllegal("wait", () -> queue.take(new byte[8]), "MessageQueue.take", "destroyed"));
                job.world().barrier();
                queue.destroy();
                RankThreads.join(waits);
                assertIllegal("destroy", queue::destroy, "MessageQueue.destroy", "destroyed");
            } else {
                MessageQueue own = MessageQueue.open(job.world(), 0, QUEUE);
                job.world().barrier();
                assertIllegal("wait", () -> queue.take(new byte[8]), "MessageQueue.take", "offset 64 of rank 0",
                        "destroyed");
                assertIllegal("offer", () -> own.offer(new byte[8]), "MessageQueue.offer", "destroyed");
                assertIllegal("size", own::size, "MessageQueue.size", "destroyed");
            }
            job.world().barrier();
            assertIllegal("open", () -> MessageQueue.open(job.world(), 0, QUEUE), "MessageQueue.open");
            job.world().barrier();
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> MessageQueue.create(job.world(), 0, QUEUE, 2, 8), "MessageQueue.create",
                "client memory", "Job.attach(long)");
        assertIllegal("client memory", () -> MessageQueue.open(job.world(), 1, QUEUE), "client memory");
        job.world().barrier();
    }

    @Test
    void shouldRefuseCallsAfterTheCloseOfTheJob() throws Exception {
        HostedJobs.alone((job, host) -> {
            job.attach(64 << 10);
            MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 2, 8);
            FutureTask<?> waits = RankThreads
                    .start(() -> assertThrows(PgasException.class, () -> queue.take(new byte[8])));
            while (!host.rank(0).activity().equals("waiting for an event") && !waits.isDone()) {
                Thread.onSpinWait();
            }
            job.close();
            RankThreads.join(waits);
            assertThrows(PgasException.class, () -> queue.offer(new byte[8]));
            assertThrows(PgasException.class, () -> queue.poll(new byte[8]));
            assertThrows(PgasException.class, queue::destroy);
        });
    }

    /** Lets threads meet in the few instructions between a look at the queue and the answer. */
    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldNeverSayEmptyWhileOnlyOneTakesAndAMessageIsIn(Job job) throws Exception {
        MessageQueue queue = MessageQueue.create(job.world(), 0, QUEUE, 8, 64);
        SplittableRandom random = Seed.of("own " + job.rank());
        byte[] target = new byte[64];
        // each puts one in and takes one out, so that one is in whenever somebody takes
        for (int round = 0; round < Repetitions.of(job, 20_000, 500); round++) {
            assertTrue(queue.offer(new byte[random.nextInt(65)]));
            assertTrue(queue.poll(target) >= 0, "empty, with a message of this rank's in it");
        }
        job.world().barrier();
    }
}
