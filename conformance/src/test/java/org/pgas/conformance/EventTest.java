package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.ValueGet;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Events: the constants, and the test and wait forms on events that are really pending, which barrier events are as
 * long as a peer has not arrived. The peer arrives when it is told to.
 */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class EventTest {
    private static final long GO = 0;
    private static final long ARRIVED = 8;

    @RankTest(ranks = 1)
    void shouldSynchroniseDoneAnyNumberOfTimesByAnyThread(Job job) throws InterruptedException {
        assertDoneIsDone();
        inAnotherThread(EventTest::assertDoneIsDone);
    }

    private static void assertDoneIsDone() {
        for (int i = 0; i < 3; i++) {
            assertTrue(Event.DONE.test());
            assertTrue(Event.DONE.tryAwait());
            Event.DONE.await();
            Event[] events = {Event.DONE, Event.DONE};
            assertTrue(Event.testAll(events) && Event.testSome(events));
            assertTrue(Event.tryAwaitAll(events) && Event.tryAwaitSome(events));
            Event.awaitAll(events);
            Event.awaitSome(events);
        }
    }

    @RankTest(ranks = 1)
    void shouldTakeNoEventsForAllAndForSome(Job job) {
        assertTrue(Event.testAll() && Event.testSome() && Event.tryAwaitAll() && Event.tryAwaitSome());
        Event.awaitAll();
        Event.awaitSome();
    }

    @RankTest(ranks = 1)
    void shouldRefuseToSynchroniseWhatWasNotSent(Job job) {
        List<Executable> uses = List.of(Event.NOT_SENT::test, Event.NOT_SENT::tryAwait, Event.NOT_SENT::await,
                () -> Event.testAll(Event.NOT_SENT), () -> Event.testSome(Event.DONE, Event.NOT_SENT),
                () -> Event.tryAwaitAll(Event.NOT_SENT), () -> Event.tryAwaitSome(Event.NOT_SENT),
                () -> Event.awaitAll(Event.NOT_SENT), () -> Event.awaitSome(Event.NOT_SENT),
                () -> Event.NOT_SENT.leaf(EventCategory.LC));
        assertIllegal("awaitAll", () -> Event.awaitAll(Event.NOT_SENT), "Event.awaitAll: ", "of no rank");
        for (Executable use : uses) {
            assertIllegal("NOT_SENT", use, "Event.", "NOT_SENT", "never started");
        }
    }

    @RankTest
    void shouldNotCompleteBeforeTheLastRankHasArrived(Job job) {
        if (job.rank() == 0) {
            Event event = job.world().barrierNb();
            for (int i = 0; i < 1_000; i++) {
                assertFalse(event.test());
                assertFalse(event.tryAwait());
            }
            Event[] events = {Event.DONE, event, Event.DONE};
            assertFalse(Event.testAll(events));
            assertFalse(Event.testSome(events), "DONE does not count");
            assertFalse(Event.tryAwaitAll(events));
            assertFalse(Event.tryAwaitSome(events));
            assertSame(event, events[1]);
            Signals.raise(job, 1, GO, 1);
            event.await();
        } else {
            Signals.await(job, GO, 1);
            job.world().barrierNb().await();
        }
    }

    @RankTest
    void shouldTestTrueOnceEveryRankHasArrivedAndConsumeTheEvent(Job job) {
        if (job.rank() == 0) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                events.add(job.world().barrierNb());
            }
            Signals.raise(job, 1, GO, 1);
            Signals.await(job, ARRIVED, 1);
            assertTrue(events.get(5).test());
            assertTrue(events.get(4).tryAwait());
            Event[] two = {events.get(3), events.get(2)};
            assertTrue(Event.testAll(two));
            assertSame(Event.DONE, two[0]);
            assertSame(Event.DONE, two[1]);
            Event[] other = {events.get(1), Event.DONE, events.get(0)};
            assertTrue(Event.tryAwaitSome(other));
            assertEquals(List.of(Event.DONE, Event.DONE, Event.DONE), Arrays.asList(other));
        } else {
            Signals.await(job, GO, 1);
            Event[] events = new Event[6];
            Arrays.setAll(events, i -> job.world().barrierNb());
            Signals.raise(job, 0, ARRIVED, 1);
            Event.awaitAll(events);
            assertEquals(Collections.nCopies(6, Event.DONE), Arrays.asList(events));
        }
    }

    @RankTest
    void shouldOverwriteCompletedEntriesAndLeaveTheOthers(Job job) {
        if (job.rank() == 0) {
            Event[] events = new Event[4];
            Arrays.setAll(events, i -> job.world().barrierNb());
            Event[] originals = events.clone();
            Signals.raise(job, 1, GO, 1);
            Event.awaitSome(events);
            assertSame(Event.DONE, events[0]);
            assertSame(originals[1], events[1]);
            assertFalse(Event.testSome(events));
            assertFalse(Event.testAll(events));

            Signals.raise(job, 1, GO, 2);
            Signals.await(job, ARRIVED, 2);
            // all is not reached, but what is complete is overwritten
            assertFalse(Event.testAll(events));
            assertSame(Event.DONE, events[1]);
            assertSame(originals[2], events[2]);
            assertFalse(Event.tryAwaitSome(events));

            Signals.raise(job, 1, GO, 3);
            Event.awaitSome(events);
            assertSame(Event.DONE, events[2]);
            assertSame(originals[3], events[3]);

            Signals.raise(job, 1, GO, 4);
            Event.awaitAll(events);
            assertEquals(Collections.nCopies(4, Event.DONE), Arrays.asList(events));
        } else {
            for (int i = 1; i <= 4; i++) {
                Signals.await(job, GO, i);
                Event event = job.world().barrierNb();
                Signals.raise(job, 0, ARRIVED, i);
                event.await();
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = 3)
    void shouldSynchroniseInReversedOrder(Job job) {
        for (int repeat = 0; repeat < 20; repeat++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                events.add(job.world().barrierNb());
            }
            events.reversed().forEach(Event::await);
        }
    }

    @RankTest(ranks = 3)
    void shouldKeep10000BarriersOutstandingAndSynchroniseThemInAnyOrder(Job job) {
        Random random = Random.from(Seed.of("order of rank " + job.rank()));
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Event event = job.world().barrierNb();
            assertNotSame(Event.NOT_SENT, event);
            events.add(event);
        }
        Collections.shuffle(events, random);
        for (int i = 0; i < 5_000; i++) {
            Event event = events.removeLast();
            switch (random.nextInt(3)) {
                case 0 -> event.await();
                case 1 -> Event.awaitSome(event);
                default -> Event.awaitAll(Event.DONE, event);
            }
        }
        Event[] rest = events.toArray(Event[]::new);
        while (!Event.tryAwaitAll(rest)) {
            Event.awaitSome(rest);
        }
        assertEquals(Collections.nCopies(5_000, Event.DONE), Arrays.asList(rest));
        // named barriers are refused while a barrier event is pending: none is
        job.namedBarrier().notifyAnonymous();
        assertTrue(job.namedBarrier().awaitAnonymous());
    }

    @RankTest
    void shouldReportAnEventUsedTwiceInCheckedMode(Job job) {
        Event event = job.world().barrierNb();
        event.await();
        Object[] parts = {"rank " + job.rank() + ":", "barrier", "again"};
        assertIllegal("await", event::await, parts);
        assertIllegal("test", event::test, parts);
        assertIllegal("tryAwait", event::tryAwait, parts);
        assertIllegal("testAll", () -> Event.testAll(event), parts);
        assertIllegal("testSome", () -> Event.testSome(event), parts);
        assertIllegal("tryAwaitAll", () -> Event.tryAwaitAll(event), parts);
        assertIllegal("tryAwaitSome", () -> Event.tryAwaitSome(event), parts);
        assertIllegal("awaitAll", () -> Event.awaitAll(event), parts);
        assertIllegal("awaitSome", () -> Event.awaitSome(event), parts);
    }

    @RankTest
    void shouldReportAnEventUsedByAnotherThreadInCheckedMode(Job job) throws InterruptedException {
        Event event = job.world().barrierNb();
        inAnotherThread(() -> {
            Object[] parts = {"rank " + job.rank() + ":", "barrier", Thread.currentThread().getName()};
            assertIllegal("test", event::test, parts);
            assertIllegal("tryAwait", event::tryAwait, parts);
            assertIllegal("await", event::await, parts);
            assertIllegal("testAll", () -> Event.testAll(event), parts);
            assertIllegal("awaitSome", () -> Event.awaitSome(event), parts);
        });
        event.await();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldLetMisuseOfACompleteEventPassWithoutChecks(Job job) throws InterruptedException {
        Event event = job.world().barrierNb();
        event.await();
        assertTrue(event.test());
        event.await();
        inAnotherThread(() -> assertTrue(event.tryAwait()));
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldAnswerTheSameLeafEachTime(Job job) {
        for (EventCategory category : EventCategory.values()) {
            if (category == EventCategory.ALL) {
                assertIllegal("leaf", () -> Event.DONE.leaf(category), "ALL");
            } else {
                assertTrue(Event.DONE.leaf(category).test());
                assertSame(Event.DONE.leaf(category), Event.DONE.leaf(category));
            }
        }
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        Event put = job.world().rma().putNb(0, 64, local, 0, 8, LocalCompletion.event());
        Event leaf = put.leaf(EventCategory.LC);
        assertSame(leaf, put.leaf(EventCategory.LC));
        // a leaf may stand after its root in one array
        Event[] both = {put, leaf};
        Event.awaitAll(both);
        assertEquals(List.of(Event.DONE, Event.DONE), Arrays.asList(both));

        Event barrier = job.world().barrierNb();
        assertIllegal("leaf", () -> barrier.leaf(EventCategory.ALL), "ALL");
        barrier.await();
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldTakeOnlyTheLocalCompletionsThatAreLegalForTheForm(Job job) {
        Rma rma = job.world().rma();
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        String rank = "rank " + job.rank() + ":";
        for (LocalCompletion legal : List.of(LocalCompletion.NOW, LocalCompletion.DEFER, LocalCompletion.event())) {
            rma.putNb(1, 64, local, 0, 8, legal).await();
            rma.putNb(1, 64, local, 0, 8, legal, 0).await();
        }
        for (LocalCompletion legal : List.of(LocalCompletion.NOW, LocalCompletion.DEFER, LocalCompletion.GROUP)) {
            rma.putNbi(1, 64, local, 0, 8, legal);
            assertTrue(rma.putNbi(1, 64, local, 0, 8, legal, 0));
        }
        job.nbi().await();
        job.world().barrier();
        rma.putLong(job.rank(), 128, 5);
        job.world().barrier();
        LocalCompletion event = LocalCompletion.event();
        assertIllegal("NB", () -> rma.putNb(1, 128, local, 0, 8, LocalCompletion.GROUP), rank, "GROUP", "NOW, DEFER");
        assertIllegal("NB", () -> rma.putNb(1, 128, local, 0, 8, LocalCompletion.GROUP, 0), rank, "GROUP");
        assertIllegal("NBI", () -> rma.putNbi(1, 128, local, 0, 8, event), rank, "event", "NOW, DEFER or GROUP");
        assertIllegal("NBI", () -> rma.putNbi(1, 128, local, 0, 8, event, 0), rank, "event");
        assertIllegal("leaf of a holder that no put was given", event::leaf);
        assertIllegal("leaf of a constant", LocalCompletion.NOW::leaf);
        job.world().barrier();
        assertEquals(5, rma.getLong(job.rank(), 128), "a refused put moved data");
        job.world().barrier();
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldKeepTheLeafOfTheLastPutInTheHolder(Job job) {
        LocalCompletion holder = LocalCompletion.event();
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        for (int i = 0; i < 3; i++) {
            Event event = job.world().rma().putNb(1, 64, local, 0, i, holder);
            Event leaf = holder.leaf();
            assertSame(leaf, holder.leaf());
            leaf.await();
            event.await();
        }
        job.world().barrier();
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldSynchroniseAValueGetExactlyOnce(Job job) {
        ValueGet get = job.world().rma().getValueNb(1, 64, 4);
        get.await();
        assertIllegal("await", get::await, "rank " + job.rank() + ":", "twice");
        job.world().barrier();
    }

    private interface Body {
        void run() throws Exception;
    }

    private static void inAnotherThread(Body body) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread.ofPlatform().name("another thread").start(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure[0] = e;
            }
        }).join();
        if (failure[0] != null) {
            throw new AssertionFailedError("in another thread: " + failure[0].getMessage(), failure[0]);
        }
    }

    @RankTest
    void shouldReportALeafAskedForAfterItsRootInCheckedMode(Job job) {
        Event event = job.world().barrierNb();
        event.await();
        assertIllegal("leaf", () -> event.leaf(EventCategory.LC), "rank " + job.rank() + ":");
    }
}
