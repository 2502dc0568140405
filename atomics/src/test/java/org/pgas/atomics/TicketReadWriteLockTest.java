package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;
import org.pgas.atomics.locks.WaiterSlots;

/** The steps of the protocol, on words of this process, in orders that threads would meet by chance only. */
class TicketReadWriteLockTest {
    private static final int RANKS = 3;
    private static final int NOBODY = WaiterSlots.NOBODY;

    private final Arena arena = Arena.ofShared();
    private final Racers racers = new Racers();
    private long base;

    @BeforeEach
    void lay() {
        base = arena.allocate(TicketReadWriteLock.bytes(RANKS), 64).address();
        TicketReadWriteLock.reset(base, RANKS);
    }

    @AfterEach
    void free() {
        racers.close();
        arena.close();
    }

    private int read(long ticket, int rank) {
        assertTrue(TicketLock.isServed(base, ticket), "ticket " + ticket);
        TicketLock.unregister(base, ticket);
        return TicketReadWriteLock.beginRead(base, rank);
    }

    private void write(long ticket) {
        assertTrue(mayWrite(ticket), "ticket " + ticket);
        TicketLock.unregister(base, ticket);
        TicketLock.hold(base, Holder.current(0));
    }

    private boolean mayRead(long ticket) {
        return TicketLock.isServed(base, ticket);
    }

    private boolean mayWrite(long ticket) {
        return TicketReadWriteLock.mayWrite(base, ticket);
    }

    private int endRead(int rank) {
        assertTrue(TicketReadWriteLock.countOut(base, rank));
        return TicketReadWriteLock.endRead(base);
    }

    private long queue(int rank) {
        long ticket = TicketLock.take(base);
        assertTrue(TicketLock.register(base, ticket, rank));
        return ticket;
    }

    private boolean isFree() {
        boolean free = TicketReadWriteLock.tryTakeToWrite(base);
        if (free) {
            assertEquals(NOBODY, TicketReadWriteLock.endWrite(base));
        }
        return free;
    }

    /** R R W R R W: two readers; the writer alone; two readers; the writer. */
    @Test
    void shouldGrantReadersTogetherUpToTheNextWriter() {
        assertEquals(NOBODY, read(TicketLock.take(base), 0));
        assertEquals(NOBODY, read(TicketLock.take(base), 0));
        long writer = queue(1);
        long third = queue(2);
        long fourth = queue(0);
        long last = queue(2);
        assertFalse(mayRead(third));
        assertFalse(TicketLock.tryTake(base), "who tries does not pass who waits");
        assertEquals(NOBODY, endRead(0));
        assertFalse(mayWrite(writer));
        assertEquals(1, endRead(0));
        write(writer);
        assertFalse(mayRead(third));
        assertEquals(2, TicketReadWriteLock.endWrite(base));
        assertFalse(mayRead(fourth), "the turn goes from reader to reader");
        assertEquals(0, read(third, 2));
        assertEquals(2, read(fourth, 0));
        assertFalse(mayWrite(last));
        assertEquals(NOBODY, endRead(0));
        assertFalse(mayWrite(last));
        assertEquals(2, endRead(2));
        write(last);
        assertEquals(NOBODY, TicketReadWriteLock.endWrite(base));
        assertTrue(isFree());
    }

    @Test
    void shouldLetWhoTriesInOnlyWhereNobodyIsPassed() {
        assertTrue(TicketLock.tryTake(base));
        TicketReadWriteLock.beginRead(base, 0);
        assertTrue(TicketLock.tryTake(base), "another reader");
        TicketReadWriteLock.beginRead(base, 1);
        assertFalse(TicketReadWriteLock.tryTakeToWrite(base));
        endRead(0);
        assertFalse(TicketReadWriteLock.tryTakeToWrite(base));
        endRead(1);
        assertTrue(TicketReadWriteLock.tryTakeToWrite(base));
        TicketLock.hold(base, Holder.current(0));
        assertFalse(TicketLock.tryTake(base));
        assertFalse(TicketReadWriteLock.tryTakeToWrite(base));
        TicketReadWriteLock.endWrite(base);
        assertTrue(isFree());
    }

    @Test
    void shouldLetReadersJoinWhenTheWriterBeforeThemGivesUp() {
        read(TicketLock.take(base), 0);
        long writer = queue(1);
        long reader = queue(2);
        assertFalse(TicketLock.abandon(base, writer), "it has the turn, though it may not write yet");
        assertFalse(mayWrite(writer));
        assertEquals(2, TicketReadWriteLock.finishTurn(base));
        assertEquals(NOBODY, read(reader, 2));
        endRead(0);
        endRead(2);
        assertTrue(isFree());
    }

    @Test
    void shouldSkipReadersAndWritersThatHaveGivenUp() {
        write(TicketLock.take(base));
        long reader = queue(1);
        long writer = queue(1);
        long stays = queue(2);
        long goneToo = queue(1);
        assertTrue(TicketLock.abandon(base, reader));
        assertTrue(TicketLock.abandon(base, writer));
        assertTrue(TicketLock.abandon(base, goneToo));
        assertEquals(2, TicketReadWriteLock.endWrite(base));
        assertTrue(mayWrite(stays), "both before it are finished");
        assertEquals(NOBODY, read(stays, 2));
        assertEquals(NOBODY, endRead(2));
        assertTrue(isFree());
    }

    @Test
    void shouldLeaveATurnThatBothHaveMissedToWhoComesNext() {
        write(TicketLock.take(base));
        long missed = TicketLock.take(base);
        long behind = queue(1);
        assertEquals(NOBODY, TicketReadWriteLock.endWrite(base));
        WaiterSlots.abandon(base + TicketLock.BYTES - WaiterSlots.BYTES, missed);
        assertFalse(mayWrite(behind));
        assertEquals(1, TicketReadWriteLock.skip(base));
        assertEquals(TicketLock.NOTHING, TicketReadWriteLock.skip(base));
        write(behind);
        TicketReadWriteLock.endWrite(base);
        assertTrue(isFree());
    }

    /** The writer's two stores are apart: a reader may have come and gone in between. */
    @Test
    void shouldCountAReaderThatEndsBeforeTheWriterIsCounted() {
        write(TicketLock.take(base));
        long reader = queue(1);
        long writer = queue(2);
        TicketLock.hold(base, Holder.NOBODY);
        TicketLock.serve(base, TicketLock.turn(base) + 1);
        assertEquals(2, read(reader, 1));
        endRead(1);
        assertFalse(mayWrite(writer));
        assertEquals(2, TicketReadWriteLock.endRead(base), "counts the writer");
        write(writer);
        TicketReadWriteLock.endWrite(base);
        assertTrue(isFree());
    }

    @Test
    void shouldSayOnWhomTheOthersWait() {
        assertArrayEquals(new int[]{NOBODY}, TicketReadWriteLock.needed(base, RANKS));
        read(TicketLock.take(base), 2);
        read(TicketLock.take(base), 0);
        read(TicketLock.take(base), 2);
        queue(1);
        assertArrayEquals(new int[]{1, 0, 2}, TicketReadWriteLock.needed(base, RANKS));
        endRead(2);
        endRead(0);
        assertArrayEquals(new int[]{1, 2}, TicketReadWriteLock.needed(base, RANKS));
        assertFalse(TicketReadWriteLock.countOut(base, 0));
        assertFalse(TicketReadWriteLock.countOut(base, 1));
    }

    /**
     * Threads that read, write, try and give up at random: readers see both words of a writer, and writers lose
     * nothing.
     */
    @Test
    void shouldExcludeWritersWhateverIsGivenUp() throws InterruptedException {
        int threads = 4;
        int rounds = 15_000;
        long seed = Long.getLong("pgas.seed", 20_261_123);
        long[] words = new long[2];
        long[] written = new long[threads];
        long[] torn = new long[threads];
        for (int t = 0; t < threads; t++) {
            int self = t;
            racers.start(() -> {
                SplittableRandom random = new SplittableRandom(seed + self);
                for (int i = 0; i < rounds; i++) {
                    boolean writes = random.nextInt(3) == 0;
                    if (!acquire(random, self, writes)) {
                        continue;
                    }
                    if (writes) {
                        TicketLock.hold(base, self + 1L);
                        words[0]++;
                        words[1]++;
                        written[self]++;
                        TicketReadWriteLock.endWrite(base);
                    } else {
                        TicketReadWriteLock.beginRead(base, self % RANKS);
                        torn[self] += words[0] == words[1] ? 0 : 1;
                        TicketReadWriteLock.countOut(base, self % RANKS);
                        TicketReadWriteLock.endRead(base);
                    }
                }
            });
        }
        racers.join();
        long sum = 0;
        for (int t = 0; t < threads; t++) {
            sum += written[t];
            assertEquals(0, torn[t], "replay with -Dpgas.seed=" + seed);
        }
        assertEquals(sum, words[0], "replay with -Dpgas.seed=" + seed);
        assertEquals(sum, words[1], "replay with -Dpgas.seed=" + seed);
        while (TicketReadWriteLock.skip(base) != TicketLock.NOTHING) {
            assertArrayEquals(new int[]{NOBODY}, TicketReadWriteLock.needed(base, RANKS),
                    "replay with -Dpgas.seed=" + seed);
        }
        assertTrue(isFree(), "replay with -Dpgas.seed=" + seed);
    }

    private boolean acquire(SplittableRandom random, int self, boolean writes) {
        int way = random.nextInt(4);
        if (way == 0) {
            return writes ? TicketReadWriteLock.tryTakeToWrite(base) : TicketLock.tryTake(base);
        }
        long ticket = TicketLock.takeIfRoom(base);
        if (ticket == TicketLock.NO_TICKET) {
            return false;
        }
        boolean registered = way == 1 && !isGranted(ticket, writes) && TicketLock.register(base, ticket, self);
        int patience = way == 1 ? Integer.MAX_VALUE : random.nextInt(20);
        while (!isGranted(ticket, writes)) {
            TicketReadWriteLock.skip(base);
            if (patience-- == 0) {
                return !TicketLock.abandon(base, ticket) && isGrantedOrPassed(ticket, writes);
            }
            racers.goOn();
        }
        if (registered) {
            TicketLock.unregister(base, ticket);
        }
        return true;
    }

    private boolean isGranted(long ticket, boolean writes) {
        return writes ? mayWrite(ticket) : mayRead(ticket);
    }

    private boolean isGrantedOrPassed(long ticket, boolean writes) {
        if (isGranted(ticket, writes)) {
            return true;
        }
        TicketReadWriteLock.finishTurn(base);
        return false;
    }

    /** A reader that has asked and does not wait. */
    private long pass(int rank) {
        long ticket = TicketLock.take(base);
        assertTrue(TicketLock.hasSlot(base, ticket));
        TicketReadWriteLock.note(base, rank, true);
        TicketLock.pass(base, ticket);
        return ticket;
    }

    private int endPassed(int rank) {
        TicketReadWriteLock.note(base, rank, false);
        return TicketReadWriteLock.endRead(base);
    }

    /**
     * W, then passing, waiting, passing, given up, passing, then W: the writer before them lets in all up to the one
     * that waits.
     */
    @Test
    void shouldLetReadersInThatDoNotWait() {
        write(TicketLock.take(base));
        long first = pass(1);
        long second = queue(2);
        long third = pass(0);
        long fourth = queue(2);
        TicketLock.abandon(base, fourth);
        long fifth = pass(2);
        long writer = queue(1);
        assertEquals(2, TicketReadWriteLock.endWrite(base), "the turn goes past the first");
        assertFalse(TicketLock.stopPassing(base, first, 1), "it has passed");
        assertEquals(1, read(second, 2), "past the next three");
        assertFalse(TicketLock.stopPassing(base, third, 0));
        assertFalse(TicketLock.stopPassing(base, fifth, 2));
        assertFalse(mayWrite(writer));
        assertEquals(NOBODY, endPassed(0));
        assertEquals(NOBODY, endPassed(1));
        assertEquals(NOBODY, endRead(2));
        assertFalse(mayWrite(writer), "one reads");
        assertEquals(1, endPassed(2));
        write(writer);
        assertEquals(NOBODY, TicketReadWriteLock.endWrite(base));
        assertTrue(isFree());
    }

    @Test
    void shouldHaveAPassingReaderWaitWhenItSaysSoBeforeItsTurn() {
        write(TicketLock.take(base));
        long reader = pass(1);
        assertTrue(TicketLock.stopPassing(base, reader, 1));
        assertFalse(mayRead(reader));
        assertEquals(1, TicketReadWriteLock.endWrite(base), "it is rung, and has the turn");
        assertEquals(TicketLock.NOTHING, TicketReadWriteLock.skip(base));
        assertEquals(NOBODY, read(reader, 1));
    }

    /** The unlocker was too early to see the reader, which was too early to see the turn: who comes next finds it. */
    @Test
    void shouldLetInAPassingReaderThatTheTurnHasComeToUnseen() {
        write(TicketLock.take(base));
        assertEquals(NOBODY, TicketReadWriteLock.endWrite(base));
        pass(1);
        assertFalse(TicketLock.tryTake(base), "the turn is at the reader");
        assertEquals(NOBODY, TicketReadWriteLock.skip(base));
        assertEquals(TicketLock.NOTHING, TicketReadWriteLock.skip(base), "once");
        assertTrue(TicketLock.tryTake(base), "another reader joins");
        TicketReadWriteLock.beginRead(base, 2);
        assertFalse(TicketReadWriteLock.tryTakeToWrite(base));
        assertEquals(NOBODY, endRead(2));
        assertEquals(NOBODY, endPassed(1));
        assertTrue(isFree());
    }

    @Test
    void shouldNotTakeAPassingReaderOfAnotherRoundForItsOwn() {
        long slots = base + 192;
        WaiterSlots.pass(slots, 5);
        assertEquals(WaiterSlots.NEITHER, WaiterSlots.meet(slots, 5 + WaiterSlots.COUNT));
        assertFalse(WaiterSlots.stopPassing(slots, 5 + WaiterSlots.COUNT, 0));
        assertEquals(NOBODY, WaiterSlots.waiter(slots, 5));
        assertFalse(WaiterSlots.reclaim(slots, 5), "it was not given up");
        assertEquals(WaiterSlots.PASSING_ONE, WaiterSlots.meet(slots, 5));
        WaiterSlots.abandon(slots, 6);
        assertEquals(WaiterSlots.ABANDONED_ONE, WaiterSlots.meet(slots, 6));
    }
}
