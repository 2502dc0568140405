package org.pgas.atomics;

import org.pgas.atomics.locks.TicketReadWriteLock;

/** A wait for a {@link FairReadWriteLock}, for reading or for writing. */
final class ReadWriteWait extends StructureWait {
    private final FairReadWriteLock lock;
    private final boolean writes;

    ReadWriteWait(FairReadWriteLock lock, String call, boolean writes, long ticket) {
        super(lock, call, ticket);
        this.lock = lock;
        this.writes = writes;
    }

    @Override
    protected boolean isGranted(long ticket) {
        return TicketReadWriteLock.isGranted(lock.base(), ticket, writes);
    }

    @Override
    protected boolean skipAbandoned() {
        return lock.skipAbandoned();
    }

    /** For reading too: the turn has not been passed on yet. */
    @Override
    protected void giveBack() {
        lock.ringJobRank(TicketReadWriteLock.finishTurn(lock.base()));
    }

    @Override
    protected int[] holders() {
        return TicketReadWriteLock.needed(lock.base(), lock.ranks());
    }

    @Override
    protected String describeHolders() {
        return lock.holders();
    }
}
