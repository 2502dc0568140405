package org.pgas.atomics;

import org.pgas.atomics.locks.TicketLock;

/** A wait for a {@link FairMutex}. */
final class MutexWait extends StructureWait {
    private final FairMutex mutex;

    MutexWait(FairMutex mutex, String call, long ticket) {
        super(mutex, call, ticket);
        this.mutex = mutex;
    }

    @Override
    protected boolean isGranted(long ticket) {
        return TicketLock.isServed(mutex.base(), ticket);
    }

    @Override
    protected boolean skipAbandoned() {
        return mutex.skipAbandoned();
    }

    @Override
    protected void giveBack() {
        mutex.ringJobRank(TicketLock.release(mutex.base()));
    }

    @Override
    protected int[] holders() {
        return new int[]{TicketLock.needed(mutex.base())};
    }

    @Override
    protected String describeHolders() {
        return mutex.holder();
    }
}
