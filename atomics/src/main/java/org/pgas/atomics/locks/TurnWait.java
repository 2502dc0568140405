package org.pgas.atomics.locks;

import java.util.Arrays;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * A wait for a lock that has the queue of a {@link TicketLock}. For one thread and one wait.
 */
public abstract class TurnWait extends Turn implements SharedCondition {
    private static final int[] NOBODY = {};

    private final Team team;
    private final String call;

    /** As {@link Turn}. */
    protected TurnWait(Team team, long base, int self, String call, long ticket, boolean registered) {
        super(base, self, ticket, registered);
        this.team = team;
        this.call = call;
    }

    /** Whether the lock is still there. */
    protected abstract boolean exists();

    /** Why {@link #exists} is false. */
    protected abstract PgasException gone(String call);

    /** The lock, for messages. */
    protected abstract String name();

    /** The job ranks on which this wait depends, own rank and strange numbers perhaps included. */
    protected abstract int[] holders();

    protected abstract String describeHolders();

    @Override
    public final boolean isMet() {
        return !exists() || look(); // ended() tells
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
        if (!ended()) {
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
        boolean granted = ended();
        if (!exists()) {
            throw gone(call);
        }
        return granted;
    }

    /** The thread that gets an exception gets no lock: if it was granted at the last moment, the next one has it. */
    private void endFailed(boolean failed) {
        if (failed && ended()) {
            giveBack();
        }
    }

    /** After the wait, however it ended: whether this thread has the lock. If not, it has no ticket any more. */
    private boolean ended() {
        return exists() && end();
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
