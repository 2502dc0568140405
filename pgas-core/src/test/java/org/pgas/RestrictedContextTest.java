package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.pgas.operation.PendingEvent;
import org.pgas.rank.RestrictedContext;
import org.pgas.spi.Activity;

/**
 * What checked mode reports of handlers, locks, no-interrupt sections and prepared messages; and that nothing else is
 * refused.
 */
class RestrictedContextTest {
    private final FakeWorld world = new FakeWorld(1);
    private final Job job = world.job(0);
    private final RestrictedContext context = job.self().restrictedContext();
    private final HandlerSafeLock lock = new HandlerSafeLock(job, "queue");

    private Job attached() {
        job.attach(4096);
        return job;
    }

    private void assertUnrestricted() {
        assertNull(context.refusal("Some.call"));
        job.world().barrier();
    }

    @Test
    void aThreadThatDoesNothingSpecialMayCallEverything() {
        assertUnrestricted();
    }

    @Test
    void aHandlerMayNotCommunicate() {
        context.enterHandler(false, "'insert' (130)");
        Refusal.badArgument(() -> context.check("Some.call"), "rank 0: Some.call inside request handler 'insert' (130)",
                "one reply", "queries", "handler-safe locks", "Job.exit", "after the handler has returned");
        context.leaveHandler("'insert' (130)");
        assertUnrestricted();
    }

    @Test
    void aReplyHandlerMayNotEvenReply() {
        context.enterHandler(true);
        PgasException e = Refusal.badArgument(() -> context.check("Some.call"),
                "rank 0: Some.call inside reply handler:", "queries", "handler-safe locks", "Job.exit");
        assertFalse(e.getMessage().contains("one reply"), e.getMessage());
        context.leaveHandler("x");
        assertUnrestricted();
    }

    @Test
    void aThreadThatHoldsALockMayNotCommunicate() {
        lock.lock();
        Refusal.badArgument(() -> context.check("Some.call"),
                "rank 0: Some.call while this thread holds handler-safe lock 'queue'", "unlock first");
        lock.unlock();
        assertUnrestricted();
        assertTrue(lock.tryLock());
        Refusal.badArgument(() -> context.check("Some.call"), "'queue'");
        lock.unlock();
        assertUnrestricted();
    }

    @Test
    void aNoInterruptSectionMayNotCommunicate() {
        try (NoInterruptSection _ = job.holdInterrupts()) {
            Refusal.badArgument(() -> context.check("Some.call"), "rank 0: Some.call inside a no-interrupt section",
                    "queries", "close the section first");
        }
        assertUnrestricted();
        job.holdInterrupts();
        Refusal.badArgument(() -> context.check("Some.call"), "no-interrupt section");
        job.resumeInterrupts();
        assertUnrestricted();
    }

    @Test
    void betweenPrepareAndCommitNothingIsSent() {
        context.prepared("message 7");
        Refusal.badArgument(() -> context.check("Some.call"),
                "rank 0: Some.call between the prepare and the commit of message 7", "commit or cancel");
        context.unprepared();
        assertUnrestricted();
    }

    @Test
    void theInnermostReasonIsTold() {
        context.enterHandler(false, "outer");
        context.enterHandler(true, "inner");
        Refusal.badArgument(() -> context.check("Some.call"), "inside reply handler inner");
        lock.lock();
        Refusal.badArgument(() -> context.check("Some.call"), "inside reply handler inner, while", "'queue'");
        lock.unlock();
        context.leaveHandler("inner");
        Refusal.badArgument(() -> context.check("Some.call"), "inside request handler outer");
        context.leaveHandler("outer");
        assertUnrestricted();
    }

    @Test
    void otherThreadsAreNotRestricted() {
        lock.lock();
        context.enterHandler(false);
        for (Thread.Builder builder : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
            CompletableFuture.runAsync(this::assertUnrestricted, builder::start).join();
        }
        Refusal.badArgument(() -> context.check("Some.call"), "handler");
    }

    @Test
    void anotherJobOfTheThreadIsNotRestricted() {
        lock.lock();
        Job other = new FakeWorld(1).job(0);
        other.world().barrier();
        Refusal.badArgument(() -> job.world().barrier(), "Team.barrier");
    }

    @Test
    void onlyARequestHandlerMayReply() {
        Refusal.badArgument(() -> context.checkReply("Token.reply"), "rank 0: Token.reply outside a handler");
        lock.lock();
        Refusal.badArgument(() -> context.checkReply("Token.reply"), "outside a handler");
        lock.unlock();
        context.enterHandler(false, "request");
        context.checkReply("Token.reply");
        context.enterHandler(true, "reply");
        Refusal.badArgument(() -> context.checkReply("Token.reply"), "rank 0: Token.reply inside reply handler reply");
        context.leaveHandler("reply");
        context.checkReply("Token.reply");
        context.leaveHandler("request");
        Refusal.badArgument(() -> context.checkReply("Token.reply"), "outside a handler");
    }

    @Test
    void aHandlerUnlocksBeforeItReplies() {
        context.enterHandler(false, "request");
        lock.lock();
        Refusal.badArgument(() -> context.checkReply("Token.reply"),
                "rank 0: Token.reply inside request handler request",
                "while this thread holds handler-safe lock 'queue'", "unlock first");
        lock.unlock();
        context.checkReply("Token.reply");
    }

    @Test
    void preparedRepliesDoNotNest() {
        context.enterHandler(false, "request");
        context.prepared("reply 7");
        Refusal.badArgument(() -> context.checkReply("Token.prepareReply"),
                "between the prepare and the commit of reply 7");
        context.unprepared();
        context.checkReply("Token.prepareReply");
    }

    @Test
    void aMessageIsCommittedOnceByItsThreadWithoutLocks() {
        Object message = "message 7";
        Refusal.badArgument(() -> context.checkCommit("Message.commit", message), "rank 0: Message.commit: message 7",
                "once");
        context.prepared(message);
        context.checkCommit("Message.commit", message);
        Refusal.badArgument(() -> context.checkCommit("Message.commit", "message 8"), "message 8", "another thread");
        CompletableFuture.runAsync(() -> Refusal.badArgument(() -> context.checkCommit("Message.commit", message),
                "another thread"), Thread.ofPlatform()::start).join();
        lock.lock();
        Refusal.badArgument(() -> context.checkCommit("Message.commit", message), "Message.commit", "'queue'");
        lock.unlock();
        context.checkCommit("Message.commit", message);
        context.unprepared();
        Refusal.badArgument(() -> context.checkCommit("Message.commit", message), "already");
    }

    @Test
    void aHandlerThatReturnsWithALockIsReportedAndTheHandlerIsOver() {
        context.enterHandler(false, "insert");
        lock.lock();
        HandlerSafeLock second = new HandlerSafeLock(job, "second");
        second.lock();
        Refusal.badArgument(() -> context.leaveHandler("insert"), "rank 0: request handler insert returned with 2",
                "'second'", "finally");
        Refusal.badArgument(() -> context.check("Some.call"), "rank 0: Some.call while", "'second'");
        second.unlock();
        lock.unlock();
        assertUnrestricted();
    }

    @Test
    void aHandlerThatReturnsWithAReplyPreparedIsReported() {
        context.enterHandler(false, "insert");
        context.prepared("reply 7");
        // while the library sends for the handler, it may run the handlers of replies
        context.enterHandler(true, "inner");
        context.leaveHandler("inner");
        Refusal.badArgument(() -> context.leaveHandler("insert"), "request handler insert", "reply 7",
                "commit or cancel");
        context.unprepared();
        assertUnrestricted();
    }

    @Test
    void sectionsDoNotNest() {
        NoInterruptSection section = job.holdInterrupts();
        Refusal.badArgument(job::holdInterrupts, "rank 0: Job.holdInterrupts", "do not nest");
        Refusal.badArgument(() -> context.check("Some.call"), "no-interrupt section");
        section.close();
        assertUnrestricted();
    }

    @Test
    void sectionsAreClosedOnceByTheirThread() {
        Refusal.badArgument(job::resumeInterrupts, "rank 0: Job.resumeInterrupts", "holdInterrupts");
        NoInterruptSection section = job.holdInterrupts();
        CompletableFuture.runAsync(() -> {
            Refusal.badArgument(section::close, "rank 0: NoInterruptSection.close", "another thread");
            Refusal.badArgument(job::resumeInterrupts, "Job.resumeInterrupts");
        }, Thread.ofPlatform()::start).join();
        section.close();
        Refusal.badArgument(section::close, "already");
        NoInterruptSection next = job.holdInterrupts();
        assertNotSame(section, next);
        Refusal.badArgument(section::close, "already");
        job.resumeInterrupts();
        Refusal.badArgument(next::close, "already");
        assertUnrestricted();
    }

    @Test
    void holdingInterruptsIsIgnoredWhereNoHandlerCanRunAnyway() {
        Runnable[] enter = {lock::lock, () -> context.enterHandler(false), () -> context.prepared("message 7")};
        Runnable[] leave = {lock::unlock, () -> context.leaveHandler("x"), context::unprepared};
        for (int i = 0; i < enter.length; i++) {
            enter[i].run();
            job.resumeInterrupts();
            try (NoInterruptSection _ = job.holdInterrupts(); NoInterruptSection _ = job.holdInterrupts()) {
                job.holdInterrupts();
            }
            leave[i].run();
            assertUnrestricted();
        }
    }

    @Test
    void endingASectionUnderALockIsIgnoredSoThatItStaysOpen() {
        NoInterruptSection section = job.holdInterrupts();
        lock.lock();
        section.close();
        job.resumeInterrupts();
        lock.unlock();
        Refusal.badArgument(() -> context.check("Some.call"), "no-interrupt section");
        section.close();
        assertUnrestricted();
    }

    @Test
    void transfersAreRefusedByTheirNamesAndChangeNothing() {
        Rma rma = attached().world().rma();
        long pointer = GlobalPointer.of(0, 0);
        ValueGet valueGet = rma.getValueNb(0, 0, 8);
        lock.lock();
        Refusal.badArgument(() -> rma.putLong(0, 0, 1), "rank 0: Rma.putLong while");
        Refusal.badArgument(() -> rma.putLong(pointer, 1), "rank 0: Rma.putLong while");
        Refusal.badArgument(() -> rma.putLongRelease(0, 0, 1), "Rma.putLongRelease");
        Refusal.badArgument(() -> rma.putLongRelease(0, 4, 1), "Rma.putLongRelease");
        Refusal.badArgument(() -> rma.memsetNb(0, 0, (byte) 1, 8), "Rma.memsetNb ");
        Refusal.badArgument(() -> rma.put(0, 0, new byte[]{1, 2}, 0, 2), "Rma.put ");
        Refusal.badArgument(valueGet::await, "ValueGet.await");
        lock.unlock();
        assertEquals(0, rma.getLong(0, 0));
        assertEquals(0, valueGet.await());
    }

    /** An operation that is complete from the start, as a peer may make it at any time. */
    private final class Pending extends PendingEvent {
        Pending() {
            super(job.rooms().operations);
        }

        @Override
        public boolean isMet() {
            return true;
        }

        @Override
        public Activity activity() {
            return Activity.EVENT;
        }

        @Override
        public int[] missing() {
            return new int[0];
        }

        @Override
        public String describe() {
            return "fake operation";
        }

        @Override
        protected void synchronised() {
            // nothing waits for it
        }
    }

    @Test
    void eventsAreNotSynchronisedInARestrictedContext() {
        Event event = new Pending();
        Event[] events = {Event.DONE, event};
        lock.lock();
        Refusal.badArgument(event::test, "rank 0: Event.test while");
        Refusal.badArgument(event::tryAwait, "Event.tryAwait");
        Refusal.badArgument(event::await, "Event.await");
        Refusal.badArgument(() -> Event.testAll(events), "Event.testAll");
        Refusal.badArgument(() -> Event.testSome(events), "Event.testSome");
        Refusal.badArgument(() -> Event.tryAwaitAll(events), "Event.tryAwaitAll");
        Refusal.badArgument(() -> Event.tryAwaitSome(events), "Event.tryAwaitSome");
        Refusal.badArgument(() -> Event.awaitAll(events), "Event.awaitAll");
        Refusal.badArgument(() -> Event.awaitSome(events), "Event.awaitSome");
        assertTrue(Event.DONE.test());
        lock.unlock();
        assertSame(event, events[1]);
        assertTrue(Event.testAll(events));
    }

    @Test
    void leavingTheJobInARestrictedContextIsReportedWhenItIsDone() {
        lock.lock();
        Refusal.badArgument(job::close, "rank 0: Job.close while", "'queue'");
        assertTrue(world.hasLeft(0));
        job.close();
        lock.unlock();
    }

    @Test
    void queriesAndTheEndOfTheJobAreLegalEverywhere() {
        attached();
        Runnable[] enter = {lock::lock, job::holdInterrupts, () -> context.enterHandler(true),
            () -> context.prepared("message 7")};
        for (Runnable each : enter) {
            each.run();
            assertEquals(0, job.rank() + job.world().rank() + job.endpoint().index());
            assertEquals(4096, job.endpoint().segment().size());
            BoundSegment[] answer = new BoundSegment[1];
            assertSame(Event.DONE,
                    job.endpoint().boundSegmentImmediate(job.world(), 0, segment -> answer[0] = segment));
            assertEquals(4096, answer[0].size());
            job.clientData(each);
            assertSame(each, job.clientData());
            job.world().rma().fence();
            assertEquals(Integer.MAX_VALUE, job.maxThreads());
            assertThrows(JobEndedException.class, () -> job.exit(0));
            HandlerSafeLock inner = new HandlerSafeLock(job, "inner");
            inner.lock();
            inner.unlock();
        }
    }

    @Test
    void nothingIsReportedOutsideCheckedMode() {
        Job unchecked = new FakeWorld(1).job(0, Map.of(Setting.CHECKS, "off"));
        unchecked.attach(4096);
        HandlerSafeLock first = new HandlerSafeLock(unchecked, "first");
        HandlerSafeLock second = new HandlerSafeLock(unchecked, "second");
        first.lock();
        second.lock();
        unchecked.world().rma().putLong(0, 0, 5);
        unchecked.world().barrier();
        unchecked.nbi().await();
        first.unlock();
        second.unlock();
        unchecked.resumeInterrupts();
        try (NoInterruptSection _ = unchecked.holdInterrupts(); NoInterruptSection _ = unchecked.holdInterrupts()) {
            assertEquals(5, unchecked.world().rma().getLong(0, 0));
        }
    }

    @Test
    void aDeadThreadsStateIsReclaimed() {
        WeakReference<Object> prepared = CompletableFuture.supplyAsync(() -> {
            Object message = new Object();
            context.prepared(message);
            context.enterHandler(false, message);
            return new WeakReference<>(message);
        }, Thread.ofPlatform()::start).join();
        assertReclaimed(prepared);
        assertUnrestricted();
    }

    @Test
    void aThreadThatLivesOnKeepsNoJobThatIsGone() {
        WeakReference<Job> gone = useAndForget();
        assertReclaimed(gone);
    }

    private static WeakReference<Job> useAndForget() {
        Job job = new FakeWorld(1).job(0);
        HandlerSafeLock lock = new HandlerSafeLock(job, "queue");
        lock.lock();
        lock.unlock();
        job.holdInterrupts().close();
        job.nbi().beginAccessRegion().close();
        job.self().restrictedContext().enterHandler(false, job);
        job.self().restrictedContext().leaveHandler("x");
        job.close();
        return new WeakReference<>(job);
    }

    private static void assertReclaimed(WeakReference<?> reference) {
        for (int i = 0; i < 1_000 && reference.get() != null; i++) {
            System.gc();
            Thread.yield();
        }
        assertNull(reference.get(), "still reachable after 1,000 collections");
    }

    @Test
    void regionsAreOpenOnTheirOwnThreadOnly() throws InterruptedException {
        AccessRegion region = job.nbi().beginAccessRegion();
        CountDownLatch done = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            try (AccessRegion _ = job.nbi().beginAccessRegion()) {
                done.countDown();
            }
        });
        done.await();
        Refusal.badArgument(job.nbi()::await, "inside an access region");
        lock.lock();
        Refusal.badArgument(region::end, "AccessRegion.end", "'queue'");
        lock.unlock();
        region.close();
        job.nbi().await();
    }
}
