package org.pgas.atomics;

import java.time.Duration;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.words.LockUse;
import org.pgas.atomics.words.StructureKind;

/**
 * A lock in a member's segment that one thread of the whole job holds at a time.
 *
 * <pre>{@code
 * FairMutex mutex = FairMutex.create(team, 0); // in the segment of rank 0
 * try (FairMutex.Held _ = mutex.hold()) {
 *     // alone
 * }
 * }</pre>
 *
 * <p>For any thread of any member, virtual ones too, through any handle of the same lock; the program of the segment's
 * owner takes no part. Fair: the thread that asks first has it first, whatever its rank; only waits with a limit of
 * time may find the queue full, see {@link #tryLock(Duration)}. Not reentrant. Locking is an acquire, unlocking a
 * release: the next holder sees what was done under the lock.
 *
 * <p>Waits take in messages. They end only with the lock, with their time, with the end of the job, with an exception
 * of the {@code pgas.wait.timeout}, or, when the rank on which they wait has left, with a
 * {@link org.pgas.PeerLostException} that names it. A thread that gets an exception is no longer in the queue, but for
 * two cases: 64 or more were before it and others behind, or the exception says that another thread has closed the job
 * of its rank. Then the queue stops there when the turn comes to it. A thread of a block mode sleeps, and is rung when
 * its turn comes; in rare cases it is not, and finds out by itself within a millisecond.
 *
 * <p>Errors, before anything is changed: unlocking what the calling thread does not hold, locking what it holds
 * already; any call but {@link #toString} and the like in a restricted context (see {@link org.pgas.Job}; checked
 * mode), after {@link #destroy}, and after the close of the job. A process that dies while it holds the lock ends the
 * job; a thread that ends while it does leaves it locked.
 *
 * <p>Where the lock lies in another neighbourhood, its owner carries out the steps of the protocol for this rank, also
 * while it computes: each costs a message and its answer, and a wait repeats them within a millisecond. A thread that
 * gets an exception since the owner does not answer may leave its place in the queue behind: the queue stops there.
 *
 * <p>Client memory cannot hold a lock. Source: ARMCI mutexes, which have neither try nor a limit of time.
 */
public final class FairMutex extends SharedStructure {
    private static final StructureKind KIND = StructureKind.FAIR_MUTEX;

    private final Held held = new Held(this);

    /** Null where the mutex is mapped. */
    private final FarLock elsewhere;

    private FairMutex(Team team, int rank, long offset) {
        super(KIND, team, rank, offset);
        reached("FairMutex.open", team, rank, offset, bytes());
        elsewhere = far() == null ? null : new FarLock(this, true);
    }

    /** How many bytes a mutex takes, a multiple of 64. */
    public static long bytes() {
        return TicketLock.BYTES;
    }

    /**
     * Makes a mutex, free, at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team rank
     * {@code rank}. Collective: all members name the same place, where nothing may be in use any more, and none returns
     * before it is there.
     */
    public static FairMutex create(Team team, int rank, long offset) {
        create(KIND, team, rank, offset, 0, 0);
        return new FairMutex(team, rank, offset);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, mutex.offset())}, after their last call on the
     * mutex.
     */
    public static FairMutex create(Team team, int rank) {
        return new FairMutex(team, rank, create(KIND, team, rank, 0, 0));
    }

    /** As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. */
    public static FairMutex initialise(Team team, int rank, long offset) {
        initialise(KIND, team, rank, offset, 0, 0);
        return new FairMutex(team, rank, offset);
    }

    /** Another handle of a mutex that is there. Error: there is none. */
    public static FairMutex open(Team team, int rank, long offset) {
        return new FairMutex(team, rank, offset);
    }

    /** Returns when the calling thread holds the mutex. */
    public void lock() {
        if (!isHere("FairMutex.lock")) {
            elsewhere.lock("FairMutex.lock", LockUse.MUTEX);
            return;
        }
        long self = Holder.current(jobRank());
        refuseHolder("FairMutex.lock", self);
        long ticket = TicketLock.take(base());
        if (!TicketLock.isServed(base(), ticket)) {
            new MutexWait(this, "FairMutex.lock", ticket).await();
        }
        TicketLock.hold(base(), self);
    }

    /** Takes the mutex if nobody holds it or waits for it, and says whether it did. Does not wait. */
    public boolean tryLock() {
        return tryLock(0);
    }

    /**
     * As {@link #lock}, for about as long as {@code timeout} at most; says whether the calling thread holds the mutex.
     * A thread that gives up leaves the queue, and holds up nobody behind it.
     *
     * <p>While 64 others wait, this thread is not in the queue yet: the thread that finds room first comes first. With
     * a timeout of zero or less it does not wait at all.
     */
    public boolean tryLock(Duration timeout) {
        return tryLock(nanos(timeout));
    }

    private boolean tryLock(long nanos) {
        if (!isHere("FairMutex.tryLock")) {
            return elsewhere.tryLock("FairMutex.tryLock", LockUse.MUTEX, nanos);
        }
        long self = Holder.current(jobRank());
        refuseHolder("FairMutex.tryLock", self);
        boolean taken = tryTake()
                || nanos > 0 && new MutexWait(this, "FairMutex.tryLock", TicketLock.NO_TICKET).await(nanos);
        if (taken) {
            TicketLock.hold(base(), self);
        }
        return taken;
    }

    /** {@link #lock}, with an {@link #unlock} at the end of a try block. */
    public Held hold() {
        lock();
        return held;
    }

    /** Gives the mutex to the thread that has waited longest. Only the thread that holds the mutex may call this. */
    public void unlock() {
        if (!isHere("FairMutex.unlock")) {
            elsewhere.unlock("FairMutex.unlock", LockUse.MUTEX);
            return;
        }
        if (TicketLock.holder(base()) != Holder.current(jobRank())) {
            throw misuse("FairMutex.unlock", "is held by " + holder() + ": the thread that locked it unlocks it, once");
        }
        ringJobRank(TicketLock.release(base()));
    }

    /** Whether the calling thread holds it. */
    public boolean isHeldByCurrentThread() {
        return isHere("FairMutex.isHeldByCurrentThread")
                ? TicketLock.holder(base()) == Holder.current(jobRank())
                : elsewhere.isHeldByCurrentThread("FairMutex.isHeldByCurrentThread");
    }

    /**
     * Its holder a moment ago, for messages: as "rank 3 (thread 17)", by job rank, or "nobody". Legal everywhere; of a
     * mutex in another neighbourhood, where it may wait, in no restricted context and not after the close.
     */
    public String holder() {
        if (elsewhere == null) {
            return Holder.describe(TicketLock.holder(base()));
        }
        isHere("FairMutex.holder");
        return elsewhere.holders("FairMutex.holder");
    }

    /**
     * Ends the mutex; its memory may then be used for other things. By one rank, when all others have made their last
     * call. Error: it is held or waited for.
     */
    public void destroy() {
        if (!isHere("FairMutex.destroy")) {
            elsewhere.destroy("FairMutex.destroy");
            return;
        }
        if (!tryTake()) {
            throw misuse("FairMutex.destroy", "is held by " + holder() + " or waited for: unlock it first");
        }
        retract();
    }

    /** Skips abandoned tickets, if the turn has come to one; says whether it had. */
    boolean skipAbandoned() {
        int toRing = TicketLock.skip(base());
        ringJobRank(toRing);
        return toRing != TicketLock.NOTHING;
    }

    private boolean tryTake() {
        boolean taken = TicketLock.tryTake(base());
        while (!taken && skipAbandoned()) {
            taken = TicketLock.tryTake(base());
        }
        return taken;
    }

    private void refuseHolder(String call, long self) {
        if (TicketLock.holder(base()) == self) {
            throw misuse(call, "is held by this thread already: it cannot be locked twice");
        }
    }

    /** Ends the holding of a mutex at the end of a try block; one for all uses of a handle. */
    public static final class Held implements AutoCloseable {
        private final FairMutex mutex;

        private Held(FairMutex mutex) {
            this.mutex = mutex;
        }

        /** {@link FairMutex#unlock}. */
        @Override
        public void close() {
            mutex.unlock();
        }
    }
}
