package org.pgas.atomics.locks;

import org.pgas.memory.SharedMemory;

/**
 * The words of a {@link org.pgas.atomics.FairMutex} and the steps on them; knows no job and does not wait.
 *
 * <p>A thread that locks draws a ticket, and has the lock when its number is served; the unlocker serves the next
 * number. So the order is that of the tickets, and a lock that nobody else wants costs one locked instruction for both.
 *
 * <pre>
 * offset  bytes  field    writer                                     reader       order
 * 64      8      next     threads that draw a ticket or destroy      all          atomic add, compare-and-set
 * 128     8      serving  ticket that has the turn                   all          release / acquire
 * 136     8      holder   holder of the turn                         all          opaque; a thread finds itself plainly
 * 192     512    slots    see {@link WaiterSlots}
 * 704            end
 * </pre>
 *
 * <p>The turn: ticket t has it from when serving becomes t until it becomes t + 1; only the thread that has the turn
 * writes that. A ticket that was given up has no thread to do so. A thread that finds "serving is t, and slot t says
 * abandoned" may take that turn by a compare-and-set of the slot and pass it on: the unlocker, any thread in its wait,
 * and a thread that tries to lock or destroys.
 *
 * <p>Stores that could miss each other. The unlocker stores serving and then loads next, without a fence.
 * <ul>
 * <li>It may not see a ticket drawn a moment before. That thread looks at serving until it sees the store, which is a
 * matter of nanoseconds; if it has gone to sleep in between, nobody rings, and it looks by itself within a millisecond.
 * <li>When next says that somebody waits, a full fence follows before the look at the slot. A waiter registers before
 * it makes itself known as a sleeper, which is a full fence, and looks at serving after that: so it sees the turn, or
 * is seen and rung.
 * <li>A waiter that gives up stores the slot and then loads serving, with a full fence between. If the unlocker has
 * come to its fence, one of them sees the other. If it has not, since it did not see the ticket, both may look too
 * early: then the turn stays where it is until the next thread comes that wants the lock; that thread pays one
 * compare-and-set. Nobody waits in that time.
 * </ul>
 */
public final class TicketLock {
    public static final long BYTES = 704;

    /** {@link #takeIfRoom}: none was drawn. */
    public static final long NO_TICKET = -1;

    /** {@link #skip}: there was nothing to skip. Not a job rank. */
    public static final int NOTHING = -2;

    private static final long NEXT = 64;
    private static final long SERVING = 128;
    private static final long HOLDER = 136;
    private static final long SLOTS = 192;

    private TicketLock() {}

    public static void reset(long base) {
        SharedMemory.putLong(base + NEXT, 0);
        SharedMemory.putLong(base + SERVING, 0);
        SharedMemory.putLong(base + HOLDER, Holder.NOBODY);
        WaiterSlots.reset(base + SLOTS);
    }

    public static long take(long base) {
        return SharedMemory.getAndAddLong(base + NEXT, 1);
    }

    /** Draws a ticket if its turn is now; says whether it did. */
    public static boolean tryTake(long base) {
        return tryTake(base, SharedMemory.getLongAcquire(base + SERVING));
    }

    /** Draws {@code turn} if no ticket was drawn since that was the next. */
    public static boolean tryTake(long base, long turn) {
        return isLast(base, turn) && SharedMemory.compareAndSetLong(base + NEXT, turn, turn + 1);
    }

    /** Draws a ticket with a slot, to be given up at any time; or {@link #NO_TICKET}, also if another is quicker. */
    public static long takeIfRoom(long base) {
        long turn = SharedMemory.getLongAcquire(base + SERVING);
        long ticket = SharedMemory.getLongOpaque(base + NEXT);
        return ticket - turn < WaiterSlots.COUNT && SharedMemory.compareAndSetLong(base + NEXT, ticket, ticket + 1)
                ? ticket
                : NO_TICKET;
    }

    public static boolean isServed(long base, long ticket) {
        // SYNC: ticket lock; what was done under the lock before is seen from here on
        return SharedMemory.getLongAcquire(base + SERVING) == ticket;
    }

    /** Makes known that a rank waits with the ticket, if the ticket has a slot by now; says whether it has. */
    public static boolean register(long base, long ticket, int jobRank) {
        boolean hasSlot = hasSlot(base, ticket);
        if (hasSlot) {
            WaiterSlots.register(base + SLOTS, ticket, jobRank);
        }
        return hasSlot;
    }

    /** Whether the ticket has a slot, which it keeps until the turn has passed it. */
    public static boolean hasSlot(long base, long ticket) {
        return ticket - SharedMemory.getLongAcquire(base + SERVING) < WaiterSlots.COUNT;
    }

    /** Called by the thread that has the turn, if it had registered. */
    public static void unregister(long base, long ticket) {
        WaiterSlots.clear(base + SLOTS, ticket);
    }

    /** Called by the thread that has the turn and keeps it. */
    public static void hold(long base, long holder) {
        SharedMemory.putLongOpaque(base + HOLDER, holder);
    }

    public static long holder(long base) {
        return SharedMemory.getLongOpaque(base + HOLDER);
    }

    /** Unlocks; by the holder. Answers the job rank to ring, or {@link WaiterSlots#NOBODY}. */
    public static int release(long base) {
        SharedMemory.putLongOpaque(base + HOLDER, Holder.NOBODY);
        return passOn(base, turn(base) + 1);
    }

    /** The holder of the turn before passes it to {@code turn}. The job rank to ring, or {@link WaiterSlots#NOBODY}. */
    private static int passOn(long base, long turn) {
        serve(base, turn);
        return isLast(base, turn) ? WaiterSlots.NOBODY : passToWaiter(base, turn);
    }

    private static int passToWaiter(long base, long turn) {
        long now = turn;
        SharedMemory.fullFence(); // before the look at the slot: see the class comment
        while (reclaim(base, now)) {
            now++;
            serve(base, now);
            SharedMemory.fullFence();
        }
        return waiter(base, now);
    }

    /** Passes on the turn if an abandoned ticket has it: the rank to ring, as {@link #release}, or {@link #NOTHING}. */
    public static int skip(long base) {
        return reclaimTurn(base) ? release(base) : NOTHING;
    }

    /** The number served, read plainly by the thread that has the turn: no other thread writes it then. */
    public static long turn(long base) {
        return SharedMemory.getLong(base + SERVING);
    }

    /** Gives the turn to a ticket. Called by the thread that has the turn up to now. */
    public static void serve(long base, long turn) {
        // SYNC: ticket lock; the thread that is served sees what was done under the lock
        SharedMemory.putLongRelease(base + SERVING, turn);
    }

    /** The number served, for any thread. */
    public static long served(long base) {
        return SharedMemory.getLongAcquire(base + SERVING);
    }

    /** {@link WaiterSlots#meet}, of the ticket that has the turn. */
    public static int meet(long base, long turn) {
        return WaiterSlots.meet(base + SLOTS, turn);
    }

    /** {@link WaiterSlots#pass}, with a ticket that has a slot. */
    public static void pass(long base, long ticket) {
        WaiterSlots.pass(base + SLOTS, ticket);
    }

    /** {@link WaiterSlots#stopPassing}. */
    public static boolean stopPassing(long base, long ticket, int rank) {
        return WaiterSlots.stopPassing(base + SLOTS, ticket, rank);
    }

    /** Whether no ticket from {@code turn} on has been drawn. */
    public static boolean isLast(long base, long turn) {
        return SharedMemory.getLongOpaque(base + NEXT) == turn;
    }

    /** Takes the turn if it has come to an abandoned ticket. */
    public static boolean reclaimTurn(long base) {
        long turn = SharedMemory.getLongAcquire(base + SERVING);
        return holder(base) == Holder.NOBODY && reclaim(base, turn);
    }

    public static boolean reclaim(long base, long turn) {
        return WaiterSlots.reclaim(base + SLOTS, turn);
    }

    /** The job rank that waits with the ticket, or {@link WaiterSlots#NOBODY}. */
    public static int waiter(long base, long ticket) {
        return WaiterSlots.waiter(base + SLOTS, ticket);
    }

    /**
     * Gives up a ticket that has a slot. False when its turn has come before anybody noticed: then the caller has the
     * turn, and no slot any more.
     */
    public static boolean abandon(long base, long ticket) {
        WaiterSlots.abandon(base + SLOTS, ticket);
        return SharedMemory.getLongVolatile(base + SERVING) != ticket || !reclaim(base, ticket);
    }

    /**
     * Gives up a ticket that may have no slot yet, after a wait that failed. As {@link #abandon}; a ticket that has
     * neither a slot nor is the last one cannot be given up, and stops the queue there.
     */
    public static boolean abandonIfPossible(long base, long ticket) {
        return hasSlot(base, ticket) ? abandon(base, ticket) : putBackOrAbandon(base, ticket);
    }

    /** A ticket that had no slot goes back if it is the last one; else it may have a slot, or the turn, by now. */
    public static boolean putBackOrAbandon(long base, long ticket) {
        return SharedMemory.compareAndSetLong(base + NEXT, ticket + 1, ticket)
                || !hasSlot(base, ticket)
                || abandon(base, ticket);
    }

    /** The job rank on which all others wait: the holder's, or the next holder's; or {@link WaiterSlots#NOBODY}. */
    public static int needed(long base) {
        long holder = holder(base);
        return holder != Holder.NOBODY
                ? Holder.jobRank(holder)
                : waiter(base, SharedMemory.getLongAcquire(base + SERVING));
    }
}
