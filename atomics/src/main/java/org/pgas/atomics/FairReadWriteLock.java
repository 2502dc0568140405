package org.pgas.atomics;

import java.time.Duration;

import org.pgas.Team;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;
import org.pgas.atomics.words.LockUse;
import org.pgas.atomics.words.StructureKind;

/**
 * A lock in a member's segment that any number of threads of the whole job hold for reading, or one alone for writing.
 *
 * <pre>{@code
 * FairReadWriteLock lock = FairReadWriteLock.create(team, 0); // in the segment of rank 0
 * try (FairReadWriteLock.Held _ = lock.holdRead()) {
 *     // with other readers
 * }
 * }</pre>
 *
 * <p>For any thread of any member, virtual ones too, through any handle of the same lock; the program of the segment's
 * owner takes no part. There is one queue: the lock is granted at once if nobody holds it, or, for reading, if only
 * readers hold it and nobody waits. Otherwise the caller waits behind all that came before; when the lock is given
 * back, the next writer gets it alone, or all readers up to the next writer together. So neither side starves the
 * other. Only waits with a limit of time may find the queue full, see {@link #tryLockWrite(Duration)}.
 *
 * <p>Locking is an acquire, unlocking a release: readers see what was done under the lock by the writers before them,
 * writers also what readers did before them.
 *
 * <p>Not reentrant, in no combination. A thread that holds it for reading and asks for it again waits for itself: at
 * once if it asks to write, or as soon as a writer is between. No error says so, since readers are counted by ranks.
 *
 * <p>Waits are as those of {@link FairMutex}: they take in messages, and name the writer, or the ranks that read.
 *
 * <p>Errors, before anything is changed: {@link #unlockWrite} by a thread that does not hold it for writing,
 * {@link #unlockRead} by a rank without a reading thread, locking by the thread that writes; any call but
 * {@link #toString} and the like in a restricted context (see {@link org.pgas.Job}; checked mode), after
 * {@link #destroy}, and after the close of the job. A process that dies while it holds the lock ends the job; a thread
 * that ends while it does leaves it locked.
 *
 * <p>A lock in another neighbourhood is as a {@link FairMutex} there. Client memory cannot hold a lock. Source: MPI-2
 * "Lock", with the rule of MPI/SX for the order.
 */
public final class FairReadWriteLock extends SharedStructure {
    private static final StructureKind KIND = StructureKind.FAIR_READ_WRITE_LOCK;

    private final int ranks;
    private final Held heldToRead = new Held(this, false);
    private final Held heldToWrite = new Held(this, true);

    /** Null where the lock is mapped. */
    private final FarLock elsewhere;

    private FairReadWriteLock(Team team, int rank, long offset) {
        super(KIND, team, rank, offset);
        this.ranks = team.job().size();
        if (dimension(0) != ranks) {
            throw misuse("FairReadWriteLock.open", "has lines for " + dimension(0) + " ranks, and the job has " + ranks
                    + ": its header was overwritten: make it anew");
        }
        reached("FairReadWriteLock.open", team, rank, offset, bytes(team));
        elsewhere = far() == null ? null : new FarLock(this, false);
    }

    /** How many bytes a lock takes in this team's job, a multiple of 64: it has a line for each rank. */
    public static long bytes(Team team) {
        return TicketReadWriteLock.bytes(team.job().size());
    }

    /**
     * Makes a lock, free, at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team rank
     * {@code rank}. Collective: all members name the same place, where nothing may be in use any more, and none returns
     * before it is there.
     */
    public static FairReadWriteLock create(Team team, int rank, long offset) {
        create(KIND, team, rank, offset, team.job().size(), 0);
        return new FairReadWriteLock(team, rank, offset);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, lock.offset())}, after their last call on the
     * lock.
     */
    public static FairReadWriteLock create(Team team, int rank) {
        return new FairReadWriteLock(team, rank, create(KIND, team, rank, team.job().size(), 0));
    }

    /** As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. */
    public static FairReadWriteLock initialise(Team team, int rank, long offset) {
        initialise(KIND, team, rank, offset, team.job().size(), 0);
        return new FairReadWriteLock(team, rank, offset);
    }

    /** Another handle of a lock that is there. Error: there is none. */
    public static FairReadWriteLock open(Team team, int rank, long offset) {
        return new FairReadWriteLock(team, rank, offset);
    }

    /** Returns when the calling thread holds the lock for reading. */
    public void lockRead() {
        if (!isHere("FairReadWriteLock.lockRead")) {
            elsewhere.lock("FairReadWriteLock.lockRead", LockUse.READ);
            return;
        }
        refuseWriter("FairReadWriteLock.lockRead", Holder.current(jobRank()));
        long ticket = TicketLock.take(base());
        if (!TicketLock.isServed(base(), ticket)) {
            new ReadWriteWait(this, "FairReadWriteLock.lockRead", false, ticket).await();
        }
        beginRead();
    }

    /** Takes the lock for reading if only readers hold it and nobody waits, and says whether it did. Does not wait. */
    public boolean tryLockRead() {
        return tryLockRead(0);
    }

    /** As {@link #lockRead}, for about as long as {@code timeout} at most: see {@link #tryLockWrite(Duration)}. */
    public boolean tryLockRead(Duration timeout) {
        return tryLockRead(nanos(timeout));
    }

    private boolean tryLockRead(long nanos) {
        if (!isHere("FairReadWriteLock.tryLockRead")) {
            return elsewhere.tryLock("FairReadWriteLock.tryLockRead", LockUse.READ, nanos);
        }
        boolean taken = tryLock("FairReadWriteLock.tryLockRead", false, Holder.current(jobRank()), nanos);
        if (taken) {
            beginRead();
        }
        return taken;
    }

    /** Takes the lock, or the turn to read, but does not hold it yet. */
    private boolean tryLock(String call, boolean toWrite, long self, long nanos) {
        refuseWriter(call, self);
        return tryTake(toWrite)
                || nanos > 0 && new ReadWriteWait(this, call, toWrite, TicketLock.NO_TICKET).await(nanos);
    }

    private void beginRead() {
        ringJobRank(TicketReadWriteLock.beginRead(base(), jobRank()));
    }

    /** Gives back what a thread of this rank holds for reading. */
    public void unlockRead() {
        if (!isHere("FairReadWriteLock.unlockRead")) {
            elsewhere.unlock("FairReadWriteLock.unlockRead", LockUse.READ);
            return;
        }
        if (!TicketReadWriteLock.countOut(base(), jobRank())) {
            throw misuse("FairReadWriteLock.unlockRead",
                    "is held by " + holders()
                            + " and not by this rank for reading: the rank that locked it unlocks it, once");
        }
        ringJobRank(TicketReadWriteLock.endRead(base()));
    }

    /** Returns when the calling thread holds the lock for writing. */
    public void lockWrite() {
        if (!isHere("FairReadWriteLock.lockWrite")) {
            elsewhere.lock("FairReadWriteLock.lockWrite", LockUse.WRITE);
            return;
        }
        long self = Holder.current(jobRank());
        refuseWriter("FairReadWriteLock.lockWrite", self);
        long ticket = TicketLock.take(base());
        if (!TicketReadWriteLock.mayWrite(base(), ticket)) {
            new ReadWriteWait(this, "FairReadWriteLock.lockWrite", true, ticket).await();
        }
        TicketLock.hold(base(), self);
    }

    /** Takes the lock for writing if nobody holds it or waits for it, and says whether it did. Does not wait. */
    public boolean tryLockWrite() {
        return tryLockWrite(0);
    }

    /**
     * As {@link #lockWrite}, for about as long as {@code timeout} at most; says whether the calling thread holds the
     * lock. A writer that gives up leaves the queue, and holds up nobody behind it: readers behind it join those that
     * read.
     *
     * <p>While 64 others wait, this thread is not in the queue yet: the thread that finds room first comes first. With
     * a timeout of zero or less it does not wait at all.
     */
    public boolean tryLockWrite(Duration timeout) {
        return tryLockWrite(nanos(timeout));
    }

    private boolean tryLockWrite(long nanos) {
        if (!isHere("FairReadWriteLock.tryLockWrite")) {
            return elsewhere.tryLock("FairReadWriteLock.tryLockWrite", LockUse.WRITE, nanos);
        }
        long self = Holder.current(jobRank());
        boolean taken = tryLock("FairReadWriteLock.tryLockWrite", true, self, nanos);
        if (taken) {
            TicketLock.hold(base(), self);
        }
        return taken;
    }

    /** Gives the lock back, by the thread that holds it for writing. */
    public void unlockWrite() {
        if (!isHere("FairReadWriteLock.unlockWrite")) {
            elsewhere.unlock("FairReadWriteLock.unlockWrite", LockUse.WRITE);
            return;
        }
        if (!isWriter(Holder.current(jobRank()))) {
            throw misuse("FairReadWriteLock.unlockWrite",
                    "is held by " + holders() + ": the thread that locked it unlocks it, once");
        }
        ringJobRank(TicketReadWriteLock.endWrite(base()));
    }

    /** {@link #lockRead}, with an {@link #unlockRead} at the end of a try block. */
    public Held holdRead() {
        lockRead();
        return heldToRead;
    }

    /** {@link #lockWrite}, with an {@link #unlockWrite} at the end of a try block. */
    public Held holdWrite() {
        lockWrite();
        return heldToWrite;
    }

    /** Whether the calling thread holds it for writing. */
    public boolean isWriteHeldByCurrentThread() {
        return isHere("FairReadWriteLock.isWriteHeldByCurrentThread")
                ? isWriter(Holder.current(jobRank()))
                : elsewhere.isHeldByCurrentThread("FairReadWriteLock.isWriteHeldByCurrentThread");
    }

    /**
     * Its holders a moment ago, for messages: such as "rank 3 (thread 17), writing", "ranks 0, 2, reading", by job
     * ranks, or "nobody". Legal everywhere; of a lock in another neighbourhood, where it may wait, in no restricted
     * context and not after the close, and of at most 59 readers.
     */
    public String holders() {
        if (elsewhere != null) {
            isHere("FairReadWriteLock.holders");
            return elsewhere.holders("FairReadWriteLock.holders");
        }
        long writer = TicketLock.holder(base());
        return TicketReadWriteLock.holders(base(), ranks,
                writer == Holder.NOBODY ? null : Holder.describe(writer) + ", writing", ", reading");
    }

    /**
     * Ends the lock; its memory may then be used for other things. By one rank, when all others have made their last
     * call. Error: it is held or waited for.
     */
    public void destroy() {
        if (!isHere("FairReadWriteLock.destroy")) {
            elsewhere.destroy("FairReadWriteLock.destroy");
            return;
        }
        if (!tryTake(true)) {
            throw misuse("FairReadWriteLock.destroy", "is held by " + holders() + " or waited for: unlock it first");
        }
        retract();
    }

    /** Skips abandoned tickets, if the turn has come to one; says whether it had. */
    boolean skipAbandoned() {
        int toRing = TicketReadWriteLock.skip(base());
        ringJobRank(toRing);
        return toRing != TicketLock.NOTHING;
    }

    int ranks() {
        return ranks;
    }

    private boolean tryTake(boolean toWrite) {
        boolean taken;
        do {
            taken = toWrite ? TicketReadWriteLock.tryTakeToWrite(base()) : TicketLock.tryTake(base());
        } while (!taken && skipAbandoned());
        return taken;
    }

    private boolean isWriter(long self) {
        return TicketLock.holder(base()) == self;
    }

    private void refuseWriter(String call, long self) {
        if (isWriter(self)) {
            throw misuse(call, "is held by this thread already, writing: it cannot be locked twice");
        }
    }

    /** Ends the holding of a lock at the end of a try block; two for all uses of a handle. */
    public static final class Held implements AutoCloseable {
        private final FairReadWriteLock lock;
        private final boolean writes;

        private Held(FairReadWriteLock lock, boolean writes) {
            this.lock = lock;
            this.writes = writes;
        }

        /** {@link FairReadWriteLock#unlockRead} or {@link FairReadWriteLock#unlockWrite}. */
        @Override
        public void close() {
            if (writes) {
                lock.unlockWrite();
            } else {
                lock.unlockRead();
            }
        }
    }
}
