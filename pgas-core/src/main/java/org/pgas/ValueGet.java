package org.pgas;

import org.pgas.far.FarEvent;
import org.pgas.rank.ThisRank;

/**
 * The handle of a non-blocking value get. Synchronised apart from all other operations, by {@link #await} only, exactly
 * once.
 *
 * <p>Source: GASNet-1 3.4.3 (gasnet_get_nb_val, gasnet_wait_syncnb_valget).
 */
public final class ValueGet {
    private final ThisRank self;
    private final long value;

    /** Null when {@code value} is it. */
    private final FarEvent pending;

    private boolean consumed;

    ValueGet(ThisRank self, long value) {
        this.self = self;
        this.value = value;
        this.pending = null;
    }

    /** A value that is still to come. */
    ValueGet(ThisRank self, FarEvent pending) {
        this.self = self;
        this.value = 0;
        this.pending = pending;
    }

    /** The value, zero-extended. Error: called twice; in a restricted context (see {@link Job}). */
    public long await() {
        self.checkUnrestricted("ValueGet.await");
        if (consumed) {
            throw self.refusals().bad("ValueGet.await", "it was called twice on one handle: legal is once");
        }
        consumed = true;
        if (pending == null) {
            return value;
        }
        pending.await();
        return pending.value();
    }
}
