package org.pgas.atomics;

import org.pgas.PgasException;
import org.pgas.atomics.locks.TurnWait;

/** A wait for a lock that is a {@link SharedStructure}, which may be destroyed meanwhile. */
abstract class StructureWait extends TurnWait {
    private final SharedStructure lock;

    StructureWait(SharedStructure lock, String call, long ticket) {
        super(lock.team(), lock.base(), lock.jobRank(), call, ticket, false);
        this.lock = lock;
    }

    @Override
    protected final boolean exists() {
        return lock.exists();
    }

    @Override
    protected final PgasException gone(String call) {
        return lock.gone(call);
    }

    @Override
    protected final String name() {
        return lock.toString();
    }
}
