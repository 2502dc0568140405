package org.pgas.atomics;

/** A wait for a {@link FairMutex}. */
final class MutexWait extends StructureWait {
    private final FairMutex mutex;

    MutexWait(FairMutex mutex, String call, long ticket) {
        super(mutex, call, ticket);
        this.mutex = mutex;
    }

    @Override
    boolean isGranted(long ticket) {
        return TicketLock.isServed(mutex.base(), ticket);
    }

    @Override
    boolean skipAbandoned() {
        return mutex.skipAbandoned();
    }

    @Override
    boolean isGrantedOrPassed(long ticket) {
        return true;
    }

    @Override
    void giveBack() {
        mutex.ringJobRank(TicketLock.release(mutex.base()));
    }

    @Override
    int[] holders() {
        return new int[]{TicketLock.needed(mutex.base())};
    }

    @Override
    String describeHolders() {
        return mutex.holder();
    }
}
