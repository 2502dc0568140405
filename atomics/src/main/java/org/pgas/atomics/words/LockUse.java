package org.pgas.atomics.words;

import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;

/** What a lock is taken for: steps of its protocol, by any rank that has its words. */
public enum LockUse {
    /** A {@link org.pgas.atomics.FairMutex}. */
    MUTEX,

    /** A {@link org.pgas.atomics.FairReadWriteLock}, and the next. */
    READ,
    WRITE;

    boolean isGranted(long base, long ticket) {
        return this == MUTEX ? TicketLock.isServed(base, ticket)
                : TicketReadWriteLock.isGranted(base, ticket, this == WRITE);
    }

    boolean tryTake(long base) {
        return this == WRITE ? TicketReadWriteLock.tryTakeToWrite(base) : TicketLock.tryTake(base);
    }

    /** The job rank to ring, or {@link TicketLock#NOTHING}. */
    int skip(long base) {
        return this == MUTEX ? TicketLock.skip(base) : TicketReadWriteLock.skip(base);
    }

    /** Passes a turn on before anything was done under the lock: the job rank to ring. */
    int giveBack(long base) {
        return this == MUTEX ? TicketLock.release(base) : TicketReadWriteLock.finishTurn(base);
    }

    /** By the rank that has the turn: holds the lock. The job rank to ring. */
    int begin(long base, int jobRank, long self) {
        if (this == READ) {
            return TicketReadWriteLock.beginRead(base, jobRank);
        }
        TicketLock.hold(base, self);
        return TicketLock.NOTHING;
    }

    /** Whether that thread holds the lock; to read: whether a thread of its rank does, which is counted out then. */
    boolean mayEnd(long base, int jobRank, long self) {
        return this == READ ? TicketReadWriteLock.countOut(base, jobRank) : TicketLock.holder(base) == self;
    }

    /** After {@link #mayEnd}: ends holding it. The job rank to ring. */
    int end(long base) {
        return switch (this) {
            case MUTEX -> TicketLock.release(base);
            case READ -> TicketReadWriteLock.endRead(base);
            case WRITE -> TicketReadWriteLock.endWrite(base);
        };
    }

    /** The job ranks on which others wait. */
    int[] needed(long base, int ranks) {
        return this == MUTEX ? new int[]{TicketLock.needed(base)} : TicketReadWriteLock.needed(base, ranks);
    }
}
