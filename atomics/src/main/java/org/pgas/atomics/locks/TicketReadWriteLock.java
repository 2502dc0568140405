package org.pgas.atomics.locks;

import java.util.Arrays;
import java.util.StringJoiner;

import org.pgas.memory.SharedMemory;

/**
 * The words of a {@link org.pgas.atomics.FairReadWriteLock} or an {@link AreaReadWriteLock} and the steps on them;
 * knows no job and does not wait.
 *
 * <p>Begins with the words of a {@link TicketLock}: tickets for all, one queue. A reader has the turn for a moment
 * only: when it comes, it passes it on, so that a reader behind it comes in too. A writer keeps the turn until it
 * unlocks, and may write when all tickets before its own are finished. So readers share up to the next writer in the
 * queue, and one that comes after a writer stays behind it.
 *
 * <pre>
 * offset  bytes  field     writer                                   reader    order
 * 64      640    queue     see {@link TicketLock}; serving is the ticket that has the turn, holder the writer
 * 704     8      finished  threads that are done with a ticket      writers   atomic add (release) / acquire
 * 768     64n    readers   one line for each rank: how many of its  all       atomic add, CAS / acquire; opaque where
 *                          threads read; written by that rank                 one thread of a rank reads at a time
 * </pre>
 *
 * <p>finished counts tickets in whatever order they end. It is t when ticket t is a writer's that may go ahead: no
 * later ticket can have ended, since none has had the turn. Writer t stores serving = t + 1 first and adds to finished
 * then; a reader that has the turn next may have ended before that addition, which both are for that reason.
 *
 * <p>A ticket that was given up is like a reader that has nothing to read: the thread that meets it in the turn passes
 * the turn on and adds it to finished. That the stores may miss each other has the same consequences as in a
 * {@link TicketLock}. A thread that adds to finished needs no fence to see the waiters, since the addition is one; and
 * the only writer that it can let in is the one that has the turn.
 *
 * <p>A reader need not be there when its turn comes: it leaves word in its slot that it passes, and the thread that
 * meets that in the turn passes the turn on, without adding to finished: the reader is in from then on, and learns it
 * when it asks.
 */
public final class TicketReadWriteLock {
    private static final long FINISHED = TicketLock.BYTES;
    private static final long READERS = FINISHED + 64;
    private static final int LINE = 64;

    private TicketReadWriteLock() {}

    public static long bytes(int ranks) {
        return READERS + (long) LINE * ranks;
    }

    public static void reset(long base, int ranks) {
        TicketLock.reset(base);
        SharedMemory.fill(base + FINISHED, (byte) 0, bytes(ranks) - FINISHED);
    }

    /** Draws a ticket if it can write at once, and has the turn then; or false. To read: {@link TicketLock#tryTake}. */
    public static boolean tryTakeToWrite(long base) {
        return TicketLock.tryTake(base, SharedMemory.getLongAcquire(base + FINISHED));
    }

    /** Whether a ticket may write, or whether it has the turn and may {@linkplain #beginRead read}. */
    public static boolean isGranted(long base, long ticket, boolean writes) {
        return writes ? mayWrite(base, ticket) : TicketLock.isServed(base, ticket);
    }

    /** Whether a writer's ticket may write. To read: {@link TicketLock#isServed}. */
    public static boolean mayWrite(long base, long ticket) {
        // SYNC: read-write lock; what all before have done under the lock is seen from here on
        return SharedMemory.getLongAcquire(base + FINISHED) == ticket;
    }

    private static long readers(long base, int jobRank) {
        return base + READERS + (long) LINE * jobRank;
    }

    /** The holder of the turn begins to read and passes it on. The job rank to ring, or {@link WaiterSlots#NOBODY}. */
    public static int beginRead(long base, int jobRank) {
        SharedMemory.getAndAddLong(readers(base, jobRank), 1);
        return passOn(base);
    }

    /** Notes whether a rank reads, where one thread of a rank reads at a time. Others only name this rank by it. */
    public static void note(long base, int rank, boolean reads) {
        SharedMemory.putLongOpaque(readers(base, rank), reads ? 1 : 0);
    }

    /** The reader that has the turn passes it on. Answers the rank to ring, or {@link WaiterSlots#NOBODY}. */
    public static int passOn(long base) {
        long next = TicketLock.turn(base) + 1;
        TicketLock.serve(base, next);
        return TicketLock.isLast(base, next) ? WaiterSlots.NOBODY : passToWaiter(base, next);
    }

    private static int passToWaiter(long base, long turn) {
        long now = turn;
        SharedMemory.fullFence(); // before the look at the slot: see TicketLock
        for (int met = TicketLock.meet(base, now); met != WaiterSlots.NEITHER; met = TicketLock.meet(base, now)) {
            now++;
            TicketLock.serve(base, now);
            if (met == WaiterSlots.ABANDONED_ONE) {
                SharedMemory.getAndAddLong(base + FINISHED, 1);
            } else {
                SharedMemory.fullFence();
            }
        }
        return TicketLock.waiter(base, now);
    }

    /**
     * Ends a ticket, by the thread that has the turn: that of a writer that has unlocked, or of a waiter that gave up.
     * Answers the job rank to ring, or {@link WaiterSlots#NOBODY}.
     */
    public static int finishTurn(long base) {
        long next = TicketLock.turn(base) + 1;
        TicketLock.serve(base, next);
        // SYNC: read-write lock; a writer may be let in
        SharedMemory.getAndAddLong(base + FINISHED, 1);
        return TicketLock.isLast(base, next) ? WaiterSlots.NOBODY : passToWaiter(base, next);
    }

    /** Passes on a turn of an abandoned ticket or passing reader: the rank to ring, or {@link TicketLock#NOTHING}. */
    public static int skip(long base) {
        return switch (TicketLock.meet(base, TicketLock.served(base))) {
            case WaiterSlots.ABANDONED_ONE -> finishTurn(base);
            case WaiterSlots.PASSING_ONE -> passOn(base);
            default -> TicketLock.NOTHING;
        };
    }

    /** Counts one of the rank's readers out; says whether there was one. */
    public static boolean countOut(long base, int jobRank) {
        long word = readers(base, jobRank);
        long count;
        do {
            count = SharedMemory.getLongAcquire(word);
            if (count <= 0) {
                return false;
            }
        } while (!SharedMemory.compareAndSetLong(word, count, count - 1));
        return true;
    }

    /** Ends to read, after {@link #countOut}. Answers the job rank to ring, or {@link WaiterSlots#NOBODY}. */
    public static int endRead(long base) {
        // SYNC: read-write lock; a writer sees that nobody reads any more
        long finished = SharedMemory.getAndAddLong(base + FINISHED, 1) + 1;
        return TicketLock.waiter(base, finished);
    }

    /** Ends to write. Answers the job rank to ring, or {@link WaiterSlots#NOBODY}. */
    public static int endWrite(long base) {
        TicketLock.hold(base, Holder.NOBODY);
        return finishTurn(base);
    }

    /** How many threads of a job rank read. */
    public static long readersOf(long base, int jobRank) {
        return SharedMemory.getLongAcquire(readers(base, jobRank));
    }

    /** The job ranks on which others wait: the writer's, the readers', and that of a waiter yet to notice its turn. */
    public static int[] needed(long base, int ranks) {
        int[] needed = new int[ranks + 1];
        int count = 0;
        needed[count++] = TicketLock.needed(base);
        for (int rank = 0; rank < ranks; rank++) {
            if (readersOf(base, rank) > 0) {
                needed[count++] = rank;
            }
        }
        return Arrays.copyOf(needed, count);
    }

    /** The holders, of so many ranks, for messages: {@code writer} is that text of a writer, null if there is none. */
    public static String holders(long base, int ranks, String writer, String reading) {
        StringJoiner readers = new StringJoiner(", ", "ranks ", reading).setEmptyValue("nobody");
        for (int rank = 0; rank < ranks && writer == null; rank++) {
            if (readersOf(base, rank) > 0) {
                readers.add(Integer.toString(rank));
            }
        }
        return writer != null ? writer : readers.toString();
    }
}
