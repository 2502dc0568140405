package org.pgas.atomics;

import org.pgas.PgasException;

/** A wait for a lock that is a {@link SharedStructure}, which may be destroyed meanwhile. */
abstract class StructureWait extends TurnWait {
    private final SharedStructure lock;

    StructureWait(SharedStructure lock, String call, long ticket) {
        super(lock.team(), lock.base(), lock.jobRank(), call, ticket, false);
        this.lock = lock;
    }

    @Override
    final boolean exists() {
        return lock.exists();
    }

    @Override
    final PgasException gone(String call) {
        return lock.gone(call);
    }

    @Override
    final String name() {
        return lock.toString();
    }
}
