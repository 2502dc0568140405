package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

import org.pgas.ActiveMessages;
import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.Rma;
import org.pgas.Token;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Medium requests whose data may stay in the sender's memory until their handler takes it: nobody sees a difference.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class LentMessageTest {
    private static final int ROUNDS = 150;
    private static final int LARGE = 40_000;
    private static final int REQUEST = 200;
    private static final int REPLY = 201;

    private int requests;
    private int replies;
    private int next;

    /** Reads the data in one of several ways; says what is wrong by an exception, which ends the job. */
    private static void check(Token token, Payload data) {
        int seed = token.argument(0);
        int bytes = token.argument(1);
        assertEquals(bytes, data.bytes());
        byte[] expected = numbers(seed, bytes);
        switch (seed % 5) {
            case 0 -> {
                MemorySegment copy = MemorySegment.ofArray(new byte[bytes + 3]);
                data.copyTo(0, copy, 3, bytes);
                same(expected, copy.asSlice(3));
            }
            case 1 -> {
                MemorySegment copy = Arena.ofAuto().allocate(bytes);
                int half = bytes / 2;
                data.copyTo(half, copy, half, bytes - half);
                data.copyTo(0, copy, 0, half);
                same(expected, copy);
            }
            case 2 -> same(expected, data.segment());
            case 3 -> {
                assertEquals(expected[bytes - 1], data.getByte(bytes - 1));
                data.putByte(0, (byte) (expected[0] + 1));
                assertEquals((byte) (expected[0] + 1), data.getByte(0));
                assertEquals(expected[bytes / 2], data.getByte(bytes / 2));
            }
            default -> {
                same(expected, MemorySegment.ofArray(data.toByteArray()));
                assertThrows(RuntimeException.class, () -> data.getLong(bytes - 7));
                assertThrows(RuntimeException.class, () -> data.copyTo(1, MemorySegment.ofArray(expected), 0, bytes));
            }
        }
    }

    private static byte[] numbers(int seed, int bytes) {
        byte[] numbers = new byte[bytes];
        new SplittableRandom(seed).nextBytes(numbers);
        return numbers;
    }

    private static void same(byte[] expected, MemorySegment found) {
        assertEquals(-1, MemorySegment.ofArray(expected).mismatch(found));
    }

    private void register(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, data) -> {
            check(token, data);
            requests++;
            token.replyShort(REPLY, token.argument(0));
        }).index(REQUEST).request(), HandlerEntry.ofShort(_ -> replies++).index(REPLY).reply());
        job.world().barrier();
    }

    @RankTest(ranks = 3)
    void shouldDeliverWhatIsInTheSourceUntilItsEvent(Job job) {
        exchange(job);
    }

    @RankTest(ranks = 3, settings = "pgas.cma=off")
    void shouldDeliverTheSameWithoutReach(Job job) {
        exchange(job);
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldDeliverTheSameInCheckedMode(Job job) {
        exchange(job);
    }

    @RankTest(settings = "pgas.progress.thread=on")
    void shouldDeliverTheSameToAProgressThread(Job job) {
        exchange(job);
    }

    /** All to all; sources are overwritten as soon as their events allow it. */
    private void exchange(Job job) {
        register(job);
        ActiveMessages am = job.world().am();
        SplittableRandom random = Seed.of("lent " + job.rank());
        LocalCompletion[] completions = new LocalCompletion[3];
        MemorySegment[] sources = new MemorySegment[3];
        try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
            for (int i = 0; i < 3; i++) {
                sources[i] = i == 0 ? confined.allocate(LARGE)
                        : i == 1 ? shared.allocate(LARGE)
                                : MemorySegment.ofArray(new byte[LARGE]);
            }
            int most = (int) Math.min(LARGE, am.maxRequestMedium(0, null, 0, 2));
            for (int round = 0; round < ROUNDS; round++) {
                int at = round % 3;
                if (completions[at] != null) {
                    completions[at].leaf().await();
                }
                int bytes = random.nextInt(8, round % 2 == 0 ? most : 9000);
                int before = random.nextInt(LARGE - bytes + 1);
                int seed = random.nextInt(1 << 20);
                MemorySegment.copy(numbers(seed, bytes), 0, sources[at].fill((byte) 0), ValueLayout.JAVA_BYTE, before,
                        bytes);
                completions[at] = LocalCompletion.event();
                int[] arguments = {seed, bytes};
                int target = random.nextInt(job.size());
                if (random.nextBoolean()) {
                    am.requestMedium(target, REQUEST, sources[at], before, bytes, completions[at], arguments, 2);
                } else {
                    while (!am.tryRequestMedium(target, REQUEST, sources[at], before, bytes, completions[at],
                            arguments, 2)) {
                        job.poll();
                    }
                }
            }
            for (LocalCompletion completion : completions) {
                completion.leaf().await();
            }
            job.blockUntil(() -> replies == ROUNDS);
            job.world().barrier();
        }
    }

    @RankTest
    void shouldKeepTheOrderOfMessagesThatLendAndThatDoNot(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, _) -> {
            assertEquals(next, token.argument(0));
            next++;
        }).index(REQUEST).request());
        job.world().barrier();
        ActiveMessages am = job.world().am();
        int other = 1 - job.rank();
        LocalCompletion completion = LocalCompletion.event();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment source = arena.allocate(LARGE);
            for (int i = 0; i < ROUNDS; i += 3) {
                am.requestMedium(other, REQUEST, source, 0, 8, i);
                am.requestMedium(other, REQUEST, source, 0, 20_000, completion, new int[]{i + 1}, 1);
                am.requestMedium(other, REQUEST, source, 0, 20_000, i + 2);
                completion.leaf().await();
            }
        }
        job.blockUntil(() -> next == ROUNDS);
        job.world().barrier();
    }

    /** A process may read its own memory whatever the kernel permits of others. Nothing is lent to ranks elsewhere. */
    @RankTest(modes = Mode.THREADS, neighbourhoods = 1)
    void shouldLeaveTheSourceInUseUntilTheTargetHasPolled(Job job) {
        register(job);
        Rma rma = job.world().rma();
        if (job.rank() == 0) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment source = arena.allocate(LARGE);
                MemorySegment.copy(numbers(5, LARGE), 0, source, ValueLayout.JAVA_BYTE, 0, LARGE);
                LocalCompletion first = send(job, source);
                first.leaf().await();
                // the answer to the question for reach came before that to the message
                job.blockUntil(() -> replies == 1);
                rma.putLong(1, 0, 1);
                while (rma.getLongAcquire(1, 8) == 0) {
                    Thread.onSpinWait();
                }
                Event event = send(job, source).leaf();
                assertNotSame(Event.DONE, event);
                assertFalse(event.test());
                rma.putLongRelease(1, 16, 1);
                event.await();
                assertTrue(event.toString().contains("rank 1"), event.toString());
            }
            job.blockUntil(() -> replies == 2);
        } else {
            job.blockUntil(() -> rma.getLongAcquire(1, 0) == 1);
            // loads, which never poll
            rma.putLongRelease(1, 8, 1);
            while (rma.getLongAcquire(1, 16) == 0) {
                Thread.onSpinWait();
            }
            job.blockUntil(() -> requests == 2);
        }
        job.world().barrier();
    }

    private static LocalCompletion send(Job job, MemorySegment source) {
        LocalCompletion completion = LocalCompletion.event();
        job.world().am().requestMedium(1, REQUEST, source, 0, LARGE, completion, new int[]{5, LARGE}, 2);
        return completion;
    }

    /** Nothing is lent to ranks elsewhere. */
    @RankTest(modes = Mode.THREADS, neighbourhoods = 1)
    void shouldEndTheJobWhenASourceIsClosedBeforeItsEvent(Job job) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            register(job);
            if (job.rank() == 0) {
                closeTooEarly(job);
            } else {
                Rma rma = job.world().rma();
                job.blockUntil(() -> requests == 1);
                // loads, which never poll
                rma.putLongRelease(1, 8, 1);
                while (rma.getLongAcquire(1, 16) == 0) {
                    Thread.onSpinWait();
                }
            }
            job.blockUntil(() -> false);
        });
        assertEquals(1, e.exitCode(), e.getMessage());
        assertTrue(e.getMessage().contains("medium request of rank 0 could not be read"), e.getMessage());
        assertTrue(e.getMessage().contains("until local completion"), e.getMessage());
    }

    private void closeTooEarly(Job job) throws IOException {
        Path file = Files.createTempFile("lent", null);
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // a mapping goes away with its arena; what was allocated may stay with the process
            MemorySegment source = channel.map(FileChannel.MapMode.READ_WRITE, 0, LARGE, arena);
            MemorySegment.copy(numbers(5, LARGE), 0, source, ValueLayout.JAVA_BYTE, 0, LARGE);
            send(job, source).leaf().await();
            job.blockUntil(() -> replies == 1);
            // the poll that took the first one might take the second, too, while it can be read
            while (job.world().rma().getLongAcquire(1, 8) == 0) {
                Thread.onSpinWait();
            }
            send(job, source);
        } finally {
            Files.delete(file);
        }
        job.world().rma().putLongRelease(1, 16, 1);
    }
}
