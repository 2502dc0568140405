package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankTest;

/** Operations that nobody has awaited by the time of close: row O8. */
@AcrossNeighbourhoodsAsThreads
class UnawaitedOperationsTest {
    private static Event get(Job job) {
        return job.world().rma().getNb(MemorySegment.ofArray(new long[1]), 0, 1 - job.rank(), 0, 8);
    }

    @RankTest(ranks = 2, memories = Memory.NATIVE, settings = "pgas.warn.events=panic")
    void shouldRefuseToCloseQuietlyWithoutEveryEventAwaited(Job job) {
        get(job);
        get(job).await();
        get(job);
        job.world().barrier();
        PgasException thrown = assertThrows(PgasException.class, job::close);
        for (String part : new String[]{"rank " + job.rank() + ": 2 operations were never awaited", "getNb of 8 bytes",
            "Event.awaitAll", "pgas.warn.events=panic"}) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
        job.close();
    }

    @RankTest(ranks = 2, memories = Memory.NATIVE, settings = "pgas.warn.events=panic")
    void shouldTakeEveryWayOfAwaitingForOne(Job job) {
        get(job).await();
        Event tested = get(job);
        while (!tested.tryAwait()) {
            Thread.onSpinWait();
        }
        Event[] several = {get(job), get(job), Event.DONE};
        Event.awaitAll(several);
        Event barrier = job.world().barrierNb();
        barrier.await();
        List<Event> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(get(job));
        }
        Event.awaitAll(many.toArray(Event[]::new));
        Event[] any = {get(job), get(job)};
        while (any[0] != Event.DONE || any[1] != Event.DONE) {
            Event.awaitSome(any);
        }
        AccessRegion region = job.nbi().beginAccessRegion();
        job.world().rma().getNbi(MemorySegment.ofArray(new long[1]), 0, 1 - job.rank(), 0, 8);
        region.end().await();
        job.nbi().await();
        job.world().barrier();
        job.close();
    }

    @RankTest(ranks = 2, memories = Memory.NATIVE, settings = "pgas.warn.events=panic")
    void shouldKnowOfTheEventOfARegion(Job job) {
        AccessRegion region = job.nbi().beginAccessRegion();
        job.world().rma().getNbi(MemorySegment.ofArray(new long[1]), 0, 1 - job.rank(), 0, 8);
        region.end();
        job.world().barrier();
        PgasException thrown = assertThrows(PgasException.class, job::close);
        assertTrue(thrown.getMessage().contains("the first: an access region"), thrown::getMessage);
    }

    /** Rank 1 is there until rank 0 has left; and does not tell of its barrier, which has failed. */
    @RankTest(ranks = 2, memories = Memory.NATIVE, settings = "pgas.warn.events=panic")
    void shouldKnowOfImplicitOperations(Job job) {
        if (job.rank() == 0) {
            job.world().rma().getNbi(MemorySegment.ofArray(new long[1]), 0, 1, 0, 8);
            PgasException thrown = assertThrows(PgasException.class, job::close);
            assertTrue(thrown.getMessage().contains("implicit operations were still under way"), thrown::getMessage);
        } else {
            Event barrier = job.world().barrierNb();
            assertThrows(PeerLostException.class, barrier::await);
            job.close();
        }
    }

    @RankTest(ranks = 2, memories = Memory.NATIVE, settings = "pgas.warn.events=panic")
    void shouldKnowOfThoseOfThreadsThatAreGone(Job job) throws InterruptedException {
        Thread other = new Thread(() -> get(job), "forgetful");
        other.start();
        other.join();
        job.world().barrier();
        PgasException thrown = assertThrows(PgasException.class, job::close);
        assertTrue(thrown.getMessage().contains("1 operation was never awaited"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("thread forgetful"), thrown::getMessage);
    }

    @RankTest(ranks = 2, memories = Memory.NATIVE)
    void shouldWarnOnceThroughTheLoggerAndClose(Job job) {
        int rank = job.rank();
        get(job);
        job.world().barrier();
        List<String> told = LoggedWarnings.during(job::close);
        // ranks that are threads share the logger
        List<String> own = told.stream().filter(text -> text.startsWith("rank " + rank + ":")).toList();
        assertEquals(1, own.size(), told::toString);
        assertTrue(own.getFirst().contains("never awaited"), own::toString);
        assertTrue(own.getFirst().endsWith("[pgas.warn.events]"), own::toString);
    }

    @RankTest(ranks = 2, memories = Memory.NATIVE, settings = "pgas.warn.events=off")
    void shouldBeSilentWhenItIsOff(Job job) {
        int rank = job.rank();
        get(job);
        job.world().barrier();
        List<String> told = LoggedWarnings.during(job::close);
        assertFalse(told.stream().anyMatch(text -> text.startsWith("rank " + rank + ":")), told::toString);
    }
}
