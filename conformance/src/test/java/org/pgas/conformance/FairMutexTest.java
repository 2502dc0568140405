package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.FairMutex;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** A mutex excludes all threads of all ranks, serves them in turn, and says who holds it. */
@RankDefaults(segment = "64k")
@Optimised
@AcrossNeighbourhoods
class FairMutexTest {
    private static final long MUTEX = 1024;
    private static final long SIZE = 64 << 10;

    /** The next ticket, in the layout of the mutex: how many have asked. */
    private static final long ASKED = MUTEX + 64;

    private static final long COUNTER = 4096;
    private static final long STEP = 8192;
    private static final long BACK = 8256;
    private static final Duration LONG = Duration.ofSeconds(Patience.SECONDS);
    private static final Duration SHORT = Duration.ofMillis(1);

    /** Adds to a counter that is not atomic. */
    private static void count(Job job) {
        Rma rma = job.world().rma();
        rma.putLong(0, COUNTER, rma.getLong(0, COUNTER) + 1);
    }

    @RankTest(ranks = {2, 3})
    void shouldExcludeAllThreadsOfAllRanks(Job job) throws Exception {
        exclude(job, Repetitions.of(job, 3_000, 200));
        job.world().barrier();
    }

    @RankTest
    void shouldExcludeAllThreadsThatSleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        exclude(job, Repetitions.of(job, 300, 50));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldExcludeAllThreadsOutsideCheckedMode(Job job) throws Exception {
        exclude(job, Repetitions.of(job, 4_000, 200));
        job.world().barrier();
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
        giveUp(job, Repetitions.of(job, 1_000, 100));
        job.world().barrier();
    }

    @RankTest
    void shouldExcludeWhileMostGiveUpAsleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        giveUp(job, Repetitions.of(job, 200, 50));
        job.world().barrier();
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

    /** Threads of two ranks ask one after the other, so that their order is known: they get the mutex in this order. */
    @RankTest(ranks = {2, 3})
    void shouldServeInTheOrderOfAsking(Job job) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 1, MUTEX);
        int threads = 24;
        if (job.rank() == 0) {
            mutex.lock();
        }
        job.world().barrier();
        List<FutureTask<?>> tasks = new ArrayList<>();
        for (int i = 1 + job.rank(); i < threads; i += job.size()) {
            long number = i;
            Signals.await(job, 1, ASKED, number);
            tasks.add(RankThreads.start(() -> {
                mutex.lock();
                assertEquals(number, job.world().rma().getLong(0, COUNTER) + 1, "served behind request");
                count(job);
                mutex.unlock();
            }));
        }
        Signals.await(job, 1, ASKED, threads);
        job.world().barrier();
        if (job.rank() == 0) {
            mutex.unlock();
        }
        for (FutureTask<?> task : tasks) {
            RankThreads.join(task);
        }
        job.world().barrier();
        assertEquals(threads - 1, job.world().rma().getLong(0, COUNTER));
        job.world().barrier();
    }

    @RankTest
    void shouldTakeInPassingOnlyWhatIsFree(Job job) {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        if (job.rank() == 0) {
            assertTrue(mutex.tryLock());
            assertTrue(mutex.isHeldByCurrentThread());
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertFalse(mutex.tryLock());
            assertFalse(mutex.tryLock(SHORT));
            assertFalse(mutex.tryLock(Duration.ofNanos(-1)));
            assertFalse(mutex.isHeldByCurrentThread());
            assertTrue(mutex.holder().startsWith("rank 0 (thread "), mutex.holder());
        }
        job.world().barrier();
        if (job.rank() == 0) {
            mutex.unlock();
            assertFalse(mutex.isHeldByCurrentThread());
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertTrue(mutex.tryLock(), "who gave up is no longer in the queue");
            mutex.unlock();
            assertTrue(mutex.tryLock(Duration.ofSeconds(Long.MAX_VALUE)));
            mutex.unlock();
        }
        job.world().barrier();
    }

    /** More threads than the queue has slots give up at once, while others stay; the mutex then serves those. */
    @RankTest
    void shouldGoOnAfterManyHaveGivenUpAtOnce(Job job) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        if (job.rank() == 0) {
            mutex.lock();
        }
        job.world().barrier();
        if (job.rank() == 1) {
            job.waitMode(WaitMode.BLOCK);
            FutureTask<?> stays = RankThreads.start(() -> {
                mutex.lock();
                count(job);
                mutex.unlock();
            });
            Signals.await(job, 0, ASKED, 2);
            Runnable[] bodies = new Runnable[100];
            Arrays.fill(bodies, (Runnable) () -> assertFalse(mutex.tryLock(Duration.ofMillis(20))));
            RankThreads.run(bodies);
            job.world().barrier();
            RankThreads.join(stays);
            assertTrue(mutex.tryLock(LONG));
            mutex.unlock();
            assertTrue(mutex.tryLock());
        } else {
            job.world().barrier();
            mutex.unlock();
        }
        job.world().barrier();
        assertEquals(1, job.world().rma().getLong(0, COUNTER));
        job.world().barrier();
    }

    /** Those far behind in the queue have no slot yet, and are served all the same. */
    @RankTest
    void shouldServeMoreThreadsThanTheQueueHasSlots(Job job) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        job.waitMode(WaitMode.BLOCK);
        if (job.rank() == 0) {
            mutex.lock();
        }
        job.world().barrier();
        List<FutureTask<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            tasks.add(RankThreads.start(() -> {
                mutex.lock();
                count(job);
                mutex.unlock();
            }));
        }
        Signals.await(job, 0, ASKED, 101);
        // has no ticket as long as the queue is full
        tasks.add(RankThreads.start(() -> {
            assertTrue(mutex.tryLock(LONG));
            count(job);
            mutex.unlock();
        }));
        if (job.rank() == 0) {
            mutex.unlock();
        }
        for (FutureTask<?> task : tasks) {
            RankThreads.join(task);
        }
        job.world().barrier();
        assertEquals(102, job.world().rma().getLong(0, COUNTER));
        job.world().barrier();
    }

    @RankTest
    void shouldServeVirtualThreads(Job job) throws Exception {
        serveVirtualThreads(job, false);
    }

    /** They keep their carriers from others no more than others do, and stay interrupted. */
    @RankTest
    void shouldServeVirtualThreadsThatAreInterrupted(Job job) throws Exception {
        serveVirtualThreads(job, true);
    }

    private static void serveVirtualThreads(Job job, boolean interrupted) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        int rounds = Repetitions.of(job, 50, 10);
        Thread[] threads = new Thread[8];
        boolean[] found = new boolean[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int index = i;
            threads[i] = Thread.ofVirtual().start(() -> {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                for (int round = 0; round < rounds; round++) {
                    mutex.lock();
                    count(job);
                    Thread.yield();
                    mutex.unlock();
                }
                found[index] = Thread.interrupted();
            });
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            assertEquals(interrupted, found[i]);
        }
        job.world().barrier();
        assertEquals(2 * 8 * rounds, job.world().rma().getLong(0, COUNTER));
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMisuse(Job job) throws Exception {
        String who = "rank " + job.rank() + ": FairMutex.";
        assertIllegal("offset", () -> FairMutex.create(job.world(), 0, 8), who + "create", "offset 8 ", "64");
        assertIllegal("nothing there", () -> FairMutex.open(job.world(), 0, MUTEX), who + "open", "there is none");
        job.world().barrier();
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        assertIllegal("free", mutex::unlock, who + "unlock", "FairMutex at offset 1024 of rank 0 is held by nobody");
        job.world().barrier();
        if (job.rank() == 0) {
            mutex.lock();
            assertIllegal("again", mutex::lock, who + "lock", "by this thread already");
            assertIllegal("again", mutex::tryLock, who + "tryLock", "by this thread already");
            assertIllegal("again", () -> mutex.tryLock(LONG), who + "tryLock", "by this thread already");
            assertIllegal("again", () -> FairMutex.open(job.world(), 0, MUTEX).lock(), "by this thread already");
            RankThreads.run(() -> assertIllegal("other thread", mutex::unlock, who + "unlock", "rank 0 (thread"));
        }
        job.world().barrier();
        if (job.rank() == 1) {
            String holder = "is held by rank 0 (thread ";
            assertIllegal("another's", mutex::unlock, who + "unlock", holder);
            assertIllegal("in use", mutex::destroy, who + "destroy", holder);
        }
        job.world().barrier();
        if (job.rank() == 0) {
            mutex.unlock();
            assertIllegal("twice", mutex::unlock, who + "unlock", "is held by nobody");
            mutex.destroy();
        }
        job.world().barrier();
        for (Runnable call : new Runnable[]{mutex::lock, mutex::unlock, mutex::tryLock, () -> mutex.tryLock(SHORT),
            mutex::hold, mutex::isHeldByCurrentThread, mutex::destroy}) {
            assertIllegal("destroyed", call::run, who, "FairMutex at offset 1024 of rank 0 has been destroyed");
        }
        assertIllegal("destroyed", () -> FairMutex.open(job.world(), 0, MUTEX), who + "open", "there is none");
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseToDestroyWhatIsWaitedFor(Job job) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        job.world().barrier();
        if (job.rank() == 0) {
            mutex.lock();
            FutureTask<?> waits = RankThreads.start(() -> {
                mutex.lock();
                Signals.await(job, 0, STEP, 1);
                mutex.unlock();
            });
            Signals.await(job, 0, ASKED, 2);
            assertIllegal("held and waited for", mutex::destroy, "waited for");
            mutex.unlock();
            assertIllegal("passed on", mutex::destroy, "waited for");
            Signals.raise(job, 0, STEP, 1);
            RankThreads.join(waits);
            mutex.destroy();
        }
        job.world().barrier();
    }

    @RankTest
    void shouldNameTheHolderThatHasLeft(Job job) {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        if (job.rank() == 1) {
            mutex.lock();
            job.world().barrier();
            job.close();
        } else {
            job.world().barrier();
            for (int i = 0; i < 3; i++) {
                PeerLostException e = assertThrows(PeerLostException.class, mutex::lock);
                assertEquals(1, e.jobRank());
                assertTrue(e.getMessage().contains(
                        "FairMutex.lock: FairMutex at offset 1024 of rank 0, held by rank 1 (thread "), e.getMessage());
            }
            assertThrows(PeerLostException.class, () -> mutex.tryLock(LONG));
            assertFalse(mutex.tryLock());
        }
    }

    /**
     * The turn comes to a ticket whose thread has gone with its rank: the next one learns of it, if that one could not
     * give it up.
     */
    @RankTest
    void shouldNotStopBehindAWaiterThatHasLeft(Job job) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        if (job.rank() == 0) {
            mutex.lock();
        }
        job.world().barrier();
        if (job.rank() == 1) {
            FutureTask<?> waits = RankThreads.start(() -> assertThrows(PgasException.class, mutex::lock));
            Signals.await(job, 0, ASKED, 2);
            job.close();
            RankThreads.join(waits);
        } else {
            assertEquals(1, assertThrows(PeerLostException.class, () -> job.world().barrier()).jobRank());
            mutex.unlock();
            try {
                mutex.lock();
            } catch (PeerLostException e) {
                assertEquals(1, e.jobRank());
            }
        }
    }

    /** Who gets an exception leaves the queue. */
    @RankTest
    void shouldGoOnAfterAWaitThatPassedTheDeadline(Job job) {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        if (job.rank() == 0) {
            mutex.lock();
            Signals.raise(job, 0, STEP, 1);
            Signals.await(job, 0, BACK, 1);
            mutex.unlock();
            Signals.raise(job, 1, STEP, 1);
        } else {
            Signals.await(job, 0, STEP, 1);
            WaitTimeoutException e = InVain.waits(job, mutex::lock);
            assertTrue(e.getMessage().contains("held by rank 0 (thread "), e.getMessage());
            Signals.raise(job, 0, BACK, 1);
            Signals.await(job, 1, STEP, 1);
            assertTrue(mutex.tryLock());
            mutex.unlock();
        }
        job.world().barrier();
    }

    @RankTest
    void shouldNotEndAWaitForAnInterrupt(Job job) {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        if (job.rank() == 0) {
            mutex.lock();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            Signals.await(job, 0, ASKED, 2);
            mutex.unlock();
        } else {
            Thread.currentThread().interrupt();
            mutex.lock();
            assertTrue(Thread.interrupted());
            mutex.unlock();
        }
        job.world().barrier();
    }

    @RankTest
    void shouldBeMadeAnywhereByAnybody(Job job) {
        if (job.rank() == 1) {
            FairMutex mutex = FairMutex.initialise(job.world(), 0, SIZE - FairMutex.bytes());
            assertEquals(0, mutex.rank());
            assertEquals(SIZE - FairMutex.bytes(), mutex.offset());
            mutex.lock();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            FairMutex mutex = FairMutex.open(job.world(), 0, SIZE - FairMutex.bytes());
            assertTrue(mutex.holder().startsWith("rank 1 "), mutex.holder());
            assertIllegal("beyond the end", () -> FairMutex.initialise(job.world(), 0, SIZE - FairMutex.bytes() + 64),
                    "rank 0:", FairMutex.bytes() + " bytes", "outside the segment of rank 0");
            Rma rma = job.world().rma();
            rma.putLong(0, SIZE - 64, rma.getLong(0, SIZE - FairMutex.bytes()));
            assertIllegal("a header at the end", () -> FairMutex.open(job.world(), 0, SIZE - 64), "rank 0:",
                    FairMutex.bytes() + " bytes", "outside the segment of rank 0");
        }
        job.world().barrier();
    }

    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> FairMutex.create(job.world(), 0, MUTEX), "FairMutex.create",
                "client memory", "Job.attach(long)");
        assertIllegal("client memory", () -> FairMutex.open(job.world(), 1, MUTEX), "client memory");
        job.world().barrier();
    }

    @RankTest(ranks = 1)
    void shouldRefuseCallsAfterTheClose(Job job) {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        mutex.lock();
        job.close();
        assertThrows(PgasException.class, mutex::unlock);
        assertThrows(PgasException.class, mutex::lock);
        assertThrows(PgasException.class, mutex::destroy);
        assertEquals("nobody", mutex.holder());
    }

    /** A thread that waits while another one of its rank closes the job gets an exception. */
    @RankTest(ranks = 1)
    void shouldEndTheWaitsOfARankThatCloses(Job job) throws Exception {
        FairMutex mutex = FairMutex.create(job.world(), 0, MUTEX);
        mutex.lock();
        FutureTask<?> waits = RankThreads.start(() -> assertThrows(PgasException.class, mutex::lock));
        Signals.await(job, 0, ASKED, 2);
        job.close();
        RankThreads.join(waits);
    }
}
