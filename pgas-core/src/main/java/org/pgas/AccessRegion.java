package org.pgas;

import org.pgas.rank.Slots;

/**
 * Collects the implicit-event operations that a thread initiates between its begin and its end under one event.
 * Explicit-event operations inside are not part of it.
 *
 * <p>For use with try-with-resources: {@link #close} ends a region that was not ended, and waits for its operations.
 *
 * <p>Source: GASNet-1 3.3.6; GASNet-EX gex_NBI_BeginAccessRegion.
 */
public final class AccessRegion implements AutoCloseable {
    private final Nbi nbi;
    private boolean ended;

    private final Slots parts = new Slots();

    AccessRegion(Nbi nbi) {
        this.nbi = nbi;
    }

    /** What the rooms keep for the region. */
    Slots parts() {
        return parts;
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
