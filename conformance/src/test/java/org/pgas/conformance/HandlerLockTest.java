package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pgas.Aggregator;
import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.NoInterruptSection;
import org.pgas.PreparedMessage;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Handler-safe locks, and no-interrupt sections, in handlers that messages run. */
@RankDefaults(ranks = {1, 2}, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class HandlerLockTest {
    private static final int ROUNDS = 30;

    private HandlerSafeLock lock;
    private volatile int held;
    private volatile int tried;
    private volatile int taken;
    private volatile int answered;

    /** Guarded by the lock. */
    private int shared;

    private int handled;

    private void takeInHandler(Token token) {
        tried++;
        try (HandlerSafeLock.Held _ = lock.hold()) {
            // the thread that held the lock has got on before
            assertEquals(1, shared % 2, "what was written under the lock");
            shared++;
        }
        taken++;
        if (token.isRequest()) {
            token.replyShort(201);
        } else {
            answered++;
        }
    }

    @RankTest
    void shouldLetARequestHandlerWaitForALockThatAThreadHolds(Job job) throws InterruptedException {
        waitInHandlers(job, HandlerEntry.ofShort(this::takeInHandler).index(200).request(),
                HandlerEntry.ofShort(token -> answered++).index(201).reply());
    }

    @RankTest
    void shouldLetAReplyHandlerWaitForALockThatAThreadHolds(Job job) throws InterruptedException {
        waitInHandlers(job, HandlerEntry.ofShort(token -> token.replyShort(201)).index(200).request(),
                HandlerEntry.ofShort(this::takeInHandler).index(201).reply());
    }

    /**
     * A thread holds the lock until a handler has tried it; the handler runs in another thread, which sends and waits.
     */
    private void waitInHandlers(Job job, HandlerEntry... handlers) throws InterruptedException {
        lock = new HandlerSafeLock(job, "shared");
        job.endpoint().handlers().register(handlers);
        job.world().barrier();
        Computing.onThreads(2, thread -> {
            for (int round = 1; round <= ROUNDS; round++) {
                int now = round;
                if (thread == 0) {
                    try (HandlerSafeLock.Held _ = lock.hold()) {
                        held = now;
                        Computing.until("a handler tries the lock", () -> tried >= now);
                        assertEquals(0, shared % 2, "what a handler wrote under the lock");
                        shared++;
                    }
                    Computing.until("the handler has got on", () -> taken >= now);
                } else {
                    Computing.until("a thread holds the lock", () -> held >= now);
                    job.world().barrier();
                    job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
                    // also the own rank's handler, for which nobody would poll afterwards
                    job.blockUntil(() -> answered >= now && taken >= now);
                }
            }
            if (thread == 1) {
                job.world().barrier();
            }
        });
        assertEquals(2 * ROUNDS, shared);
        job.world().barrier();
    }

    private HandlerSafeLock taken(Job job) {
        HandlerSafeLock forgotten = new HandlerSafeLock(job, "forgotten");
        forgotten.lock();
        return forgotten;
    }

    /** Rank 0 does it to the last rank; all ranks learn of the end. */
    private static void ends(Job job, Runnable deed, Object... parts) {
        Endings.assertEnds(job, () -> {
            job.world().barrier();
            if (job.rank() == 0) {
                deed.run();
            }
        }, parts);
    }

    @RankTest
    void shouldReportARequestHandlerThatReturnsWithALock(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> taken(job)).index(200).name("hoarder"));
        ends(job, () -> job.world().am().requestShort(job.size() - 1, 200), "rank " + (job.size() - 1),
                "handler 200 'hoarder'", "from rank 0", "returned with 1 handler-safe lock",
                "handler-safe lock 'forgotten'", "must unlock");
    }

    @RankTest
    void shouldReportAReplyHandlerThatReturnsWithALock(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> token.replyShort(201)).index(200),
                HandlerEntry.ofShort(token -> taken(job)).index(201).name("hoarder"));
        ends(job, () -> job.world().am().requestShort(job.size() - 1, 200), "rank 0", "reply handler",
                "handler 201 'hoarder'", "returned with 1 handler-safe lock", "handler-safe lock 'forgotten'");
    }

    @RankTest
    void shouldReportALongHandlerThatReturnsWithALock(Job job) {
        job.endpoint().handlers().register(
                HandlerEntry.ofLong((token, destination, bytes) -> taken(job)).index(200).name("hoarder"));
        ends(job, () -> job.world().am().requestLong(job.size() - 1, 200, null, 0, 0, 0), "handler 200 'hoarder'",
                "handler-safe lock 'forgotten'");
    }

    @RankTest
    void shouldReportAHandlerOfItemsThatReturnsWithALock(Job job) {
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, items) -> taken(job)).index(200).name("hoarder"));
        ends(job, () -> {
            Aggregator aggregator = job.world().am().aggregator(200, 8);
            aggregator.add(job.size() - 1, 1);
            aggregator.complete();
        }, "handler 200 'hoarder'", "handler-safe lock 'forgotten'");
    }

    @RankTest
    void shouldRefuseAReplyWhileTheHandlerHoldsALock(Job job) {
        lock = new HandlerSafeLock(job, "counters");
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            int[] none = {};
            String[] parts = {"inside request handler", "while this thread holds handler-safe lock 'counters'",
                "unlock first"};
            try (HandlerSafeLock.Held _ = lock.hold()) {
                Refusals.assertIllegal("short", () -> token.replyShort(201), "Token.replyShort", parts[0], parts[1]);
                Refusals.assertIllegal("try", () -> token.tryReplyShort(201, none, 0), (Object[]) parts);
                Refusals.assertIllegal("medium", () -> token.replyMedium(202, null, 0, 0), (Object[]) parts);
                Refusals.assertIllegal("long", () -> token.replyLong(202, null, 0, 0, 0), (Object[]) parts);
                Refusals.assertIllegal("prepare", () -> token.prepareReplyMedium(null, 0, 8, null, 0, 0),
                        (Object[]) parts);
            }
            handled++;
            token.replyShort(201);
        }).index(200).request(), HandlerEntry.ofShort(token -> answered++).index(201),
                HandlerEntry.ofMediumOrLong((token, data) -> answered++, (token, destination, bytes) -> {}).index(202));
        job.world().barrier();
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> handled == 1 && answered == 1);
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseACommitWhileTheHandlerHoldsALock(Job job) {
        lock = new HandlerSafeLock(job, "counters");
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            PreparedMessage reply = token.prepareReplyMedium(null, 8, 8, null, 0, 0);
            reply.payload().putLong(0, 77);
            lock.lock();
            Refusals.assertIllegal("commit", () -> reply.commit(202, 8), "PreparedMessage.commit", "'counters'",
                    "unlock first");
            lock.unlock();
            reply.commit(202, 8);
            handled++;
        }).index(200).request(), HandlerEntry.ofMedium((token, data) -> {
            assertEquals(77, data.getLong(0));
            answered++;
        }).index(202).reply());
        job.world().barrier();
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> handled == 1 && answered == 1);
        job.world().barrier();
    }

    @RankTest
    void shouldIgnoreNoInterruptSectionsInHandlers(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            job.resumeInterrupts();
            try (NoInterruptSection _ = job.holdInterrupts(); NoInterruptSection _ = job.holdInterrupts()) {
                job.holdInterrupts();
                if (token.isRequest()) {
                    token.replyShort(200);
                }
            }
            // nested, and not closed: there is none
            job.holdInterrupts();
            handled++;
        }).index(200));
        job.world().barrier();
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> handled == 2);
        // on this thread, which ran the handlers, no section is open
        job.world().barrier();
        job.poll();
        try (NoInterruptSection _ = job.holdInterrupts()) {
            Refusals.assertIllegal("poll", job::poll, "no-interrupt section");
        }
        job.world().barrier();
    }
}
