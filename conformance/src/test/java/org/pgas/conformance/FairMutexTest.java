package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.time.Duration;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.FairMutex;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** A mutex excludes all threads of all ranks, serves them in turn, and says who holds it. */
@RankDefaults(segment = "64k", timeoutSeconds = 60)
class FairMutexTest {
    private static final long MUTEX = 1024;
    private static final long COUNTER = 4096;
    private static final long STEP = 8192;
    private static final long BACK = 8256;
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(1);

    /** Adds to a counter that is not atomic. */
    private static void count(Job job) {
        Rma rma = job.world().rma();
        rma.putLong(0, COUNTER, rma.getLong(0, COUNTER) + 1);
    }

    @RankTest(ranks = {2, 3})
    void shouldExcludeAllThreadsOfAllRanks(Job job) throws Exception {
        exclude(job, 3_000);
    }

    @RankTest
    void shouldExcludeAllThreadsThatSleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        exclude(job, 300);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldExcludeAllThreadsOutsideCheckedMode(Job job) throws Exception {
        exclude(job, 10_000);
    }

    private static void exclude(Job job, int rounds) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), job.size() - 1, MUTEX);
        Runnable body = () -> {
            FairMutex own = FairMutex.open(job.world(), job.size() - 1, MUTEX);
            for (int round = 0; round < rounds; round++) {
                try (FairMutex.Held _ = round % 2 == 0 ? own.hold() : mutex.hold()) {
                    count(job);
                }
            }
        };
        RankThreads.run(body, body);
        job.world().barrier();
        assertEquals(2L * job.size() * rounds, job.world().rma().getLong(0, COUNTER));
        assertEquals("nobody", mutex.holder());
    }

    @RankTest(ranks = {2, 3})
    void shouldExcludeWhileMostGiveUp(Job job) throws Exception {
        giveUp(job, 1_000);
    }

    @RankTest
    void shouldExcludeWhileMostGiveUpAsleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        giveUp(job, 200);
    }

    private static void giveUp(Job job, int rounds) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        SplittableRandom random = Seed.of("give up " + job.rank());
        SplittableRandom other = random.split();
        long[] taken = new long[2];
        RankThreads.run(() -> taken[0] = attempts(job, mutex, random, rounds),
                () -> taken[1] = attempts(job, mutex, other, rounds));
        Signals.raise(job, 0, STEP + 64 * job.rank(), taken[0] + taken[1]);
        job.world().barrier();
        long sum = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            sum += job.world().rma().getLong(0, STEP + 64 * rank);
        }
        assertEquals(sum, job.world().rma().getLong(0, COUNTER));
        job.world().barrier();
        if (job.rank() == 0) {
            assertTrue(mutex.tryLock(), "nobody holds it or waits");
        }
    }

    private static long attempts(Job job, FairMutex mutex, SplittableRandom random, int rounds) {
        long taken = 0;
        for (int round = 0; round < rounds; round++) {
            boolean held = switch (random.nextInt(4)) {
                case 0 -> mutex.tryLock();
                case 1 -> {
                    mutex.lock();
                    yield true;
                }
                default -> mutex.tryLock(Duration.ofNanos(random.nextInt(1, 50_000)));
            };
            if (held) {
                count(job);
                taken++;
                mutex.unlock();
            }
        }
        return taken;
    }
}
