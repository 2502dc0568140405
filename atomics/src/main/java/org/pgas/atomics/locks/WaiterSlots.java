package org.pgas.atomics.locks;

import org.pgas.memory.SharedMemory;

/**
 * What is known of the threads that wait for a turn of a ticket lock: 64 words, used round and round, so that the
 * thread that passes the turn on can wake the right rank and skip a waiter that has given up.
 *
 * <p>Ticket t has slot t mod 64 from when the turn has come to t - 63 until it has passed t. So no two threads write a
 * slot at a time, and a waiter further behind has none yet.
 *
 * <pre>
 * from         to           by                                         order
 * free         waiting(t)   a waiter with t                            release
 * waiting(t)   free         a waiter with t, when the turn is at t     release, before the turn passes t
 * free, or
 * waiting(t)   abandoned(t) a waiter with t; looks at the turn then    volatile: before that look
 * abandoned(t) free         whatever meets it when the turn is at t    CAS: one of them, which passes the turn on
 * free         passing(t)   a reader with t that does not wait; looks
 *                           at the turn then                           volatile: before that look
 * passing(t)   waiting(t)   that reader, when it begins to wait        compare-and-set
 * passing(t)   free         whatever meets it when the turn is at t    CAS: one of them, which passes the turn on
 * </pre>
 *
 * <p>A word holds t / 64 above, and below a rank + 1 for waiting, all ones for abandoned, one less for passing; 0 is
 * free. The 48 bits of t / 64 repeat after years of nothing but locking. Ranks are those of the job, or of the team
 * that has the lock.
 */
public final class WaiterSlots {
    // Fields and orders: TicketLock.

    public static final int COUNT = 64;
    public static final long BYTES = COUNT * Long.BYTES;

    /** Not a job rank: nobody is known to wait. */
    public static final int NOBODY = -1;

    private static final long FREE = 0;
    private static final int TICKET_BITS = Long.numberOfTrailingZeros(COUNT);
    private static final int WHO_BITS = 16;
    private static final long WHO_MASK = (1L << WHO_BITS) - 1;
    private static final long ABANDONED = WHO_MASK;
    private static final long PASSING = WHO_MASK - 1;

    /** {@link #meet}: the thread with the ticket has the turn, or the turn stays there. */
    public static final int NEITHER = 0;

    /** {@link #meet}: the ticket was given up, and the caller has the turn. */
    public static final int ABANDONED_ONE = 1;

    /** {@link #meet}: the reader with this ticket is in, and the caller has the turn. */
    public static final int PASSING_ONE = 2;

    private WaiterSlots() {}

    private static long slot(long slots, long ticket) {
        return slots + (ticket & COUNT - 1) * Long.BYTES;
    }

    private static long word(long ticket, long who) {
        return ticket >>> TICKET_BITS << WHO_BITS | who;
    }

    public static void reset(long slots) {
        SharedMemory.fill(slots, (byte) 0, BYTES);
    }

    public static void register(long slots, long ticket, int jobRank) {
        SharedMemory.putLongRelease(slot(slots, ticket), word(ticket, jobRank + 1L));
    }

    public static void clear(long slots, long ticket) {
        SharedMemory.putLongRelease(slot(slots, ticket), FREE);
    }

    /** Gives the ticket up. Then the caller looks at the turn, and if it has come, {@linkplain #reclaim takes it}. */
    public static void abandon(long slots, long ticket) {
        // SYNC: abandoned ticket; before the look at the turn, so that the passer or this thread sees the other
        SharedMemory.putLongVolatile(slot(slots, ticket), word(ticket, ABANDONED));
    }

    /** Takes the turn of a ticket that was given up, for the caller, and says so; false if it was not given up. */
    public static boolean reclaim(long slots, long ticket) {
        long slot = slot(slots, ticket);
        long abandoned = word(ticket, ABANDONED);
        // SYNC: abandoned ticket; one of this thread and the passer succeeds
        return SharedMemory.getLongAcquire(slot) == abandoned
                && SharedMemory.compareAndSetLong(slot, abandoned, FREE);
    }

    /** Lets a reader's ticket pass without its thread. The caller looks at the turn, and may {@link #meet} itself. */
    public static void pass(long slots, long ticket) {
        // SYNC: passing reader; before the look at the turn, so that the passer or this thread sees the other
        SharedMemory.putLongVolatile(slot(slots, ticket), word(ticket, PASSING));
    }

    /** Waits anew with a ticket that was to pass; false if it has passed: then an acquire of what the lock guards. */
    public static boolean stopPassing(long slots, long ticket, int rank) {
        // SYNC: passing reader; one of this thread and the passer succeeds
        return SharedMemory.compareAndSetLong(slot(slots, ticket), word(ticket, PASSING), word(ticket, rank + 1L));
    }

    /** Takes the turn if it has come to a ticket that was given up, or is one of a passing reader: says which. */
    public static int meet(long slots, long ticket) {
        long slot = slot(slots, ticket);
        // SYNC: abandoned ticket; after the turn has been passed to it
        // SYNC: passing reader; likewise
        long word = SharedMemory.getLongAcquire(slot);
        boolean abandoned = word == word(ticket, ABANDONED);
        boolean met = (abandoned || word == word(ticket, PASSING)) && SharedMemory.compareAndSetLong(slot, word, FREE);
        return !met ? NEITHER : abandoned ? ABANDONED_ONE : PASSING_ONE;
    }

    /** The rank that waits with the ticket, or {@link #NOBODY}. */
    public static int waiter(long slots, long ticket) {
        long word = SharedMemory.getLongAcquire(slot(slots, ticket));
        long who = word & WHO_MASK;
        return word == word(ticket, who) && who != FREE && who < PASSING ? (int) who - 1 : NOBODY;
    }
}
