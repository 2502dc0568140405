package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.ErrorCode;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.WaitTimeoutException;
import org.pgas.armci.Armci;
import org.pgas.atomics.ArmciRmw.Operation;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** ARMCI's fences, atomic updates, mutexes and notifications. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class ArmciSynchronisationTest {
    private static final int LIMIT = 1 << 20;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private static long[] zeros(Armci armci, int bytes) {
        long[] pointers = armci.malloc(bytes);
        armci.memory(pointers[armci.me()], bytes).fill((byte) 0);
        armci.barrier();
        return pointers;
    }

    @SuiteCase(suite = "ARMCI", programs = {"test: test_fetch_add", "comex test: test_fetch_add",
        "comex test: test_fetch_add_long"})
    @RankTest
    void shouldGiveEachTaskOnce(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        long[] words = zeros(armci, 32);
        int tasks = 3000;
        long sum = 0;
        MemorySegment next = MemorySegment.ofArray(new int[1]);
        while (true) {
            armci.rmw(Operation.FETCH_AND_ADD, next, 0, words[0] + 4, 1, 0);
            if (next.get(INT, 0) >= tasks) {
                break;
            }
            sum += next.get(INT, 0);
        }
        armci.fetchAndAdd(words[0] + 8, (int) sum, 0);
        armci.barrier();
        assertEquals(tasks * (tasks - 1L) / 2, armci.fetchAndAdd(words[0] + 8, 0, 0));
        armci.barrier();
        armci.finish();
    }

    @RankTest
    void shouldAddAndSwapWithALocalWord(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int peer = (armci.me() + 1) % armci.nproc();
        long there = zeros(armci, 32)[peer];
        MemorySegment local = MemorySegment.ofArray(new byte[13]);
        local.set(INT, 1, 7);
        armci.rmw(Operation.SWAP, local, 1, there + 4, 99, peer);
        assertEquals(0, local.get(INT, 1));
        armci.rmw(Operation.FETCH_AND_ADD, local, 1, there + 4, -9, peer);
        assertEquals(7, local.get(INT, 1));
        assertEquals(-2, armci.getValueInt(there + 4, peer));
        local.set(LONG, 5, 1L << 40);
        armci.rmw(Operation.SWAP_LONG, local, 5, there + 8, 99, peer);
        armci.rmw(Operation.FETCH_AND_ADD_LONG, local, 5, there + 8, Integer.MIN_VALUE, peer);
        assertEquals(1L << 40, local.get(LONG, 5));
        assertEquals((1L << 40) + Integer.MIN_VALUE, armci.fetchAndAdd(there + 8, 1, peer));
        assertEquals((1L << 40) + Integer.MIN_VALUE + 1, armci.fetchAndAdd(there + 8, -1, peer));
        armci.barrier();
        armci.finish();
    }

    @RankTest
    void shouldLetOneThreadAtATimeHoldAMutex(Job job) throws InterruptedException {
        Armci armci = Armci.init(job, LIMIT);
        long[] words = zeros(armci, 64);
        armci.createMutexes(armci.me() == 0 ? 3 : 1);
        int rounds = 200;
        AtomicInteger failed = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofPlatform().uncaughtExceptionHandler((_, _) -> failed.incrementAndGet()).start(() -> {
                for (int round = 0; round < rounds; round++) {
                    armci.lock(2, 0);
                    // neither atomic nor ordered
                    armci.putValueLong(armci.getValueLong(words[0] + 16, 0) + 1, words[0] + 16, 0);
                    armci.unlock(2, 0);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        armci.barrier();
        assertEquals(2L * rounds * armci.nproc(), armci.getValueLong(words[0] + 16, 0));
        assertEquals(0, failed.get());
        armci.lock(0, armci.me());
        armci.unlock(0, armci.me());
        armci.destroyMutexes();
        armci.createMutexes(0);
        armci.destroyMutexes();
        armci.finish();
    }

    @RankTest(ranks = 2)
    void shouldRefuseMutexesThatAreMisused(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        assertIllegal("none", () -> armci.lock(0, 0), "Armci.lock", "no mutexes", "createMutexes");
        assertIllegal("none", armci::destroyMutexes, "Armci.destroyMutexes", "no mutexes");
        assertIllegal("negative", () -> armci.createMutexes(me == 1 ? -1 : 1), "Armci.createMutexes",
                me == 1 ? "-1" : "process 1");
        assertRefused(ErrorCode.RESOURCE, "no room", () -> armci.createMutexes(me == 1 ? 1 << 20 : 1),
                "Armci.createMutexes");
        armci.createMutexes(1 + me);
        assertIllegal("again", () -> armci.createMutexes(1), "Armci.createMutexes", "already");
        assertIllegal("number", () -> armci.lock(1, 0), "Armci.lock", "number 1", "process 0", "0..0");
        assertIllegal("number", () -> armci.unlock(-1, 1), "Armci.unlock", "number -1", "0..1");
        assertIllegal("process", () -> armci.lock(0, 2), "Armci.lock", "process 2", "0..1");
        assertIllegal("process", () -> armci.lock(0, -1), "Armci.lock", "process -1");
        assertIllegal("not held", () -> armci.unlock(me, me), "Armci.unlock", "nobody");
        armci.lock(me, me);
        assertIllegal("twice", () -> armci.lock(me, me), "Armci.lock", "twice");
        armci.barrier();
        if (me == 1) {
            armci.unlock(1, 1);
        }
        assertIllegal("held", armci::destroyMutexes, "Armci.destroyMutexes", me == 0 ? "held by rank 0" : "process 0");
        assertIllegal("held by another", () -> {
            if (me == 1) {
                armci.unlock(0, 0);
            } else {
                armci.lock(0, 0);
            }
        }, "rank 0");
        armci.barrier();
        if (me == 0) {
            armci.unlock(0, 0);
        }
        armci.destroyMutexes();
        armci.finish();
    }

    /** A process may use the mutexes of others for as long as it has not called itself. */
    @RankTest(ranks = 2)
    void shouldEndMutexesWhenTheLastProcessCalls(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        for (int round = 0; round < 3; round++) {
            armci.createMutexes(2);
            if (armci.me() == 0) {
                armci.notifyWait(1);
            } else {
                armci.lock(0, 0);
                armci.notify(0);
                // process 0 is in its call meanwhile
                for (int i = 0; i < 2000; i++) {
                    armci.lock(1, 0);
                    armci.unlock(1, 0);
                }
                armci.unlock(0, 0);
            }
            armci.destroyMutexes();
            assertIllegal("none", () -> armci.lock(0, 0), "Armci.lock", "no mutexes");
        }
        armci.finish();
    }

    @RankTest(ranks = {1, 3}, settings = "pgas.wait=block")
    void shouldShowToWhoIsNotifiedWhatWasPutBefore(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        int right = (me + 1) % armci.nproc();
        int left = (me + armci.nproc() - 1) % armci.nproc();
        int bytes = 8192;
        long[] pointers = zeros(armci, 2 * bytes);
        byte[] source = new byte[bytes];
        for (int round = 1; round <= 60; round++) {
            long place = (round & 1) * (long) bytes;
            java.util.Arrays.fill(source, (byte) round);
            armci.put(MemorySegment.ofArray(source), 0, pointers[right] + place, bytes, right);
            armci.notify(right);
            assertEquals(round, armci.notifyWait(left));
            MemorySegment seen = armci.memory(pointers[me] + place, bytes);
            assertEquals(-1, MemorySegment.ofArray(source).mismatch(seen), "round " + round);
            // neighbours wait for each other only
            armci.barrier();
        }
        armci.barrier();
        armci.finish();
    }

    @RankTest(ranks = 3)
    void shouldCountNotificationsOfEachProcessApart(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        for (int proc = 0; proc < 3; proc++) {
            for (int i = 0; i <= armci.me(); i++) {
                armci.notify(proc);
            }
        }
        for (int proc = 2; proc >= 0; proc--) {
            for (int i = 0; i <= proc; i++) {
                assertEquals(i + 1, armci.notifyWait(proc));
            }
        }
        armci.finish();
    }

    @RankTest(ranks = 1)
    void shouldNotLoseANotificationWhoseWaitFailed(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        WaitTimeoutException late = InVain.waits(job, () -> armci.notifyWait(0));
        assertTrue(late.getMessage().contains("Armci.notifyWait"), late.getMessage());
        armci.notify(0);
        assertEquals(1, armci.notifyWait(0));
        armci.finish();
    }

    /** Those whose wait has failed stand in nobody's way. */
    @RankTest(ranks = 1, settings = "pgas.wait.timeout=50ms")
    void shouldGiveEachNotificationToOneOfThoseThatWait(Job job) throws InterruptedException {
        Armci armci = Armci.init(job, LIMIT);
        CountDownLatch failed = new CountDownLatch(4);
        BlockingQueue<Integer> taken = new LinkedBlockingQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofPlatform().start(() -> taken.add(takeOne(armci, failed))));
        }
        failed.await();
        armci.notify(0);
        assertEquals(1, taken.take());
        armci.notify(0);
        assertEquals(2, taken.take());
        for (Thread thread : threads) {
            thread.join();
        }
        armci.finish();
    }

    private static int takeOne(Armci armci, CountDownLatch failed) {
        while (true) {
            try {
                return armci.notifyWait(0);
            } catch (WaitTimeoutException e) {
                failed.countDown();
            }
        }
    }

    @RankTest(ranks = 2)
    void shouldNotWaitForWhoHasLeft(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        if (armci.me() == 1) {
            job.close();
        } else {
            assertThrows(PeerLostException.class, () -> armci.notifyWait(1));
            assertThrows(PeerLostException.class, armci::barrier);
        }
    }

    @RankTest(ranks = 2)
    void shouldRefuseProcessesThatDoNotExist(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        for (int proc : new int[]{2, 7, -1, Integer.MIN_VALUE}) {
            assertIllegal("fence", () -> armci.fence(proc), "Armci.fence", "process " + proc, "0..1");
            assertIllegal("notify", () -> armci.notify(proc), "Armci.notify", "process " + proc, "0..1");
            assertIllegal("notifyWait", () -> armci.notifyWait(proc), "Armci.notifyWait", "process " + proc, "0..1");
        }
        armci.allFence();
        armci.finish();
    }
}
