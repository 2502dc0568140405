package org.pgas.atomics.locks;

/**
 * A waiter in the queue of a {@link TicketLock}: with a ticket, or waiting for room in the queue. For one thread at a
 * time.
 */
public abstract class Turn {
    private final long base;
    private final int self;
    private long ticket;
    private boolean registered;

    /**
     * With a ticket that has been drawn, or {@link TicketLock#NO_TICKET}.
     *
     * @param self the rank that waits, as the lock numbers them
     * @param registered whether that is known in the ticket's slot already
     */
    protected Turn(long base, int self, long ticket, boolean registered) {
        this.base = base;
        this.self = self;
        this.ticket = ticket;
        this.registered = registered;
    }

    /** Whether the ticket has the lock; an acquire when it has. */
    protected abstract boolean isGranted(long ticket);

    /** Passes on the turn of a ticket without a thread that waits, if the turn is at one; says whether it was. */
    protected abstract boolean skipAbandoned();

    /** Passes on the turn of a ticket to which it has come, before anything was done under the lock. */
    protected abstract void giveBack();

    protected final long ticket() {
        return ticket;
    }

    protected final boolean isRegistered() {
        return registered;
    }

    /** Draws a ticket if there is none, makes the waiter known, and says whether it has the lock. */
    protected final boolean look() {
        if (ticket == TicketLock.NO_TICKET) {
            ticket = TicketLock.takeIfRoom(base);
        }
        if (hasLock()) {
            return true;
        }
        if (!registered && ticket != TicketLock.NO_TICKET) {
            registered = TicketLock.register(base, ticket, self);
        }
        return skipAbandoned() && hasLock();
    }

    private boolean hasLock() {
        return ticket != TicketLock.NO_TICKET && isGranted(ticket);
    }

    /** After the wait, however it ended: whether the waiter has the lock. If not, it has no ticket any more. */
    protected final boolean end() {
        if (ticket == TicketLock.NO_TICKET) {
            return false;
        }
        if (!isGranted(ticket)) {
            return !TicketLock.abandonIfPossible(base, ticket) && isGrantedOrPassed();
        }
        if (registered) {
            TicketLock.unregister(base, ticket);
        }
        return true;
    }

    /** After the turn came to a ticket that was being given up: whether it has the lock. If not, passes the turn on. */
    private boolean isGrantedOrPassed() {
        boolean granted = isGranted(ticket);
        if (!granted) {
            giveBack();
        }
        return granted;
    }
}
