package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.pgas.operation.PendingEvent;
import org.pgas.spi.Activity;

class EventTest {
    private final Seed seed = new Seed();
    private final Job checked = new FakeWorld(2).job(0);
    private final Job unchecked = new FakeWorld(2).job(0, Map.of(Setting.CHECKS, "off"));

    /** An operation that completes when its test says so. */
    private static final class Pending extends PendingEvent {
        /** Looks at it until it is met; -1 is never. */
        int looksLeft;
        int synchronisations;

        Pending(Job job, int looksLeft) {
            super(job.rooms().operations);
            this.looksLeft = looksLeft;
        }

        @Override
        public boolean isMet() {
            if (looksLeft > 0) {
                looksLeft--;
            }
            return looksLeft == 0;
        }

        @Override
        public Activity activity() {
            return Activity.EVENT;
        }

        @Override
        public int[] missing() {
            return new int[]{1};
        }

        @Override
        public String describe() {
            return "fake operation";
        }

        @Override
        protected void synchronised() {
            synchronisations++;
        }
    }

    private Pending complete() {
        return new Pending(checked, 0);
    }

    private Pending never() {
        return new Pending(checked, -1);
    }

    @Test
    void doneIsDoneAsOftenAsOneAsks() {
        for (int i = 0; i < 3; i++) {
            assertTrue(Event.DONE.test());
            assertTrue(Event.DONE.tryAwait());
            Event.DONE.await();
            assertSame(Event.DONE, Event.DONE.leaf(EventCategory.LC));
        }
    }

    @Test
    void whatWasNotSentCannotBeSynchronised() {
        Refusal.badArgument(Event.NOT_SENT::test, "NOT_SENT");
        Refusal.badArgument(Event.NOT_SENT::tryAwait, "NOT_SENT");
        Refusal.badArgument(Event.NOT_SENT::await, "NOT_SENT");
        Refusal.badArgument(() -> Event.NOT_SENT.leaf(EventCategory.LC), "NOT_SENT");
        Refusal.badArgument(() -> Event.testAll(Event.DONE, Event.NOT_SENT), "NOT_SENT");
        Refusal.badArgument(() -> Event.testSome(Event.NOT_SENT), "NOT_SENT");
        Refusal.badArgument(() -> Event.awaitAll(Event.NOT_SENT), "NOT_SENT");
        Refusal.badArgument(() -> Event.awaitSome(Event.NOT_SENT), "NOT_SENT");
    }

    @Test
    void noLeafIsCalledAll() {
        Refusal.badArgument(() -> Event.DONE.leaf(EventCategory.ALL), "ALL");
    }

    @Test
    void emptyArraysAndArraysOfDoneAreComplete() {
        for (Event[] events : new Event[][]{{}, {Event.DONE}, {Event.DONE, Event.DONE}}) {
            assertTrue(Event.testAll(events));
            assertTrue(Event.testSome(events));
            assertTrue(Event.tryAwaitAll(events));
            assertTrue(Event.tryAwaitSome(events));
            Event.awaitAll(events);
            Event.awaitSome(events);
        }
    }

    @Test
    void testAllOverwritesWhatIsCompleteAlsoWhenNotAllIs() {
        Pending pending = never();
        Pending completed = complete();
        Event[] events = {Event.DONE, pending, completed};
        assertFalse(Event.testAll(events));
        assertArrayEquals(new Event[]{Event.DONE, pending, Event.DONE}, events);
        assertEquals(1, completed.synchronisations);
        assertEquals(0, pending.synchronisations);
        pending.looksLeft = 0;
        assertTrue(Event.testAll(events));
        assertArrayEquals(new Event[]{Event.DONE, Event.DONE, Event.DONE}, events);
        assertEquals(1, pending.synchronisations);
    }

    @Test
    void testSomeDoesNotCountWhatWasDoneBefore() {
        Pending pending = never();
        Event[] events = {Event.DONE, pending, Event.DONE};
        assertFalse(Event.testSome(events));
        assertSame(pending, events[1]);
    }

    @Test
    void testSomeOverwritesEverythingComplete() {
        Pending pending = never();
        Event[] events = {complete(), pending, complete()};
        assertTrue(Event.testSome(events));
        assertArrayEquals(new Event[]{Event.DONE, pending, Event.DONE}, events);
    }

    @Test
    void awaitAllWaitsForEveryOne() {
        Pending slow = new Pending(checked, 5_000);
        Event[] events = {slow, Event.DONE, complete()};
        Event.awaitAll(events);
        assertArrayEquals(new Event[]{Event.DONE, Event.DONE, Event.DONE}, events);
        assertEquals(1, slow.synchronisations);
    }

    @Test
    void awaitSomeWaitsForAnyNotForTheFirst() {
        Pending first = never();
        Pending second = new Pending(checked, 5_000);
        Event[] events = {Event.DONE, first, second};
        Event.awaitSome(events);
        assertArrayEquals(new Event[]{Event.DONE, first, Event.DONE}, events);
        assertEquals(0, first.synchronisations);
        assertEquals(1, second.synchronisations);
    }

    @Test
    void aWaitThatNobodyCanEndNamesWhoIsGone() {
        FakeWorld world = new FakeWorld(2);
        world.leave(1);
        Job job = world.job(0);
        Pending pending = new Pending(job, -1);
        Refusal.of(ErrorCode.PEER_LOST, pending::await, "rank 0", "fake operation", "rank 1 is gone");
        assertEquals(0, pending.synchronisations);
    }

    @Test
    void aWaitPastItsDeadlineSaysForWhom() {
        Job job = new FakeWorld(2).job(0, Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        Pending pending = new Pending(job, -1);
        Refusal.of(ErrorCode.TIMED_OUT, pending::await, "fake operation", "1 ms", "[rank 1, fake]");
        pending.looksLeft = 0;
        pending.await();
        assertEquals(1, pending.synchronisations);
    }

    @Test
    void synchronisingTwiceIsReportedInCheckedMode() {
        Pending event = complete();
        assertTrue(event.test());
        Refusal.badArgument(event::test, "again", "fake operation", "rank 0");
        Refusal.badArgument(event::await, "again");
        Pending twice = complete();
        Refusal.badArgument(() -> Event.testAll(twice, twice), "again");
        assertEquals(1, event.synchronisations);
    }

    @Test
    void synchronisingTwiceIsHarmlessInUncheckedMode() {
        Pending event = new Pending(unchecked, 0);
        assertTrue(event.test());
        event.await();
        assertTrue(Event.testAll(event, event));
        assertEquals(1, event.synchronisations);
    }

    @Test
    void anotherThreadIsReportedInCheckedMode() {
        Pending event = complete();
        CompletionException e = org.junit.jupiter.api.Assertions.assertThrows(CompletionException.class,
                () -> CompletableFuture.runAsync(event::test).join());
        assertTrue(e.getCause().getMessage().contains(Thread.currentThread().getName()), e.getCause().getMessage());
        assertTrue(event.test());
    }

    @Test
    void aFailedTestLeavesTheEventToItsOwner() {
        Pending event = never();
        assertFalse(event.test());
        assertFalse(event.tryAwait());
        assertFalse(Event.testAll(event));
        assertEquals(0, event.synchronisations);
        assertNotSame(Event.DONE, event);
    }

    @Test
    void arraysAgreeWithTheModel() {
        Random random = seed.random();
        for (int round = 0; round < 5_000; round++) {
            int count = random.nextInt(6);
            Event[] events = new Event[count];
            boolean[] done = new boolean[count];
            boolean[] ready = new boolean[count];
            int pending = 0;
            int completing = 0;
            for (int i = 0; i < count; i++) {
                done[i] = random.nextInt(3) == 0;
                ready[i] = !done[i] && random.nextBoolean();
                events[i] = done[i] ? Event.DONE : ready[i] ? complete() : never();
                pending += done[i] ? 0 : 1;
                completing += ready[i] ? 1 : 0;
            }
            boolean all = random.nextBoolean();
            boolean poll = random.nextBoolean();
            boolean answer = all ? poll ? Event.tryAwaitAll(events) : Event.testAll(events)
                    : poll ? Event.tryAwaitSome(events) : Event.testSome(events);
            boolean expected = all ? completing == pending : completing > 0 || pending == 0;
            assertEquals(expected, answer, seed::toString);
            for (int i = 0; i < count; i++) {
                assertEquals(done[i] || ready[i], events[i] == Event.DONE, seed::toString);
            }
        }
    }
}
