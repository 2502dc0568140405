package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.LocalWords;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * A rank that has seen the signal sees the data, in every form of the put, by every operation and in every way of
 * waiting.
 */
@RankDefaults(segment = "64k")
@Optimised
@AcrossNeighbourhoods
class PutSignalTest {
    private static final long SIGNAL = 0;
    private static final long BACK = 128;
    private static final long DATA = 4096;
    private static final int MOST_WORDS = 512;

    /** How the signal is waited for. */
    private enum Look {
        WAIT, EVENT, SET_OF_ONE, TEST
    }

    @RankTest
    void shouldShowTheDataToWhoeverSpinsForTheSignal(Job job) {
        pingPong(job, WaitMode.SPIN, 1_500);
    }

    @RankTest
    void shouldShowTheDataToWhoeverIsWokenByTheSignal(Job job) {
        pingPong(job, WaitMode.BLOCK, 600);
    }

    @RankTest
    void shouldShowTheDataToWhoeverSpinsAndThenBlocks(Job job) {
        pingPong(job, WaitMode.SPIN_BLOCK, 1_000);
    }

    /** Both ranks put numbers of each round to the other, rank 1 after it has seen rank 0's. */
    private static void pingPong(Job job, WaitMode mode, int most) {
        int rounds = Repetitions.of(job, most, most / 5);
        job.waitMode(mode);
        int peer = 1 - job.rank();
        SplittableRandom random = Seed.of("rounds");
        MemorySegment source = MemorySegment.ofArray(new long[MOST_WORDS]);
        job.world().barrier();
        for (int round = 1; round <= rounds; round++) {
            int count = random.nextInt(8) == 0 ? random.nextInt(MOST_WORDS) + 1 : random.nextInt(8) + 1;
            int form = random.nextInt(4);
            SignalOperation operation = random.nextBoolean() ? SignalOperation.SET : SignalOperation.ADD;
            Look look = Look.values()[random.nextInt(Look.values().length)];
            if (job.rank() == 1) {
                take(job, look, round, count);
            }
            send(job, peer, source, form, operation, round, count);
            if (job.rank() == 0) {
                take(job, look, round, count);
            }
        }
        job.world().barrier();
    }

    private static void send(
            Job job, int peer, MemorySegment source, int form, SignalOperation operation, int round, int count) {
        Rma rma = job.world().rma();
        for (int i = 0; i < count; i++) {
            source.setAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, i, datum(round, job.rank(), i));
        }
        long bytes = 8L * count;
        // every round raises the word by one, so that both operations come to the same
        long value = operation == SignalOperation.SET ? round : 1;
        switch (form) {
            case 0 -> rma.putSignal(peer, DATA, source, 0, bytes, SIGNAL, value, operation);
            case 1 -> rma.putSignalNb(peer, DATA, source, 0, bytes, SIGNAL, value, operation, LocalCompletion.NOW)
                    .await();
            case 2 -> {
                rma.putSignalNbi(peer, DATA, source, 0, bytes, SIGNAL, value, operation, LocalCompletion.NOW);
                job.nbi().await();
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    rma.putLong(peer, DATA + 8L * i, datum(round, job.rank(), i));
                }
                rma.signal(peer, SIGNAL, value, operation);
            }
        }
    }

    private static void take(Job job, Look look, int round, int count) {
        LocalWords words = job.endpoint().words();
        switch (look) {
            case WAIT -> assertEquals(round, words.waitUntilLong(SIGNAL, WaitCondition.GE, round));
            case EVENT -> words.waitUntilLongNb(SIGNAL, WaitCondition.EQ, round).await();
            case SET_OF_ONE -> assertEquals(0, words.longs(SIGNAL).waitUntilAny(WaitCondition.GTU, round - 1L));
            default -> {
                while (!words.testLong(SIGNAL, WaitCondition.GT, round - 1L)) {
                    Thread.yield();
                }
            }
        }
        Rma rma = job.world().rma();
        for (int i = 0; i < count; i++) {
            int index = i;
            assertEquals(datum(round, 1 - job.rank(), i), rma.getLong(job.rank(), DATA + 8L * i),
                    () -> "word " + index + " of " + count + " in round " + round + ", " + look);
        }
    }

    private static long datum(int round, int rank, int index) {
        return (long) round << 32 | (long) rank << 16 | index;
    }

    /** Several threads of several ranks add at once: no addition is lost, and the last one wakes the owner. */
    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {3})
    void shouldLoseNoAdditionOfMany(Job job) throws InterruptedException {
        int threads = 2;
        int additions = Repetitions.of(job, 2_000, 400);
        job.waitMode(WaitMode.BLOCK);
        Thread[] adders = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            adders[t] = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < additions; i++) {
                    job.world().rma().signal(i % job.size(), SIGNAL, 1, SignalOperation.ADD);
                }
            });
        }
        long expected = 0;
        for (int i = 0; i < additions; i++) {
            expected += i % job.size() == job.rank() ? (long) threads * job.size() : 0;
        }
        assertEquals(expected, job.endpoint().words().waitUntilLong(SIGNAL, WaitCondition.GE, expected));
        for (Thread adder : adders) {
            adder.join();
        }
        job.world().barrier();
        assertEquals(expected, job.world().rma().getLongAcquire(job.rank(), SIGNAL));
    }

    @RankTest
    void shouldSignalItself(Job job) {
        job.waitMode(WaitMode.BLOCK);
        Event event = job.endpoint().words().waitUntilLongNb(BACK, WaitCondition.ALL, 6);
        job.world().rma().signal(job.rank(), BACK, 2, SignalOperation.ADD);
        assertEquals(false, event.test());
        job.world().rma().signal(job.rank(), BACK, 4, SignalOperation.ADD);
        event.await();
    }
}
