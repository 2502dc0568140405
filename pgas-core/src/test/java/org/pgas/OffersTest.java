package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.lend.OfferLayout;
import org.pgas.lend.PeerOffer;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.Cores;
import org.pgas.spi.PeerProcess;
import org.pgas.team.TeamCore;

/** Client memory that peers reach by themselves: what is offered, what a peer believes, and how it ends. */
class OffersTest {
    private static final int BYTES = 8192;
    private static final long[] CARD = {OfferLayout.GENERATION, OfferLayout.NOTE, OfferLayout.NONCE, OfferLayout.CHECK};

    private final FakeWorld world = new FakeWorld(2);
    private final Job owner = world.job(0, Map.of());
    private final Job peer = world.job(1, Map.of());
    private final AtomicInteger writes = new AtomicInteger();
    private volatile CountDownLatch entered = new CountDownLatch(0);
    private volatile CountDownLatch leave = new CountDownLatch(0);
    private volatile boolean refusing;

    /** The ranks are in one process: its memory is read and written as the system would. */
    private final class SameProcess implements PeerProcess {
        @Override
        public boolean read(long address, MemorySegment target, long offset, long bytes) {
            if (refusing) {
                return false;
            }
            SharedMemory.copyOut(address, target, offset, bytes);
            return true;
        }

        @Override
        public boolean write(long address, MemorySegment source, long offset, long bytes) {
            entered.countDown();
            try {
                assertTrue(leave.await(5, TimeUnit.MINUTES));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (refusing) {
                return false;
            }
            writes.incrementAndGet();
            SharedMemory.copyIn(source, offset, address, bytes);
            return true;
        }
    }

    @BeforeEach
    void reachable() {
        world.process(new SameProcess());
    }

    private static MemorySegment memory() {
        return Arena.ofAuto().allocate(BYTES, 8);
    }

    private PeerOffer find(Segment segment) {
        return TeamCore.of(peer.world()).offers().findTicket(0, ticket(segment));
    }

    /** A thread of its own: a pool of one thread would let one wait for the other. */
    private static void onThread(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    private static MemorySegment data() {
        return MemorySegment.ofArray(new byte[BYTES]).fill((byte) 7);
    }

    @Test
    void shouldOfferExactlyWhatNobodyCanTakeAwayUnderAPeer() {
        assertNotEquals(0, ticket(owner.segments().create(memory())));
        assertNotEquals(0, ticket(owner.segments().create(Arena.global().allocate(BYTES))));
        assertEquals(0, ticket(owner.segments().create(data())));
        assertEquals(0, ticket(owner.segments().create(BYTES)));
        assertEquals(0, ticket(owner.segments()
                .create(Arena.ofAuto().allocate(PeerOffer.LEAST_BYTES - 1))));
        try (Arena closable = Arena.ofShared()) {
            assertEquals(0, ticket(owner.segments().create(closable.allocate(BYTES))));
            TeamCore.of(owner.world()).offers().own(closable.scope());
            Segment segment = owner.segments().create(closable.allocate(BYTES));
            assertNotEquals(0, ticket(segment));
            segment.destroy();
            TeamCore.of(owner.world()).offers().disown(closable.scope());
            assertEquals(0, ticket(owner.segments().create(closable.allocate(BYTES))));
        }
    }

    @Test
    void shouldOfferAndFindNothingWhenTheSettingIsOff() {
        FakeWorld other = new FakeWorld(2);
        other.process(new SameProcess());
        Job off = other.job(0, Map.of(Setting.CMA, "off"));
        Job on = other.job(1, Map.of());
        assertEquals(0, ticket(off.segments().create(memory())));
        Segment offered = on.segments().create(memory());
        assertNull(TeamCore.of(off.world()).offers().findTicket(1, ticket(offered)));
    }

    @Test
    void shouldCopyBothWaysInsideTheMemoryAndRefuseWhatIsOutside() {
        MemorySegment memory = memory();
        PeerOffer offer = find(owner.segments().create(memory));
        assertTrue(offer.put(100, data(), 0, 2000));
        assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 99));
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 100));
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 2099));
        assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 2100));
        MemorySegment back = MemorySegment.ofArray(new byte[BYTES]);
        assertTrue(offer.get(back, 0, 0, BYTES));
        assertEquals(-1, back.mismatch(memory));
        for (long[] range : new long[][]{{-1, 10}, {BYTES, 1}, {1, BYTES}, {0, BYTES + 1}, {Long.MAX_VALUE, 1},
            {0, -1}, {1, Long.MAX_VALUE}}) {
            assertFalse(offer.put(range[0], data(), 0, range[1]));
            assertFalse(offer.get(back, 0, range[0], range[1]));
        }
        assertEquals(1, writes.get());
    }

    @Test
    void shouldReturnTheMemoryOnlyWhenNoPeerIsAtItAnyMore() throws Exception {
        MemorySegment memory = memory();
        Segment segment = owner.segments().create(memory);
        PeerOffer offer = find(segment);
        entered = new CountDownLatch(1);
        leave = new CountDownLatch(1);
        CompletableFuture<Boolean> put = CompletableFuture.supplyAsync(() -> offer.put(0, data(), 0, BYTES),
                OffersTest::onThread);
        assertTrue(entered.await(5, TimeUnit.MINUTES));
        long ticket = ticket(segment);
        CompletableFuture<Void> end = CompletableFuture.runAsync(segment::destroy, OffersTest::onThread);
        // the end is under way when nobody finds the offer any more
        while (TeamCore.of(peer.world()).offers().findTicket(0, ticket) != null) {
            Thread.onSpinWait();
        }
        for (int look = 0; look < 100_000; look++) {
            assertFalse(end.isDone(), () -> "the memory was given back while a peer wrote to it: " + end);
        }
        leave.countDown();
        assertTrue(put.get(5, TimeUnit.MINUTES));
        end.get(5, TimeUnit.MINUTES);
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, BYTES - 1));
    }

    @Test
    void shouldEndTheWaitForAPeerThatDiedInsideWhenTheJobEnds() throws Exception {
        Segment segment = owner.segments().create(memory());
        long ticket = ticket(segment);
        dieInside(owner, ticket);
        CompletableFuture<Void> end = CompletableFuture.runAsync(segment::destroy, OffersTest::onThread);
        while (TeamCore.of(peer.world()).offers().findTicket(0, ticket) != null) {
            Thread.onSpinWait();
        }
        assertFalse(end.isDone());
        world.end();
        ExecutionException ended = assertThrows(ExecutionException.class, () -> end.get(5, TimeUnit.MINUTES));
        assertInstanceOf(JobEndedException.class, ended.getCause());
    }

    private static void dieInside(Job job, long ticket) {
        SharedMemory.getAndAddLong(OfferLayout.inside(job.rooms().area.address(OfferLayout.place(ticket)), 1), 1);
    }

    /**
     * Memory is collected when the membership and the program have let go of it, but not under a peer that never came
     * back.
     */
    @Test
    void shouldKeepMemoryAtWhichAPeerStillIsWhenTheMembershipEnds() {
        WeakReference<MemorySegment> stuck = leaveMemory(true);
        WeakReference<MemorySegment> free = leaveMemory(false);
        while (free.get() != null) {
            System.gc();
        }
        assertNotNull(stuck.get());
    }

    private static WeakReference<MemorySegment> leaveMemory(boolean inside) {
        FakeWorld other = new FakeWorld(2);
        Job job = other.job(0, Map.of());
        MemorySegment memory = memory();
        Segment segment = job.segments().create(memory);
        if (inside) {
            dieInside(job, ticket(segment));
        }
        job.close();
        return new WeakReference<>(memory);
    }

    @Test
    void shouldCopyNothingWhenTheJobHasEnded() {
        PeerOffer offer = find(owner.segments().create(memory()));
        assertTrue(offer.put(0, data(), 0, BYTES));
        world.end();
        assertFalse(offer.put(0, data(), 0, BYTES));
        assertEquals(1, writes.get());
    }

    @Test
    void shouldLeaveTheJobOnlyWhenOwnCopiesAreDone() throws Exception {
        Segment segment = owner.segments().create(memory());
        PeerOffer offer = find(segment);
        entered = new CountDownLatch(1);
        leave = new CountDownLatch(1);
        CompletableFuture<Boolean> put = CompletableFuture.supplyAsync(() -> offer.put(0, data(), 0, BYTES),
                OffersTest::onThread);
        assertTrue(entered.await(5, TimeUnit.MINUTES));
        CompletableFuture<Void> close = CompletableFuture.runAsync(TeamCore.of(peer.world()).offers()::close,
                OffersTest::onThread);
        while (TeamCore.of(peer.world()).offers().mayCopy()) {
            Thread.onSpinWait();
        }
        leave.countDown();
        assertTrue(put.get(5, TimeUnit.MINUTES));
        close.get(5, TimeUnit.MINUTES);
        assertFalse(offer.put(0, data(), 0, BYTES));
        assertEquals(1, writes.get());
        segment.destroy();
    }

    @Test
    void shouldStayUsableWhenOnlyTheLocalSideFailed() {
        AtomicBoolean localFault = new AtomicBoolean(true);
        PeerProcess real = new SameProcess();
        world.process(new PeerProcess() {
            @Override
            public boolean read(long address, MemorySegment target, long offset, long bytes) {
                return real.read(address, target, offset, bytes);
            }

            @Override
            public boolean write(long address, MemorySegment source, long offset, long bytes) {
                return !localFault.get() && real.write(address, source, offset, bytes);
            }
        });
        PeerOffer offer = find(owner.segments().create(memory()));
        assertFalse(offer.put(0, data(), 0, BYTES));
        localFault.set(false);
        assertTrue(offer.put(0, data(), 0, BYTES));
    }

    @Test
    void shouldCopyNothingAfterTheEndAndTakeNoLaterOfferForIt() {
        MemorySegment memory = memory();
        Segment segment = owner.segments().create(memory);
        long ticket = ticket(segment);
        PeerOffer offer = find(segment);
        segment.destroy();
        assertFalse(offer.put(0, data(), 0, BYTES));
        assertNull(TeamCore.of(peer.world()).offers().findTicket(0, ticket));
        MemorySegment next = memory();
        Segment later = owner.segments().create(next);
        assertNotEquals(ticket, ticket(later));
        assertEquals(OfferLayout.place(ticket), OfferLayout.place(ticket(later)));
        assertNull(TeamCore.of(peer.world()).offers().findTicket(0, ticket));
        assertFalse(offer.put(0, data(), 0, BYTES));
        assertTrue(find(later).put(0, data(), 0, 1));
        assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(1, writes.get());
    }

    @Test
    void shouldBelieveNoCardOfWhichAWordIsDamaged() {
        Segment segment = owner.segments().create(memory());
        long ticket = ticket(segment);
        long card = owner.rooms().area.address(OfferLayout.place(ticket));
        for (long offset : CARD) {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                long word = SharedMemory.getLong(card + offset);
                SharedMemory.putLong(card + offset, word ^ 1L << bit);
                assertNull(find(segment), "word " + offset + ", bit " + bit);
                SharedMemory.putLong(card + offset, word);
            }
        }
        assertNotNull(find(segment));
    }

    /**
     * A card that is whole, in a process that has something else where the note would be, as after the number of a
     * process is used again.
     */
    @Test
    void shouldBelieveNoProcessThatHasNoSuchNote() {
        Segment segment = owner.segments().create(memory());
        PeerProcess real = new SameProcess();
        for (int word = 0; word < OfferLayout.NOTE_BYTES; word += Long.BYTES) {
            int damaged = word;
            world.process(new PeerProcess() {
                @Override
                public boolean read(long address, MemorySegment target, long offset, long bytes) {
                    boolean read = real.read(address, target, offset, bytes);
                    target.set(ValueLayout.JAVA_LONG, damaged, ~target.get(ValueLayout.JAVA_LONG, damaged));
                    return read;
                }

                @Override
                public boolean write(long address, MemorySegment source, long offset, long bytes) {
                    throw new AssertionError("a write to a process that was not recognised");
                }
            });
            assertNull(find(segment));
        }
    }

    @Test
    void shouldRefuseTicketsThatAreNone() {
        long ticket = ticket(owner.segments().create(memory()));
        for (long wrong : new long[]{0, -1, 1, ticket + 1, ticket - 1, ticket ^ 1L << 62, Long.MAX_VALUE,
            Long.MIN_VALUE}) {
            assertNull(TeamCore.of(peer.world()).offers().findTicket(0, wrong), "ticket " + wrong);
        }
        // of another rank than it says
        assertNull(TeamCore.of(owner.world()).offers().findTicket(1, ticket));
        assertNull(TeamCore.of(peer.world()).offers().findTicket(1, ticket));
    }

    @Test
    void shouldLeaveItToMessagesOnceTheSystemHasRefused() {
        Segment segment = owner.segments().create(memory());
        PeerOffer offer = find(segment);
        refusing = true;
        assertFalse(offer.put(0, data(), 0, BYTES));
        assertNull(find(segment));
        refusing = false;
        assertFalse(offer.put(0, data(), 0, BYTES));
        assertNotNull(find(segment));
        // who was refused is not inside
        segment.destroy();
    }

    private static long ticket(Segment segment) {
        return Cores.of(segment).ticket();
    }
}
