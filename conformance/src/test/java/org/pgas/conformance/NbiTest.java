package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

import org.opentest4j.AssertionFailedError;
import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Nbi;
import org.pgas.Rma;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Implicit events: categories, access regions and their rules, and as many operations outstanding as the documents ask
 * for.
 */
@RankDefaults(segment = "2m", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoods
@AcrossTheNetwork
class NbiTest {
    /** More than the 65,535 that GASNet-1 3.3.1 guarantees. */
    private static final int OUTSTANDING = 70_000;

    @RankTest
    void shouldSynchroniseEveryCategoryAloneAndTogether(Job job) {
        Rma rma = job.world().rma();
        Nbi nbi = job.nbi();
        int peer = 1 - job.rank();
        byte[] source = {1, 2, 3, 4};
        byte[] target = new byte[4];
        rma.putNbi(peer, 0, MemorySegment.ofArray(source), 0, 4, LocalCompletion.GROUP);
        nbi.await(EventCategory.LC);
        Arrays.fill(source, (byte) 9);
        nbi.await(EventCategory.PUT);
        job.world().barrier();
        rma.getNbi(MemorySegment.ofArray(target), 0, job.rank(), 0, 4);
        nbi.await(EventCategory.GET);
        assertEquals("[1, 2, 3, 4]", Arrays.toString(target));
        rma.memsetNbi(job.rank(), 0, (byte) 7, 2);
        rma.putValueNbi(job.rank(), 2, 0x0808, 2);
        nbi.await(EventCategory.PUT, EventCategory.GET);
        rma.getNbi(MemorySegment.ofArray(target), 0, job.rank(), 0, 4);
        nbi.await();
        assertEquals("[7, 7, 8, 8]", Arrays.toString(target));
    }

    @RankTest(ranks = 1)
    void shouldFindNothingOutstandingWhenNothingWasInitiated(Job job) {
        for (EventCategory category : EventCategory.values()) {
            assertTrue(job.nbi().test(category));
            assertTrue(job.nbi().tryAwait(category));
            job.nbi().await(category);
        }
        assertTrue(job.nbi().test());
        assertTrue(job.nbi().tryAwait());
        job.nbi().await();
        assertTrue(job.nbi().test(EventCategory.values()));
    }

    @RankTest
    void shouldHaveManyImplicitOperationsOutstandingBeforeOneSync(Job job) {
        int count = outstanding(job);
        Rma rma = job.world().rma();
        long base = 8L * count * job.rank();
        MemorySegment all = MemorySegment.ofArray(new long[count]);
        for (int i = 0; i < count; i++) {
            all.setAtIndex(ValueLayout.JAVA_LONG, i, ((long) job.rank() << 32) + i);
        }
        for (int peer = 0; peer < job.size(); peer++) {
            for (int i = 0; i < count; i++) {
                rma.putNbi(peer, base + 8L * i, all, 8L * i, 8, LocalCompletion.DEFER);
            }
        }
        job.nbi().await();
        job.world().barrier();
        long[] back = new long[count];
        for (int writer = 0; writer < job.size(); writer++) {
            for (int i = 0; i < count; i++) {
                rma.getNbi(MemorySegment.ofArray(back), 8L * i, job.rank(), 8L * count * writer + 8L * i, 8);
            }
            job.nbi().await(EventCategory.GET);
            for (int i = 0; i < count; i++) {
                assertEquals(((long) writer << 32) + i, back[i]);
            }
        }
    }

    @RankTest
    void shouldHaveManyExplicitOperationsOutstandingBeforeOneSync(Job job) {
        int count = outstanding(job);
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        Event[] events = new Event[count];
        for (int i = 0; i < count; i++) {
            events[i] = rma.putValueNb(peer, 8L * i, ((long) job.rank() << 32) + i, 8);
        }
        Event.awaitAll(events);
        job.world().barrier();
        for (int i = 0; i < count; i++) {
            assertEquals(((long) peer << 32) + i, rma.getLong(job.rank(), 8L * i));
        }
    }

    @RankTest
    void shouldHaveManyOperationsOutstandingInARegion(Job job) {
        int count = outstanding(job);
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        AccessRegion region = job.nbi().beginAccessRegion();
        for (int i = 0; i < count; i++) {
            rma.putValueNbi(peer, 8L * i, i + 1L, 8);
        }
        region.end().await();
        job.world().barrier();
        for (int i = 0; i < count; i++) {
            assertEquals(i + 1L, rma.getLong(job.rank(), 8L * i));
        }
    }

    /** Between neighbourhoods memory of all kinds is reached in one way, so one kind has what documents ask for. */
    private static int outstanding(Job job) {
        boolean isMapped = job.endpoint().boundSegment(job.world(), job.rank()).mapped() != null;
        return isMapped ? OUTSTANDING : Repetitions.of(job, OUTSTANDING, 1_000);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseToSynchroniseInsideARegion(Job job) {
        AccessRegion region = job.nbi().beginAccessRegion();
        job.world().rma().putValueNbi(0, 0, 1, 8);
        String[] parts = {"rank " + job.rank() + ":", "inside an access region"};
        assertIllegal("test", () -> job.nbi().test(), (Object[]) parts);
        assertIllegal("tryAwait", () -> job.nbi().tryAwait(), (Object[]) parts);
        assertIllegal("await", () -> job.nbi().await(), (Object[]) parts);
        assertIllegal("await of a category", () -> job.nbi().await(EventCategory.LC), (Object[]) parts);
        region.end().await();
        job.nbi().await();
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseToNestRegions(Job job) {
        AccessRegion region = job.nbi().beginAccessRegion();
        assertIllegal("begin", () -> job.nbi().beginAccessRegion(), "rank " + job.rank() + ":", "region");
        // the refused one changed nothing
        region.end().await();
        job.nbi().beginAccessRegion().end().await();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldEndARegionOnce(Job job) {
        AccessRegion region = job.nbi().beginAccessRegion();
        region.end().await();
        assertIllegal("end", region::end, "rank " + job.rank() + ":", "ended");
        AccessRegion next = job.nbi().beginAccessRegion();
        assertIllegal("end", region::end, "rank " + job.rank() + ":");
        region.close();
        next.end().await();
    }

    @RankTest
    void shouldCompleteTheEventOfAnEmptyRegion(Job job) {
        Event event = job.nbi().beginAccessRegion().end();
        event.await();
        assertTrue(job.nbi().beginAccessRegion().end().test());
    }

    @RankTest
    void shouldEndARegionWithItsTryStatement(Job job) {
        int peer = 1 - job.rank();
        try (AccessRegion _ = job.nbi().beginAccessRegion()) {
            job.world().rma().putValueNbi(peer, 0, 42, 8);
        }
        job.nbi().await();
        job.world().barrier();
        assertEquals(42, job.world().rma().getLong(job.rank(), 0));
        try (AccessRegion region = job.nbi().beginAccessRegion()) {
            region.end().await();
        }
        IllegalStateException thrown = new IllegalStateException("from the body");
        try (AccessRegion _ = job.nbi().beginAccessRegion()) {
            throw thrown;
        } catch (IllegalStateException e) {
            assertSame(thrown, e);
            assertEquals(0, e.getSuppressed().length);
        }
        job.nbi().await();
    }

    @RankTest
    void shouldSynchroniseExplicitEventsInsideARegion(Job job) {
        try (AccessRegion region = job.nbi().beginAccessRegion()) {
            job.world().rma().putValueNb(0, 0, 1, 8).await();
            job.world().barrierNb().await();
            region.end().await();
        }
    }

    @RankTest
    void shouldKeepRegionsOfThreadsApart(Job job) throws InterruptedException {
        AccessRegion region = job.nbi().beginAccessRegion();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        AccessRegion[] others = new AccessRegion[1];
        Throwable[] failure = new Throwable[1];
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                assertIllegal("end by another thread", region::end, "rank " + job.rank() + ":",
                        Thread.currentThread().getName());
                assertIllegal("close by another thread", region::close);
                // this thread is in no region
                job.nbi().await();
                others[0] = job.nbi().beginAccessRegion();
                begun.countDown();
                tried.await();
                others[0].end().await();
            } catch (Throwable e) {
                failure[0] = e;
                begun.countDown();
            }
        });
        begun.await();
        try {
            if (failure[0] == null) {
                assertIllegal("end of another thread's region", () -> others[0].end());
            }
        } finally {
            tried.countDown();
            other.join();
        }
        if (failure[0] != null) {
            throw new AssertionFailedError("in another thread: " + failure[0].getMessage(), failure[0]);
        }
        region.end().await();
    }
}
