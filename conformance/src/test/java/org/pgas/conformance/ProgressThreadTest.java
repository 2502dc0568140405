package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** The progress thread that the library starts. */
@RankDefaults(segment = "4k", settings = "pgas.progress.thread=on")
@AcrossNeighbourhoodsAsThreads
class ProgressThreadTest {
    private static final int ROUNDS = 200;
    private static final int THREADS = 3;

    private volatile int handled;
    private volatile int answered;
    private volatile Thread handledBy;
    private final int[] counts = new int[THREADS];

    static List<String> progressThreads(int rank) {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.equals("pgas-progress-" + rank)).toList();
    }

    private void answer(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            handledBy = Thread.currentThread();
            handled++;
            token.replyShort(201);
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201).reply());
        job.world().barrier();
    }

    /**
     * After they have met, and before the last barrier, no thread of either rank calls the library but to send, which
     * needs nobody's help.
     */
    @RankTest
    void shouldHandleMessagesWhileAllThreadsCompute(Job job) throws InterruptedException {
        answer(job);
        // in the barrier, a thread would handle the request itself
        Words.meet(job, 0);
        Computing.onThreads(THREADS, thread -> {
            if (thread == 0) {
                job.world().am().requestShort(1 - job.rank(), 200);
            }
            Computing.until("a request is handled", () -> handled >= 1);
            Computing.until("its reply is handled", () -> answered == 1);
        });
        assertEquals("pgas-progress-" + job.rank(), handledBy.getName());
        job.world().barrier();
    }

    /** Long enough apart that the progress thread is asleep, at times. */
    @RankTest
    void shouldWakeForEveryMessage(Job job) {
        answer(job);
        job.waitMode(WaitMode.BLOCK);
        for (int round = 1; round <= 50; round++) {
            int now = round;
            if (job.rank() == 0) {
                Computing.until("request " + round + " is handled", () -> handled >= now);
            } else {
                long pause = System.nanoTime() + round * 100_000L;
                Computing.until("some time passes", () -> System.nanoTime() > pause);
                job.world().am().requestShort(0, 200);
                Computing.until("reply " + round + " is handled", () -> answered >= now);
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldWorkBesideThreadsThatSleep(Job job) throws InterruptedException {
        besideWaits(job, WaitMode.BLOCK);
    }

    @RankTest
    void shouldWorkBesideThreadsThatSpin(Job job) throws InterruptedException {
        besideWaits(job, WaitMode.SPIN_BLOCK);
    }

    private void besideWaits(Job job, WaitMode mode) throws InterruptedException {
        job.waitMode(mode);
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            if (token.isRequest()) {
                token.replyShort(200, token.argument(0));
            } else {
                counts[token.argument(0)]++;
            }
        }).index(200));
        job.world().barrier();
        Computing.onThreads(THREADS, thread -> {
            for (int round = 1; round <= ROUNDS; round++) {
                int now = round;
                job.world().am().requestShort((job.rank() + round) % 2, 200, thread);
                job.blockUntil(() -> counts[thread] >= now);
                if (thread == 0) {
                    job.world().barrier();
                }
            }
        });
        for (int count : counts) {
            assertEquals(ROUNDS, count);
        }
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldSayHowManyThreadsMayRunHandlers(Job job) {
        assertEquals(1, job.hiddenConcurrency());
        assertEquals(1, progressThreads(job.rank()).size(), "started by the library");
        Refusals.assertRefused(ErrorCode.RESOURCE, "progressThreads", job::progressThreads,
                "rank " + job.rank() + ": Job.progressThreads", "deferThreads");
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2}, settings = "pgas.progress.thread=off")
    void shouldSayThatHandlersRunInCallsOnly(Job job) {
        assertEquals(0, job.hiddenConcurrency());
        Refusals.assertRefused(ErrorCode.RESOURCE, "progressThreads", job::progressThreads, "deferThreads");
        answer(job);
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> handled == 1 && answered == 1);
        assertSame(Thread.currentThread(), handledBy);
        job.world().barrier();
    }

    /** Ranks that are threads have their own, so each looks for its own name. */
    @RankTest(ranks = {1, 2})
    void shouldEndBeforeCloseReturns(Job job) {
        answer(job);
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> answered == 1 && handled == 1);
        job.world().barrier();
        job.close();
        assertEquals(List.of(), progressThreads(job.rank()));
    }

    @RankTest
    void shouldRunHandlersOfMessagesToItselfInTheSender(Job job) {
        answer(job);
        job.world().am().requestShort(job.rank(), 200);
        assertEquals(1, handled);
        assertSame(Thread.currentThread(), handledBy);
        job.world().barrier();
    }
}
