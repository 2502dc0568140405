package org.pgas.atomics;

import org.pgas.SharedCondition;

/** A wait for a turn of a {@link FairMutex}, with a ticket, or for room in the queue first. For one thread. */
final class MutexWait implements SharedCondition {
    private static final int[] NOBODY = {};

    private final FairMutex mutex;
    private final String call;
    private final long base;
    private long ticket;
    private boolean registered;

    MutexWait(FairMutex mutex, String call, long ticket) {
        this.mutex = mutex;
        this.call = call;
        this.base = mutex.base();
        this.ticket = ticket;
    }

    @Override
    public boolean isMet() {
        if (!mutex.exists()) {
            return true; // end() tells
        }
        if (ticket == TicketLock.NO_TICKET) {
            ticket = TicketLock.takeIfRoom(base);
        }
        if (isServed()) {
            return true;
        }
        if (!registered && ticket != TicketLock.NO_TICKET) {
            registered = TicketLock.register(base, ticket, mutex.jobRank());
        }
        return mutex.skipAbandoned() && isServed();
    }

    private boolean isServed() {
        return ticket != TicketLock.NO_TICKET && TicketLock.isServed(base, ticket);
    }

    /** After the wait, however it ended: whether this thread has the turn. If not, it has no ticket any more. */
    boolean end() {
        if (ticket == TicketLock.NO_TICKET || !mutex.exists()) {
            return false;
        }
        if (!isServed()) {
            return !TicketLock.abandonIfPossible(base, ticket);
        }
        if (registered) {
            TicketLock.unregister(base, ticket);
        }
        return true;
    }

    @Override
    public int[] needed() {
        int needed = TicketLock.needed(base);
        return needed == WaiterSlots.NOBODY || needed == mutex.jobRank() || needed >= mutex.team().job().size()
                ? NOBODY
                : new int[]{needed};
    }

    @Override
    public String describe() {
        return call + ": " + mutex + ", held by " + mutex.holder();
    }
}
