package org.pgas.atomics;

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

    /** Who uses the lock keeps its words. */
    @Override
    boolean exists() {
        return true;
    }

    @Override
    PgasException gone(String call) {
        throw new IllegalStateException(call + ": " + lock + " is gone");
    }

    @Override
    String name() {
        return lock.toString();
    }

    @Override
    boolean isGranted(long ticket) {
        return TicketReadWriteLock.isGranted(lock.base(), ticket, writes);
    }

    @Override
    boolean skipAbandoned() {
        return lock.skip();
    }

    @Override
    boolean isGrantedOrPassed(long ticket) {
        boolean granted = isGranted(ticket);
        if (!granted) {
            giveBack();
        }
        return granted;
    }

    /** For reading too: the turn has not been passed on yet. */
    @Override
    void giveBack() {
        lock.ring(TicketReadWriteLock.finishTurn(lock.base()));
    }

    @Override
    int[] holders() {
        return lock.neededJobRanks();
    }

    @Override
    String describeHolders() {
        return lock.holders();
    }
}
