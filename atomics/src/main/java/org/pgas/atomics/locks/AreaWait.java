package org.pgas.atomics.locks;

import org.pgas.PgasException;

/** A wait for an {@link AreaReadWriteLock}, for reading or for writing. */
final class AreaWait extends TurnWait {
    private final AreaReadWriteLock lock;
    private final boolean writes;

    AreaWait(AreaReadWriteLock lock, String call, boolean writes, long ticket, boolean registered) {
        super(lock.team(), lock.base(), lock.self(), call, ticket, registered);
        this.lock = lock;
        this.writes = writes;
    }

    /** The part of the library that uses the lock keeps its words. */
    @Override
    protected boolean exists() {
        return true;
    }

    @Override
    protected PgasException gone(String call) {
        throw new IllegalStateException(call + ": " + lock + " is gone");
    }

    @Override
    protected String name() {
        return lock.toString();
    }

    @Override
    protected boolean isGranted(long ticket) {
        return TicketReadWriteLock.isGranted(lock.base(), ticket, writes);
    }

    @Override
    protected boolean skipAbandoned() {
        return lock.skip();
    }

    /** For reading too: the turn has not been passed on yet. */
    @Override
    protected void giveBack() {
        lock.ring(TicketReadWriteLock.finishTurn(lock.base()));
    }

    @Override
    protected int[] holders() {
        return lock.neededJobRanks();
    }

    @Override
    protected String describeHolders() {
        return lock.holders();
    }
}
