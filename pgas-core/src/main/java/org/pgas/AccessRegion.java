package org.pgas;

/**
 * Collects the implicit-event operations that a thread initiates between its begin and its end under one event. Explicit-event
 * operations inside are not part of it.
 *
 * <p>For use with try-with-resources: {@link #close} ends a region that was not ended, and waits for its operations.
 *
 * <p>Source: GASNet-1 3.3.6; GASNet-EX gex_NBI_BeginAccessRegion.
 */
public final class AccessRegion implements AutoCloseable {
    private final Nbi nbi;
    private boolean ended;

    /** Operations that were not complete when they returned; null while there is none. */
    private FarSet operations;

    /** Large copies; null while there is none. */
    private BulkSet copies;

    AccessRegion(Nbi nbi) {
        this.nbi = nbi;
    }

    FarSet operations() {
        return operations;
    }

    /** As {@link #operations()}, made if need be, for a job of {@code ranks} ranks. */
    FarSet operations(int ranks) {
        if (operations == null) {
            operations = new FarSet(ranks);
        }
        return operations;
    }

    BulkSet copies() {
        return copies;
    }

    void copies(BulkSet first) {
        copies = first;
    }

    /** Ends the region. Only by the thread that began it, once. */
    public Event end() {
        Event event = nbi.end(this);
        ended = true;
        return event;
    }

    @Override
    public void close() {
        if (!ended) {
            end().await();
        }
    }
}
