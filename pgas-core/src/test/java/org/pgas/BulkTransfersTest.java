package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.bulk.BulkThread;
import org.pgas.bulk.TransferFlags;

/**
 * Large copies of one rank, whose copier is stopped where a test needs it: it rings when it has completed a copy, and
 * the ring does not return. What is begun after that, nothing does but the thread that waits.
 */
class BulkTransfersTest {
    private static final int SEGMENT = 1 << 20;
    private static final int LARGE = 4096;
    private static final long DATA = 64 << 10;

    private final FakeWorld world = new FakeWorld(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);
    private Job job;
    private Rma rma;

    private void join(String... settings) {
        Map<Setting, String> all = new HashMap<>(
                Map.of(Setting.CHECKS, "on", Setting.ASYNC, "always", Setting.ASYNC_BYTES,
                        "" + LARGE));
        for (String each : settings) {
            String[] parts = each.split("=");
            Arrays.stream(Setting.values()).filter(setting -> setting.key().equals(parts[0]))
                    .forEach(setting -> all.put(setting, parts[1]));
        }
        job = world.job(0, all);
        job.attach(SEGMENT);
        rma = job.world().rma();
    }

    /** Joins, and stops the copier. */
    private void joinAndHold(String... settings) throws InterruptedException {
        join(settings);
        world.onRing(rank -> {
            held.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Event event = rma.memsetNb(0, SEGMENT - LARGE, (byte) 1, LARGE);
        held.await();
        assertTrue(event.test());
    }

    @AfterEach
    void close() {
        release.countDown();
        if (job != null) {
            job.close();
        }
    }

    private static MemorySegment filled(int bytes, int value) {
        byte[] data = new byte[bytes];
        Arrays.fill(data, (byte) value);
        return MemorySegment.ofArray(data);
    }

    private void assertThere(long offset, int bytes, int value) {
        byte[] found = new byte[bytes];
        rma.get(found, 0, 0, offset, bytes);
        for (int i = 0; i < bytes; i++) {
            assertEquals((byte) value, found[i], "byte " + i);
        }
    }

    private Event put(MemorySegment source, LocalCompletion completion) {
        return rma.putNb(0, DATA, source, 0, source.byteSize(), completion);
    }

    @Test
    void whatIsNotLargeIsDoneAtReturn() {
        join();
        assertSame(Event.DONE, put(filled(LARGE - 1, 7), LocalCompletion.DEFER));
        assertThere(DATA, LARGE - 1, 7);
    }

    @Test
    void offMeansNever() {
        join("pgas.async=off");
        assertSame(Event.DONE, put(filled(SEGMENT / 2, 7), LocalCompletion.DEFER));
        assertThere(DATA, SEGMENT / 2, 7);
    }

    @Test
    void zeroBytesMeanNever() {
        join("pgas.async.bytes=0");
        assertSame(Event.DONE, put(filled(SEGMENT / 2, 7), LocalCompletion.DEFER));
        assertThere(DATA, SEGMENT / 2, 7);
    }

    @Test
    void anIdleProcessorDecides() {
        join("pgas.async=auto");
        world.awake(Runtime.getRuntime().availableProcessors());
        assertSame(Event.DONE, put(filled(LARGE, 7), LocalCompletion.DEFER));
        world.awake(Runtime.getRuntime().availableProcessors() - 1);
        Event event = put(filled(LARGE, 8), LocalCompletion.DEFER);
        assertNotSame(Event.DONE, event);
        event.await();
        assertThere(DATA, LARGE, 8);
    }

    @Test
    void copiersOfOthersAreCounted() {
        join("pgas.async=auto");
        world.awake(Runtime.getRuntime().availableProcessors() - 1);
        long copiers = world.conduit(0).processes().copiersAddress();
        org.pgas.memory.SharedMemory.putIntVolatile(copiers, 1);
        assertSame(Event.DONE, put(filled(LARGE, 7), LocalCompletion.DEFER));
        org.pgas.memory.SharedMemory.putIntVolatile(copiers, 0);
        assertNotSame(Event.DONE, put(filled(LARGE, 8), LocalCompletion.DEFER));
    }

    @Test
    void theOwnCopierThatIsAtWorkIsNotCountedTwice() throws InterruptedException {
        joinAndHold("pgas.async=auto");
        assertEquals(1, world.copiers());
        world.awake(Runtime.getRuntime().availableProcessors() - 1);
        assertNotSame(Event.DONE, put(filled(LARGE, 8), LocalCompletion.DEFER));
    }

    @Test
    void theCallerDoesWhatMayNotWait() {
        join();
        assertSame(Event.DONE, put(filled(LARGE, 7), LocalCompletion.NOW));
        assertSame(Event.DONE,
                rma.putNb(0, DATA, filled(LARGE, 8), 0, LARGE, LocalCompletion.DEFER, TransferFlags.ON_CALLER));
        assertThere(DATA, LARGE, 8);
        MemorySegment target = filled(LARGE, 0);
        assertSame(Event.DONE, rma.getNb(target, 0, 0, DATA, LARGE, TransferFlags.ON_CALLER));
        assertEquals(-1, target.mismatch(filled(LARGE, 8)));
    }

    @Test
    void theCallerDoesWhatOnlyItMayTouch() {
        join();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(LARGE).fill((byte) 9);
            assertSame(Event.DONE, put(confined, LocalCompletion.DEFER));
            assertThere(DATA, LARGE, 9);
            assertSame(Event.DONE, rma.getNb(confined.fill((byte) 0), 0, 0, DATA, LARGE));
            assertEquals(-1, confined.mismatch(filled(LARGE, 9)));
        }
    }

    @Test
    void refusalsAreThoseOfOtherTransfersAndComeAtOnce() {
        join();
        MemorySegment local = filled(LARGE, 1);
        Refusal.badArgument(() -> rma.putNb(0, 0, local, 1, LARGE, LocalCompletion.DEFER), "rank 0", "source");
        Refusal.badArgument(() -> rma.putNbi(0, 0, local, -1, LARGE, LocalCompletion.GROUP), "rank 0", "source");
        Refusal.badArgument(() -> rma.getNb(local, 1, 0, 0, LARGE), "rank 0", "target");
        Refusal.badArgument(() -> rma.getNbi(local.asReadOnly(), 0, 0, 0, LARGE), "read-only");
        Refusal.badArgument(() -> rma.putNb(1, 0, local, 0, LARGE, LocalCompletion.DEFER), "rank 0");
        Refusal.badArgument(() -> rma.putNbi(0, SEGMENT - LARGE + 1, local, 0, LARGE, LocalCompletion.DEFER), "rank 0");
        Refusal.badArgument(() -> rma.getNb(local, 0, 0, -1, LARGE), "rank 0");
        Refusal.badArgument(() -> rma.memsetNb(0, SEGMENT - LARGE + 1, (byte) 1, LARGE), "rank 0");
        Refusal.badArgument(() -> rma.memsetNbi(0, 0, (byte) 1, -LARGE), "-" + LARGE);
        MemorySegment own = job.endpoint().segment().local();
        Refusal.badArgument(() -> rma.putNb(0, 1, own, 0, LARGE, LocalCompletion.DEFER), "overlap");
        Refusal.badArgument(() -> rma.getNbi(own, 0, 0, 1, LARGE), "overlap");
        assertTrue(job.nbi().test());
        assertThere(0, SEGMENT, 0);
    }

    @Test
    void nothingCompletesBeforeItIsDone() throws InterruptedException {
        joinAndHold();
        MemorySegment target = filled(LARGE, 0);
        Event put = put(filled(LARGE, 7), LocalCompletion.DEFER);
        Event get = rma.getNb(target, 0, 0, SEGMENT - LARGE, LARGE);
        Event memset = rma.memsetNb(0, DATA + 2 * LARGE, (byte) 5, LARGE);
        for (Event event : new Event[]{put, get, memset}) {
            assertFalse(event.test());
            assertFalse(event.tryAwait());
        }
        assertFalse(Event.testSome(put, get, memset));
        assertThere(DATA, 3 * LARGE, 0);
        get.await();
        assertEquals(-1, target.mismatch(filled(LARGE, 1)));
        assertFalse(Event.testSome(put, memset));
        Event.awaitAll(put, memset);
        assertThere(DATA, LARGE, 7);
        assertThere(DATA + 2 * LARGE, LARGE, 5);
    }

    @Test
    void aWaitForSomeDoesNotNeedTheCopier() throws InterruptedException {
        joinAndHold();
        Event[] events = {Event.DONE, put(filled(LARGE, 7), LocalCompletion.DEFER),
            rma.memsetNb(0, 0, (byte) 5, LARGE)};
        Event.awaitSome(events);
        assertSame(Event.DONE, events[1]);
        assertFalse(events[2].test());
    }

    @Test
    void theLeafSaysWhenTheSourceIsFree() throws InterruptedException {
        joinAndHold();
        LocalCompletion completion = LocalCompletion.event();
        MemorySegment source = filled(LARGE, 7);
        Event put = put(source, completion);
        Event leaf = completion.leaf();
        assertSame(leaf, put.leaf(EventCategory.LC));
        assertSame(leaf, completion.leaf());
        assertFalse(leaf.test());
        leaf.await();
        source.fill((byte) 0);
        assertTrue(put.test());
        assertThere(DATA, LARGE, 7);
        Event[] both = {put(filled(LARGE, 8), LocalCompletion.DEFER), null};
        both[1] = both[0].leaf(EventCategory.LC);
        Event.awaitAll(both);
        assertSame(Event.DONE, rma.getNb(source, 0, 0, DATA, 8).leaf(EventCategory.LC));
    }

    @Test
    void eachCategoryWaitsForItsOwn() throws InterruptedException {
        joinAndHold();
        Nbi nbi = job.nbi();
        MemorySegment target = filled(LARGE, 0);
        rma.putNbi(0, DATA, filled(LARGE, 7), 0, LARGE, LocalCompletion.DEFER);
        assertTrue(nbi.test(EventCategory.LC));
        rma.putNbi(0, DATA + LARGE, filled(LARGE, 8), 0, LARGE, LocalCompletion.GROUP);
        rma.getNbi(target, 0, 0, SEGMENT - LARGE, LARGE);
        assertTrue(nbi.test(EventCategory.RMW, EventCategory.AM));
        for (EventCategory category : new EventCategory[]{EventCategory.PUT, EventCategory.GET, EventCategory.LC,
            EventCategory.ALL}) {
            assertFalse(nbi.test(category), () -> "" + category);
            assertFalse(nbi.tryAwait(category), () -> "" + category);
        }
        nbi.await(EventCategory.GET);
        assertEquals(-1, target.mismatch(filled(LARGE, 1)));
        assertFalse(nbi.test(EventCategory.LC));
        nbi.await(EventCategory.LC);
        assertThere(DATA + LARGE, LARGE, 8);
        assertFalse(nbi.test(EventCategory.PUT));
        assertThere(DATA, LARGE, 0);
        nbi.await();
        assertThere(DATA, LARGE, 7);
    }

    @Test
    void aRegionHasItsOwnAndItsEventItsSteps() throws InterruptedException {
        joinAndHold();
        AccessRegion region = job.nbi().beginAccessRegion();
        rma.putNbi(0, DATA, filled(LARGE, 7), 0, LARGE, LocalCompletion.GROUP);
        rma.memsetNbi(0, DATA + LARGE, (byte) 8, LARGE);
        rma.getNbi(filled(LARGE, 0), 0, 0, SEGMENT - LARGE, LARGE);
        Event event = region.end();
        assertTrue(job.nbi().test());
        assertFalse(event.test());
        assertSame(event.leaf(EventCategory.LC), event.leaf(EventCategory.LC));
        event.leaf(EventCategory.LC).await();
        assertThere(DATA, LARGE, 7);
        assertThere(DATA + LARGE, LARGE, 0);
        assertTrue(event.leaf(EventCategory.RMW).test());
        event.leaf(EventCategory.GET).await();
        assertFalse(event.leaf(EventCategory.PUT).test());
        event.await();
        assertThere(DATA + LARGE, LARGE, 8);
    }

    @Test
    void aFenceCompletesPutsOfEveryFormAndNoOthers() throws InterruptedException {
        joinAndHold();
        Event put = put(filled(LARGE, 7), LocalCompletion.DEFER);
        rma.putNbi(0, DATA + LARGE, filled(LARGE, 8), 0, LARGE, LocalCompletion.DEFER);
        Event region;
        try (AccessRegion inside = job.nbi().beginAccessRegion()) {
            rma.memsetNbi(0, DATA + 2 * LARGE, (byte) 9, LARGE);
            region = inside.end();
        }
        Event get = rma.getNb(filled(LARGE, 0), 0, 0, 0, LARGE);
        rma.fence();
        assertThere(DATA, LARGE, 7);
        assertThere(DATA + LARGE, LARGE, 8);
        assertThere(DATA + 2 * LARGE, LARGE, 9);
        assertTrue(put.test() && job.nbi().test() && region.test());
        assertFalse(get.test());
    }

    @Test
    void copiesOfOtherThreadsAreNotWaitedFor() throws InterruptedException {
        joinAndHold();
        CompletableFuture.runAsync(() -> rma.putNbi(0, DATA, filled(LARGE, 7), 0, LARGE, LocalCompletion.GROUP)).join();
        assertTrue(job.nbi().test());
        job.nbi().await();
        rma.fence();
        assertThere(DATA, LARGE, 0);
    }

    @Test
    void memoryThatIsClosedTooEarlyIsToldByTheEvent() throws InterruptedException {
        joinAndHold();
        Arena arena = Arena.ofShared();
        Event put = put(arena.allocate(LARGE), LocalCompletion.DEFER);
        Event leaf = put.leaf(EventCategory.LC);
        arena.close();
        Refusal.badArgument(put::await, "rank 0", "Rma.putNb of " + LARGE + " bytes at offset " + DATA + " of rank 0");
        Refusal.badArgument(leaf::await, "Rma.putNb");
        Event other = put(filled(LARGE, 3), LocalCompletion.DEFER);
        other.await();
        assertThere(DATA, LARGE, 3);
    }

    @Test
    void memoryThatIsClosedTooEarlyIsToldByTheSetOnce() throws InterruptedException {
        joinAndHold();
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(LARGE);
        rma.getNbi(memory, 0, 0, 0, LARGE);
        rma.putNbi(0, DATA, filled(LARGE, 7), 0, LARGE, LocalCompletion.DEFER);
        try (AccessRegion region = job.nbi().beginAccessRegion()) {
            rma.getNbi(memory, 0, 0, 0, LARGE);
            arena.close();
            Refusal.badArgument(region.end()::await, "Rma.getNbi");
        }
        job.nbi().await(EventCategory.PUT);
        assertThere(DATA, LARGE, 7);
        Refusal.badArgument(() -> job.nbi().await(), "rank 0", "Rma.getNbi", "synchronised");
        job.nbi().await();
        assertThrows(IllegalStateException.class, () -> rma.getNb(memory, 0, 0, 0, LARGE));
    }

    @Test
    void aThreadThatIsGoneLeavesWhatItHasBegun() throws InterruptedException {
        joinAndHold();
        MemorySegment target = filled(LARGE, 0);
        Thread thread = Thread.ofVirtual().start(() -> rma.getNb(target, 0, 0, SEGMENT - LARGE, LARGE));
        thread.join();
        release.countDown();
        job.close();
        assertEquals(-1, target.mismatch(filled(LARGE, 1)));
    }

    @Test
    void closeCompletesWhatIsUnderWayAndEndsTheThread() throws InterruptedException {
        joinAndHold();
        MemorySegment[] targets = new MemorySegment[20];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = filled(LARGE, 0);
            rma.getNbi(targets[i], 0, 0, SEGMENT - LARGE, LARGE);
        }
        release.countDown();
        job.close();
        for (MemorySegment target : targets) {
            assertEquals(-1, target.mismatch(filled(LARGE, 1)));
        }
        assertEquals(0, world.copiers());
        assertFalse(isCopierAlive());
    }

    private static boolean isCopierAlive() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("pgas-copier"));
    }

    @Test
    void theThreadBeginsWithTheFirstCopyAndRests() {
        join();
        assertFalse(isCopierAlive());
        put(filled(LARGE, 7), LocalCompletion.DEFER).await();
        assertTrue(isCopierAlive());
        while (world.copiers() != 0) {
            LockSupport.parkNanos(100_000);
        }
        put(filled(LARGE, 8), LocalCompletion.DEFER).await();
        assertThere(DATA, LARGE, 8);
    }

    @Test
    void theThreadEndsWithItsJob() throws InterruptedException {
        join();
        put(filled(LARGE, 7), LocalCompletion.DEFER).await();
        world.end();
        Thread copier = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("pgas-copier")).findAny().orElseThrow();
        copier.join();
        assertSame(Event.DONE, put(filled(LARGE, 8), LocalCompletion.DEFER));
        assertEquals(0, world.copiers());
    }

    @Test
    void thoseBeyondTheLimitAreDoneAtReturn() throws InterruptedException {
        joinAndHold("pgas.checks=off");
        MemorySegment source = filled(LARGE, 7);
        for (int i = 0; i < BulkThread.MOST; i++) {
            rma.putNbi(0, DATA, source, 0, LARGE, LocalCompletion.DEFER);
        }
        assertFalse(job.nbi().test());
        assertSame(Event.DONE, put(source, LocalCompletion.DEFER));
        job.nbi().await();
        assertNotSame(Event.DONE, put(source, LocalCompletion.DEFER));
    }
}
