package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class HandlerSafeLockTest {
    private final Seed seed = new Seed();
    private final FakeWorld world = new FakeWorld(1);
    private final Job checked = world.job(0);
    private final Job unchecked = world.job(0, Map.of(Setting.CHECKS, "off"));

    private static void inAnotherThread(Executable body) {
        try {
            CompletableFuture.runAsync(() -> {
                try {
                    body.execute();
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }, task -> Thread.ofPlatform().daemon().name("other").start(task)).join();
        } catch (CompletionException e) {
            throw new AssertionError("in another thread: " + e.getCause().getMessage(), e.getCause());
        }
    }

    @Test
    void theHolderCannotLockAgain() {
        for (Job job : List.of(checked, unchecked)) {
            HandlerSafeLock lock = new HandlerSafeLock(job, "queue");
            lock.lock();
            Refusal.badArgument(lock::lock, "rank 0: HandlerSafeLock.lock", "'queue'", "already");
            Refusal.badArgument(lock::tryLock, "rank 0: HandlerSafeLock.tryLock", "'queue'", "already");
            Refusal.badArgument(lock::hold, "already");
            lock.unlock();
            assertTrue(lock.tryLock());
            Refusal.badArgument(lock::lock, "already");
            lock.unlock();
        }
    }

    @Test
    void onlyTheHolderUnlocksAndOnce() {
        for (Job job : List.of(checked, unchecked)) {
            HandlerSafeLock lock = new HandlerSafeLock(job, "queue");
            Refusal.badArgument(lock::unlock, "rank 0: HandlerSafeLock.unlock", "'queue'", "not locked");
            lock.lock();
            String holder = "#" + Thread.currentThread().threadId();
            inAnotherThread(() -> Refusal.badArgument(lock::unlock, "'queue'", holder, "the thread that locked it"));
            lock.unlock();
            Refusal.badArgument(lock::unlock, "not locked");
            inAnotherThread(() -> {
                assertTrue(lock.tryLock());
                lock.unlock();
            });
        }
    }

    @Test
    void locksAreUnlockedInTheReverseOrder() {
        HandlerSafeLock first = new HandlerSafeLock(checked, "first");
        HandlerSafeLock second = new HandlerSafeLock(checked, "second");
        first.lock();
        second.lock();
        Refusal.badArgument(first::unlock, "rank 0: HandlerSafeLock.unlock", "'first'", "'second'", "reverse order");
        inAnotherThread(() -> assertFalse(first.tryLock(), "the refused unlock has unlocked"));
        second.unlock();
        first.unlock();
    }

    @Test
    void everyNumberOfLocksIsUnlockedInTheReverseOrder() {
        List<HandlerSafeLock> locks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            locks.add(new HandlerSafeLock(checked, "lock " + i));
            locks.getLast().lock();
        }
        for (int i = locks.size() - 1; i > 0; i--) {
            Refusal.badArgument(locks.get(i / 2)::unlock, "'lock " + i + "'");
            locks.get(i).unlock();
        }
        locks.getFirst().unlock();
        checked.world().barrier();
    }

    @Test
    void tryLockTakesAFreeLockOnly() {
        HandlerSafeLock lock = new HandlerSafeLock(checked, "queue");
        assertTrue(lock.tryLock());
        inAnotherThread(() -> {
            assertFalse(lock.tryLock());
            checked.world().barrier(); // legal: nothing is held here
        });
        lock.unlock();
        inAnotherThread(() -> {
            assertTrue(lock.tryLock());
            lock.unlock();
        });
    }

    @Test
    void holdingEndsWithTheBlockHoweverItIsLeft() {
        HandlerSafeLock outer = new HandlerSafeLock(checked, "outer");
        HandlerSafeLock inner = new HandlerSafeLock(checked, "inner");
        IllegalStateException thrown = new IllegalStateException("out of the block");
        assertSame(thrown, assertThrows(IllegalStateException.class, () -> {
            try (HandlerSafeLock.Held _ = outer.hold(); HandlerSafeLock.Held _ = inner.hold()) {
                inAnotherThread(() -> assertFalse(outer.tryLock() || inner.tryLock()));
                throw thrown;
            }
        }));
        assertTrue(outer.tryLock() && inner.tryLock());
    }

    @Test
    void aWaitEndsWithTheJob() {
        HandlerSafeLock lock = new HandlerSafeLock(checked, "queue");
        lock.lock();
        world.end();
        inAnotherThread(() -> {
            assertThrows(JobEndedException.class, lock::lock);
            assertFalse(checked.self().restrictedContext().refusal("call") != null, "the lock counts as held");
        });
        inAVirtualThread(() -> assertThrows(JobEndedException.class, lock::lock));
        lock.unlock();
    }

    private static void inAVirtualThread(Runnable body) {
        CompletableFuture.runAsync(body, task -> Thread.ofVirtual().start(task)).join();
    }

    @Test
    void aWaitPastItsDeadlineNamesTheHolder() {
        Job job = world.job(0, Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        HandlerSafeLock lock = new HandlerSafeLock(job, "queue");
        lock.lock();
        String holder = "#" + Thread.currentThread().threadId();
        inAnotherThread(() -> {
            PgasException e = Refusal.of(ErrorCode.TIMED_OUT, lock::lock, "rank 0", "'queue'", holder, "1 ms");
            assertFalse(e.getMessage().contains("waiting for"), e.getMessage());
        });
        lock.unlock();
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorIsLost() throws InterruptedException {
        HandlerSafeLock lock = new HandlerSafeLock(checked, "queue");
        lock.lock();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread waiter = Thread.ofPlatform().daemon().start(() -> {
            Thread.currentThread().interrupt();
            lock.lock();
            flag.complete(Thread.currentThread().isInterrupted());
            lock.unlock();
        });
        for (int i = 0; i < 1_000; i++) {
            assertFalse(flag.isDone());
            Thread.yield();
        }
        lock.unlock();
        assertTrue(flag.join());
        waiter.join();
    }

    /** How a contender takes and gives back the lock under test. */
    private interface Exclusion {
        void lock();

        void unlock();
    }

    private static Exclusion of(HandlerSafeLock lock, Random random) {
        return new Exclusion() {
            @Override
            public void lock() {
                if (random.nextInt(4) == 0) {
                    while (!lock.tryLock()) {
                        Thread.yield();
                    }
                } else {
                    lock.lock();
                }
            }

            @Override
            public void unlock() {
                lock.unlock();
            }
        };
    }

    /** Looks whether the lock is free and takes it in two steps: what a lock without a compare-and-swap would be. */
    private static final class CheckThenSet implements Exclusion {
        private volatile boolean taken;

        @Override
        public void lock() {
            while (taken) {
                Thread.yield();
            }
            Thread.yield();
            taken = true;
        }

        @Override
        public void unlock() {
            taken = false;
        }
    }

    /** What the lock protects; plain on purpose, but for the user, which other threads must be able to see. */
    private static final class Guarded {
        volatile Thread user;
        long uses;
    }

    /**
     * Runs the contenders for {@code rounds} each, or until one intruded; the answer is whether exclusion held
     * throughout.
     */
    private boolean excludes(List<Thread.Builder> threads, int rounds, Guarded guarded,
            java.util.function.IntFunction<Exclusion> exclusions) {
        CountDownLatch start = new CountDownLatch(threads.size());
        List<CompletableFuture<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            Random random = seed.random(i);
            Exclusion exclusion = exclusions.apply(i);
            Thread.Builder builder = threads.get(i);
            contenders.add(CompletableFuture.supplyAsync(() -> {
                start.countDown();
                awaitUninterruptibly(start);
                boolean held = true;
                for (int round = 0; round < rounds && held; round++) {
                    exclusion.lock();
                    held = use(guarded, random);
                    exclusion.unlock();
                }
                return held;
            }, builder::start));
        }
        boolean all = true;
        for (CompletableFuture<Boolean> contender : contenders) {
            all &= contender.join();
        }
        return all;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** One critical section; false when another thread was in it too. */
    private static boolean use(Guarded guarded, Random random) {
        Thread self = Thread.currentThread();
        boolean alone = guarded.user == null;
        guarded.user = self;
        long uses = guarded.uses;
        if (random.nextInt(16) == 0) {
            Thread.yield();
        }
        guarded.uses = uses + 1;
        alone &= guarded.user == self;
        guarded.user = null;
        return alone;
    }

    private static List<Thread.Builder> threads() {
        return List.of(Thread.ofPlatform().daemon(), Thread.ofPlatform().daemon(), Thread.ofVirtual(),
                Thread.ofVirtual());
    }

    @Test
    void oneThreadAtATimeHoldsTheLock() {
        int rounds = 20_000;
        for (Job job : List.of(checked, unchecked)) {
            HandlerSafeLock lock = new HandlerSafeLock(job, "stress");
            Guarded guarded = new Guarded();
            assertTrue(excludes(threads(), rounds, guarded, lane -> of(lock, seed.random(100 + lane))), seed::toString);
            assertEquals(4L * rounds, guarded.uses, seed::toString);
        }
    }

    @Test
    void theStressFindsALockThatChecksAndThenSets() {
        for (int attempt = 0; attempt < 100; attempt++) {
            CheckThenSet weak = new CheckThenSet();
            if (!excludes(threads(), 20_000, new Guarded(), lane -> weak)) {
                return;
            }
        }
        throw new AssertionError("8,000,000 critical sections and no intrusion: the stress proves nothing; " + seed);
    }

    @Test
    void nestedLocksInOneOrderNeitherDeadlockNorLoseUpdates() {
        int rounds = 5_000;
        HandlerSafeLock[] locks = new HandlerSafeLock[4];
        Guarded[] guarded = new Guarded[locks.length];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new HandlerSafeLock(checked, "lock " + i);
            guarded[i] = new Guarded();
        }
        List<CompletableFuture<long[]>> contenders = new ArrayList<>();
        for (int lane = 0; lane < 3; lane++) {
            Random random = seed.random(lane);
            contenders.add(CompletableFuture.supplyAsync(() -> nest(locks, guarded, rounds, random),
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        long[] expected = new long[locks.length];
        for (CompletableFuture<long[]> contender : contenders) {
            long[] counts = contender.join();
            for (int i = 0; i < counts.length; i++) {
                expected[i] += counts[i];
            }
        }
        for (int i = 0; i < locks.length; i++) {
            assertEquals(expected[i], guarded[i].uses, seed::toString);
            assertTrue(locks[i].tryLock(), seed::toString);
        }
    }

    /** Takes random sets of locks in ascending order; the uses by lock. */
    private static long[] nest(HandlerSafeLock[] locks, Guarded[] guarded, int rounds, Random random) {
        long[] counts = new long[locks.length];
        for (int round = 0; round < rounds; round++) {
            int set = random.nextInt(1 << locks.length);
            for (int i = 0; i < locks.length; i++) {
                if ((set >> i & 1) != 0) {
                    locks[i].lock();
                    guarded[i].uses++;
                    counts[i]++;
                }
            }
            for (int i = locks.length - 1; i >= 0; i--) {
                if ((set >> i & 1) != 0) {
                    locks[i].unlock();
                }
            }
        }
        return counts;
    }
}
