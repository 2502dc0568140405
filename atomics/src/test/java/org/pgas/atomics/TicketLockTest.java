package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.WaiterSlots;

/** The steps of the protocol, on words of this process, in orders that threads would meet by chance only. */
class TicketLockTest {
    private static final int ROOM = WaiterSlots.COUNT;
    private static final long SELF = 7;

    private final Arena arena = Arena.ofShared();
    private final Racers racers = new Racers();
    private long base;

    @BeforeEach
    void lay() {
        base = arena.allocate(TicketLock.BYTES, 64).address();
        TicketLock.reset(base);
    }

    @AfterEach
    void free() {
        racers.close();
        arena.close();
    }

    private void lockAtOnce() {
        assertTrue(TicketLock.isServed(base, TicketLock.take(base)));
        TicketLock.hold(base, SELF);
    }

    /** Draws a ticket and registers as a rank. */
    private long queue(int rank) {
        long ticket = TicketLock.take(base);
        assertFalse(TicketLock.isServed(base, ticket));
        assertTrue(TicketLock.register(base, ticket, rank));
        return ticket;
    }

    private void enter(long ticket) {
        assertTrue(TicketLock.isServed(base, ticket), "ticket " + ticket);
        TicketLock.unregister(base, ticket);
        TicketLock.hold(base, SELF);
    }

    @Test
    void shouldServeInTheOrderOfTheTicketsAndNameWhoIsNext() {
        lockAtOnce();
        for (int round = 0; round < 3 * ROOM; round++) {
            long first = queue(round);
            long second = queue(round + 1000);
            assertEquals(round, TicketLock.release(base));
            assertFalse(TicketLock.isServed(base, second));
            enter(first);
            assertEquals(round + 1000, TicketLock.release(base));
            enter(second);
        }
        assertEquals(WaiterSlots.NOBODY, TicketLock.release(base));
        assertTrue(TicketLock.tryTake(base));
    }

    @Test
    void shouldTakeNothingThatIsHeldOrQueuedFor() {
        assertTrue(TicketLock.tryTake(base));
        assertFalse(TicketLock.tryTake(base));
        long ticket = queue(1);
        TicketLock.release(base);
        assertFalse(TicketLock.tryTake(base), "the turn belongs to who waits");
        enter(ticket);
        TicketLock.release(base);
        assertTrue(TicketLock.tryTake(base));
    }

    @Test
    void shouldSkipWhoHasGivenUpAndServeWhoHasNot() {
        lockAtOnce();
        long gone = queue(1);
        long alsoGone = TicketLock.take(base);
        long stays = queue(3);
        long goneToo = queue(4);
        assertTrue(TicketLock.abandon(base, alsoGone), "without having registered");
        assertTrue(TicketLock.abandon(base, gone));
        assertTrue(TicketLock.abandon(base, goneToo));
        assertEquals(3, TicketLock.release(base));
        enter(stays);
        assertEquals(WaiterSlots.NOBODY, TicketLock.release(base));
        assertTrue(TicketLock.tryTake(base));
    }

    @Test
    void shouldSkipAFullQueueThatHasGivenUp() {
        for (int round = 0; round < 3; round++) {
            lockAtOnce();
            List<Long> tickets = new ArrayList<>();
            for (int i = 1; i < ROOM; i++) {
                tickets.add(TicketLock.takeIfRoom(base));
            }
            assertEquals(TicketLock.NO_TICKET, TicketLock.takeIfRoom(base));
            assertFalse(tickets.contains(TicketLock.NO_TICKET));
            for (long ticket : tickets) {
                assertTrue(TicketLock.abandon(base, ticket));
            }
            assertEquals(TicketLock.NO_TICKET, TicketLock.takeIfRoom(base), "abandoned slots are no room");
            assertEquals(WaiterSlots.NOBODY, TicketLock.release(base));
        }
    }

    @Test
    void shouldGiveTheTurnToWhoGivesUpTooLate() {
        lockAtOnce();
        long ticket = queue(1);
        TicketLock.release(base);
        assertFalse(TicketLock.abandon(base, ticket), "its turn has come: it has the lock");
        assertFalse(TicketLock.tryTake(base));
        assertEquals(TicketLock.NOTHING, TicketLock.skip(base));
        TicketLock.release(base);
        assertTrue(TicketLock.tryTake(base));
    }

    /** The unlocker looks before the slot is written, and who gives up looks before the unlocker's store is there. */
    @Test
    void shouldLeaveATurnThatBothHaveMissedToWhoComesNext() {
        lockAtOnce();
        long missed = TicketLock.take(base);
        long behind = queue(5);
        assertEquals(WaiterSlots.NOBODY, TicketLock.release(base));
        WaiterSlots.abandon(slots(), missed);
        assertFalse(TicketLock.isServed(base, behind));
        assertEquals(5, TicketLock.skip(base));
        assertEquals(TicketLock.NOTHING, TicketLock.skip(base));
        enter(behind);
        TicketLock.release(base);
        assertTrue(TicketLock.tryTake(base));
    }

    private long slots() {
        return base + TicketLock.BYTES - WaiterSlots.BYTES;
    }

    @Test
    void shouldGiveSlotsToTheNextTicketsOnly() {
        lockAtOnce();
        long last = 0;
        for (int i = 0; i < 2 * ROOM; i++) {
            last = TicketLock.take(base);
        }
        assertFalse(TicketLock.register(base, last, 1));
        assertTrue(TicketLock.abandonIfPossible(base, last), "the last ticket goes back");
        assertEquals(last, TicketLock.take(base));
        for (long turn = 1; turn <= last; turn++) {
            assertEquals(last - turn < ROOM - 1, TicketLock.register(base, last, 1), "while " + (turn - 1) + " has it");
            TicketLock.release(base);
        }
        enter(last);
    }

    /**
     * Between the look for a slot and the attempt to put the ticket back, others come behind it, and the turn comes
     * nearer.
     */
    @Test
    void shouldGiveUpATicketThatHasGotItsSlotMeanwhile() {
        lockAtOnce();
        long late = TicketLock.take(base);
        long behind = queue(5);
        assertTrue(TicketLock.putBackOrAbandon(base, late));
        assertEquals(5, TicketLock.release(base), "skipped");
        enter(behind);
        long later = queue(6);
        TicketLock.take(base);
        TicketLock.release(base);
        assertFalse(TicketLock.putBackOrAbandon(base, later), "its turn has come: it has the lock");
    }

    @Test
    void shouldSayOnWhomTheOthersWait() {
        assertEquals(WaiterSlots.NOBODY, TicketLock.needed(base));
        assertTrue(TicketLock.tryTake(base));
        TicketLock.hold(base, Holder.current(9));
        assertEquals(9, TicketLock.needed(base));
        long ticket = queue(4);
        TicketLock.release(base);
        assertEquals(4, TicketLock.needed(base), "the turn is at a ticket that has not noticed yet");
        enter(ticket);
        assertNotEquals(4, TicketLock.needed(base));
    }

    /**
     * Threads that lock, try and give up at random: a plain counter under the lock loses nothing, and nothing stops.
     */
    @Test
    void shouldExcludeWhateverIsGivenUp() throws InterruptedException {
        int threads = 4;
        int rounds = 20_000;
        long seed = Long.getLong("pgas.seed", 20_261_123);
        long[] counter = new long[1];
        long[] expected = new long[threads];
        for (int t = 0; t < threads; t++) {
            int self = t;
            racers.start(() -> {
                SplittableRandom random = new SplittableRandom(seed + self);
                for (int i = 0; i < rounds; i++) {
                    if (acquire(random, self)) {
                        TicketLock.hold(base, self + 1L);
                        counter[0]++;
                        expected[self]++;
                        TicketLock.release(base);
                    }
                }
            });
        }
        racers.join();
        long sum = 0;
        for (long count : expected) {
            sum += count;
        }
        assertEquals(sum, counter[0], "replay with -Dpgas.seed=" + seed);
        while (TicketLock.skip(base) != TicketLock.NOTHING) {
            assertEquals(WaiterSlots.NOBODY, TicketLock.needed(base), "replay with -Dpgas.seed=" + seed);
        }
        assertTrue(TicketLock.tryTake(base), "replay with -Dpgas.seed=" + seed);
    }

    private boolean acquire(SplittableRandom random, int self) {
        int way = random.nextInt(4);
        if (way == 0) {
            return TicketLock.tryTake(base);
        }
        long ticket = TicketLock.takeIfRoom(base);
        if (ticket == TicketLock.NO_TICKET) {
            return false;
        }
        boolean registered = way == 1 && !TicketLock.isServed(base, ticket) && TicketLock.register(base, ticket, self);
        int patience = way == 1 ? Integer.MAX_VALUE : random.nextInt(20);
        while (!TicketLock.isServed(base, ticket)) {
            TicketLock.skip(base);
            if (patience-- == 0) {
                return !TicketLock.abandon(base, ticket);
            }
            racers.goOn();
        }
        if (registered) {
            TicketLock.unregister(base, ticket);
        }
        return true;
    }
}
