package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

class ExitHooksTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final ExitHooks hooks = new ExitHooks();
    private final List<String> ran = new CopyOnWriteArrayList<>();

    @Test
    void hooksRunOnceInOrderOnALibraryThread() {
        Thread caller = Thread.currentThread();
        hooks.add(() -> ran.add("first " + (Thread.currentThread() != caller)));
        hooks.add(() -> ran.add("second"));
        hooks.runOnce(LONG);
        hooks.runOnce(LONG);
        assertEquals(List.of("first true", "second"), ran);
    }

    @Test
    void whatOneHookThrowsDoesNotStopTheNext() {
        hooks.add(() -> {
            throw new StackOverflowError("a test's hook, printed on purpose");
        });
        hooks.add(() -> ran.add("second"));
        hooks.runOnce(LONG);
        assertEquals(List.of("second"), ran);
    }

    @Test
    void aHookThatDoesNotReturnIsLeftBehindAfterTheGrace() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        hooks.add(() -> {
            started.countDown();
            uninterruptibly(never);
        });
        hooks.add(() -> ran.add("second"));
        hooks.runOnce(Duration.ofMillis(20));
        started.await();
        assertEquals(List.of(), ran);
        never.countDown();
    }

    @Test
    void whoeverComesSecondWaitsForTheSameHooks() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        hooks.add(() -> {
            started.countDown();
            uninterruptibly(finish);
            ran.add("done");
        });
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> hooks.runOnce(LONG), Ranks::start);
        started.await();
        Thread waiter = Thread.ofPlatform().daemon().start(() -> {
            hooks.runOnce(LONG);
            ran.add("second returned");
        });
        while (waiter.getState() != Thread.State.TIMED_WAITING && waiter.isAlive()) {
            Thread.onSpinWait();
        }
        finish.countDown();
        waiter.join();
        first.join();
        assertEquals(List.of("done", "second returned"), ran);
    }

    @Test
    void anInterruptIsKeptForTheCaller() {
        hooks.add(() -> ran.add("done"));
        Thread.currentThread().interrupt();
        hooks.runOnce(LONG);
        assertTrue(Thread.interrupted());
        assertEquals(List.of("done"), ran);
        assertFalse(Thread.interrupted());
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
