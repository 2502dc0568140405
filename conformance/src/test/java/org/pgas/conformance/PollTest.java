package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Which threads take messages in, when, and which see what handlers did. All fields are plain: that they are seen is
 * what is tested.
 */
@RankDefaults(segment = "4k")
@Optimised
@AcrossNeighbourhoodsAsThreads
class PollTest {
    private static final long GO = 0;
    private static final long MET = 8;
    private static final int THREADS = 4;

    private int handled;
    private int answered;
    private int value;
    private int inside;
    private Thread handledBy;
    private volatile boolean stop;
    private final int[] counts = new int[THREADS];

    private static void onThreads(int count, ThreadBody body) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    body.run(index);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted while a thread of the test ran", e);
            }
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread of the test failed", failure.get());
        }
    }

    private interface ThreadBody {
        void run(int index) throws Exception;
    }

    /** The thread that carries out what ranks elsewhere ask for may have the turn. */
    @RankTest(neighbourhoods = 1)
    void shouldSayHowManyMessagesItHandled(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> handled++).index(200));
        job.world().barrier();
        for (int round = 1; round <= 50; round++) {
            if (job.rank() == 0) {
                // one that is still in the barrier would take the messages in there
                Mail.pollUntil(job, 0, GO, round);
                for (int i = 0; i < round; i++) {
                    job.world().am().requestShort(1, 200);
                }
                Signals.raise(job, 1, GO, round);
            } else {
                Signals.raise(job, 0, GO, round);
                Mail.compute(job, GO, round);
                int sum = 0;
                for (int taken = job.poll(); taken > 0; taken = job.poll()) {
                    assertEquals(sum + taken, handled - (round - 1) * round / 2);
                    sum += taken;
                }
                assertEquals(round, sum);
                assertEquals(0, job.poll());
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldSayZeroWhenThereIsNothing(Job job) {
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, job.poll());
        }
        job.world().barrier();
    }

    @RankTest
    void shouldHandleMessagesInABarrier(Job job) {
        answer(job);
        if (job.rank() == 0) {
            job.world().barrier();
        } else {
            roundTrips(job, 0, 200);
            job.world().barrier();
        }
        job.world().barrier();
    }

    @RankTest
    void shouldHandleMessagesInTheSleepOfABarrier(Job job) {
        job.waitMode(WaitMode.BLOCK);
        shouldHandleMessagesInABarrier(job);
    }

    /** Requests are counted and answered; replies are counted. */
    private void answer(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            handled++;
            handledBy = Thread.currentThread();
            token.replyShort(201);
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201).reply());
        job.world().barrier();
    }

    private void roundTrips(Job job, int peer, int count) {
        for (int i = 0; i < count; i++) {
            int expected = answered + 1;
            job.world().am().requestShort(peer, 200);
            job.blockUntil(() -> answered == expected);
        }
    }

    @RankTest
    void shouldWakeASleeperForEveryMessage(Job job) {
        job.waitMode(WaitMode.BLOCK);
        answer(job);
        if (job.rank() == 0) {
            job.blockUntil(() -> handled == 300);
        } else {
            roundTrips(job, 0, 300);
        }
        job.world().barrier();
    }

    @RankTest
    void shouldLetRanksWaitInDifferentModes(Job job) {
        job.waitMode(job.rank() == 0 ? WaitMode.BLOCK : WaitMode.SPIN);
        answer(job);
        roundTrips(job, 1 - job.rank(), 300);
        job.blockUntil(() -> handled == 300);
        job.world().barrier();
    }

    /** Twice, since the first sleep of a process loads what sleeping needs. */
    @RankTest
    void shouldUseNoProcessorTimeWhileItBlocks(Job job) {
        long busy = 300_000_000;
        job.waitMode(WaitMode.BLOCK);
        answer(job);
        for (int round = 1; round <= 2; round++) {
            int now = round;
            if (job.rank() == 0) {
                long start = System.nanoTime();
                long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                // the other's time begins here: this rank may have left the barrier late
                Signals.raise(job, 1, GO, round);
                job.blockUntil(() -> handled == now);
                long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
                long waited = System.nanoTime() - start;
                // a busy host lengthens the wait, never the share of it that a sleeper uses
                assertTrue(round == 1 || used < waited / 8,
                        "used " + used / 1000 + " us of processor time while it waited for " + waited / 1000 + " us");
            } else {
                Words.compute(job, GO, round);
                long end = System.nanoTime() + busy;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                roundTrips(job, 0, 1);
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldShowWhatAHandlerDidInAnotherThread(Job job) {
        showAcrossThreads(job, WaitMode.SPIN);
    }

    @RankTest
    void shouldShowWhatAHandlerDidInAnotherThreadToASleeper(Job job) {
        showAcrossThreads(job, WaitMode.BLOCK);
    }

    /** One thread only polls; another waits for what handlers do, and is the one that must see it. */
    private void showAcrossThreads(Job job, WaitMode mode) {
        job.waitMode(mode);
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            value = token.argument(0);
            handled++;
            token.replyShort(201);
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201).reply());
        job.world().barrier();
        if (job.rank() == 0) {
            onThreads(2, thread -> {
                if (thread == 0) {
                    for (int round = 1; round <= 500; round++) {
                        int expected = round;
                        job.blockUntil(() -> handled >= expected);
                        assertTrue(value >= 3 * round, "round " + round + ": " + value);
                    }
                    stop = true;
                } else {
                    while (!stop) {
                        if (job.poll() == 0) {
                            Thread.yield();
                        }
                    }
                }
            });
        } else {
            for (int round = 1; round <= 500; round++) {
                int expected = round;
                job.world().am().requestShort(0, 200, 3 * round);
                job.blockUntil(() -> answered == expected);
            }
        }
        job.world().barrier();
    }

    @RankTest(settings = "pgas.progress.thread=on")
    void shouldShowWhatAHandlerDidInTheProgressThread(Job job) {
        answer(job);
        assertEquals(1, job.hiddenConcurrency());
        // in the barrier, the thread that is to compute would handle requests itself
        Words.meet(job, MET);
        if (job.rank() == 0) {
            // computes: only the progress thread can answer
            Mail.compute(job, GO, 1);
            job.blockUntil(() -> handled == 200);
            assertFalse(handledBy == Thread.currentThread());
        } else {
            roundTrips(job, 0, 200);
            Signals.raise(job, 0, GO, 1);
        }
        job.world().barrier();
    }

    @RankTest
    void shouldWakeEveryThreadForItsOwnCondition(Job job) {
        wakeThreads(job, WaitMode.SPIN_BLOCK);
    }

    @RankTest
    void shouldWakeEverySleepingThreadForItsOwnCondition(Job job) {
        wakeThreads(job, WaitMode.BLOCK);
    }

    private void wakeThreads(Job job, WaitMode mode) {
        job.waitMode(mode);
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            counts[token.argument(0)]++;
            token.replyShort(201);
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201).reply());
        job.world().barrier();
        int rounds = 100;
        if (job.rank() == 0) {
            onThreads(THREADS, thread -> {
                for (int round = 1; round <= rounds; round++) {
                    int expected = round;
                    job.blockUntil(() -> counts[thread] >= expected);
                }
            });
        } else {
            for (int i = 0; i < THREADS * rounds; i++) {
                int expected = i + 1;
                job.world().am().requestShort(0, 200, i % THREADS);
                job.blockUntil(() -> answered == expected);
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldNeverRunTwoHandlersOfARankAtOnce(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            assertEquals(0, inside++, "another handler is running");
            for (int i = 0; i < 20; i++) {
                Thread.onSpinWait();
            }
            handled++;
            inside--;
        }).index(200));
        job.world().barrier();
        int rounds = 1000;
        int expected = job.size() * THREADS * rounds;
        onThreads(THREADS, thread -> {
            for (int i = 0; i < rounds; i++) {
                for (int peer = 0; peer < job.size(); peer++) {
                    job.world().am().requestShort(peer, 200);
                }
                job.poll();
            }
            job.blockUntil(() -> handled == expected);
        });
        job.world().barrier();
        assertEquals(expected, handled);
    }

    /** A message to itself waits for the handler that another thread runs, also when it has to sleep for it. */
    @RankTest(ranks = 1)
    void shouldWaitForTheHandlerOfAnotherThread(Job job) {
        job.waitMode(WaitMode.BLOCK);
        // of many lengths about that of the spinning before a sleep, so that turns pass while others fall asleep
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            long end = System.nanoTime() + handled % 64 * 500;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            handled++;
        }).index(200));
        onThreads(THREADS, thread -> {
            for (int i = 0; i < 2_000; i++) {
                job.world().am().requestShort(0, 200);
            }
        });
        assertEquals(THREADS * 2_000, handled);
    }

    @RankTest(ranks = 1)
    void shouldReturnAtOnceWhenTheConditionIsTrue(Job job) {
        job.blockUntil(() -> true);
        RuntimeException thrown = new IllegalStateException("by the condition");
        assertSame(thrown, assertThrows(IllegalStateException.class, () -> job.blockUntil(() -> {
            throw thrown;
        })));
        job.blockUntil(() -> true);
    }

    @RankTest
    void shouldLetAVirtualThreadWaitForAMessage(Job job) throws InterruptedException {
        answer(job);
        Throwable[] failure = new Throwable[1];
        Thread.ofVirtual().start(() -> {
            try {
                roundTrips(job, 1 - job.rank(), 100);
                job.blockUntil(() -> handled == 100);
            } catch (Throwable e) {
                failure[0] = e;
            }
        }).join();
        assertNull(failure[0], () -> "virtual thread: " + failure[0]);
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMessagesAfterClose(Job job) {
        answer(job);
        var am = job.world().am();
        roundTrips(job, 1 - job.rank(), 1);
        job.world().barrier();
        job.close();
        for (Runnable call : new Runnable[]{job::poll, () -> job.blockUntil(() -> true), () -> am.requestShort(0, 200),
            () -> am.tryRequestShort(1, 200, Mail.NONE, 0), () -> am.requestMedium(1, 200, null, 0, 0),
            () -> am.requestLong(1, 200, null, 0, 0, 0), () -> am.prepareRequestMedium(1, null, 0, 8, null, 0, 0)}) {
            PgasException e = assertThrows(PgasException.class, call::run);
            assertEquals(ErrorCode.NOT_INITIALIZED, e.code(), e.getMessage());
        }
    }
}
