package org.pgas.atomics.locks;

import java.util.Arrays;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * A wait for a lock whose queue is that of a {@link TicketLock}, with a ticket, or for room in the queue first. For one
 * thread and one wait.
 */
public abstract class TurnWait implements SharedCondition {
    private static final int[] NOBODY = {};

    private final Team team;
    private final long base;
    private final int self;
    private final String call;
    private long ticket;
    private boolean registered;

    /**
     * With a ticket that has been drawn, or {@link TicketLock#NO_TICKET}.
     *
     * @param self the rank that waits, as the lock numbers them
     * @param registered whether that is known in the ticket's slot already
     */
    protected TurnWait(Team team, long base, int self, String call, long ticket, boolean registered) {
        this.team = team;
        this.base = base;
        this.self = self;
        this.call = call;
        this.ticket = ticket;
        this.registered = registered;
    }

    /** Whether the lock is still there. */
    protected abstract boolean exists();

    /** Why {@link #exists} is false. */
    protected abstract PgasException gone(String call);

    /** The lock, for messages. */
    protected abstract String name();

    /** Whether the ticket has the lock; an acquire when it has. */
    protected abstract boolean isGranted(long ticket);

    /** Passes on the turn of a ticket without a thread that waits, if the turn is at one; says whether it was. */
    protected abstract boolean skipAbandoned();

    /** Passes on the turn of a ticket to which it has come, before anything was done under the lock. */
    protected abstract void giveBack();

    /** The job ranks on which this wait depends, own rank and strange numbers perhaps included. */
    protected abstract int[] holders();

    protected abstract String describeHolders();

    @Override
    public final boolean isMet() {
        if (!exists()) {
            return true; // end() tells
        }
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

    /** Returns when the calling thread has the lock. */
    public final void await() {
        boolean failed = true;
        try {
            TeamCore.of(team).await(this);
            failed = false;
        } finally {
            endFailed(failed);
        }
        if (!end()) {
            throw gone(call);
        }
    }

    /** As {@link #await()}, for about {@code nanos}; says whether the calling thread has the lock. */
    public final boolean await(long nanos) {
        boolean failed = true;
        try {
            TeamCore.of(team).await(this, nanos);
            failed = false;
        } finally {
            endFailed(failed);
        }
        boolean granted = end();
        if (!exists()) {
            throw gone(call);
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
        if (ticket == TicketLock.NO_TICKET || !exists()) {
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

    @Override
    public final int[] needed() {
        int[] holders = holders();
        int count = 0;
        for (int holder : holders) {
            if (holder >= 0 && holder < team.job().size() && holder != team.job().rank()) {
                holders[count++] = holder;
            }
        }
        return count == 0 ? NOBODY : Arrays.copyOf(holders, count);
    }

    @Override
    public final String describe() {
        return call + ": " + name() + ", held by " + describeHolders();
    }
}
