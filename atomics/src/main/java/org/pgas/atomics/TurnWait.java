package org.pgas.atomics;

import java.util.Arrays;

import org.pgas.SharedCondition;

/**
 * A wait for a lock whose queue is that of a {@link TicketLock}, with a ticket, or for room in the queue first. For one thread and
 * one wait.
 */
abstract class TurnWait implements SharedCondition {
    private static final int[] NOBODY = {};

    private final SharedStructure lock;
    private final String call;
    private final long base;
    private long ticket;
    private boolean registered;

    /** With a ticket that has been drawn, or {@link TicketLock#NO_TICKET}. */
    TurnWait(SharedStructure lock, String call, long ticket) {
        this.lock = lock;
        this.call = call;
        this.base = lock.base();
        this.ticket = ticket;
    }

    /** Whether the ticket has the lock; an acquire when it has. */
    abstract boolean isGranted(long ticket);

    /** Passes on the turn of an abandoned ticket, if the turn is at one; says whether it was. */
    abstract boolean skipAbandoned();

    /** After the turn came to a ticket that was being given up: whether it has the lock. If not, passes the turn on. */
    abstract boolean isGrantedOrPassed(long ticket);

    /** Unlocks what the ticket was granted, before anything was done under it. */
    abstract void giveBack();

    /** The job ranks on which this wait depends, own rank and strange numbers perhaps included. */
    abstract int[] holders();

    abstract String describeHolders();

    @Override
    public final boolean isMet() {
        if (!lock.exists()) {
            return true; // end() tells
        }
        if (ticket == TicketLock.NO_TICKET) {
            ticket = TicketLock.takeIfRoom(base);
        }
        if (hasLock()) {
            return true;
        }
        if (!registered && ticket != TicketLock.NO_TICKET) {
            registered = TicketLock.register(base, ticket, lock.jobRank());
        }
        return skipAbandoned() && hasLock();
    }

    private boolean hasLock() {
        return ticket != TicketLock.NO_TICKET && isGranted(ticket);
    }

    /** Returns when the calling thread has the lock. */
    final void await() {
        boolean failed = true;
        try {
            lock.team().await(this);
            failed = false;
        } finally {
            endFailed(failed);
        }
        if (!end()) {
            throw lock.gone(call);
        }
    }

    /** As {@link #await()}, for about {@code nanos}; says whether the calling thread has the lock. */
    final boolean await(long nanos) {
        boolean failed = true;
        try {
            lock.team().await(this, nanos);
            failed = false;
        } finally {
            endFailed(failed);
        }
        boolean granted = end();
        if (!lock.exists()) {
            throw lock.gone(call);
        }
        return granted;
    }

    /** The thread that gets an exception gets no lock: if it was granted at the last moment, the next one has it. */
    private void endFailed(boolean failed) {
        if (failed && end()) {
            giveBack();
        }
    }

    /** After the wait, however it ended: whether this thread has the lock. If not, it has no ticket any more. */
    private boolean end() {
        if (ticket == TicketLock.NO_TICKET || !lock.exists()) {
            return false;
        }
        if (!isGranted(ticket)) {
            return !TicketLock.abandonIfPossible(base, ticket) && isGrantedOrPassed(ticket);
        }
        if (registered) {
            TicketLock.unregister(base, ticket);
        }
        return true;
    }

    @Override
    public final int[] needed() {
        int[] holders = holders();
        int count = 0;
        for (int holder : holders) {
            if (holder >= 0 && holder < lock.team().job().size() && holder != lock.jobRank()) {
                holders[count++] = holder;
            }
        }
        return count == 0 ? NOBODY : Arrays.copyOf(holders, count);
    }

    @Override
    public final String describe() {
        return call + ": " + lock + ", held by " + describeHolders();
    }
}
